import {
  type CSSProperties,
  memo,
  type ReactElement,
  useEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
} from "react";
import {
  CardBoundary,
  cardFrameStyle,
  CardSkeleton,
  cardTitle,
  createCardClock,
  FailedCard,
  type HostControl,
  WidgetMount,
} from "@tck/kit/host-mount";
import type { WidgetInstance } from "@tck/kit/host";
import type { CanvasSession, CanvasState, ReadyCanvas } from "./session/canvas_session.ts";
import { canvasText } from "./canvas_text.ts";
import { type CardPlace, placeCards } from "./card_layout.ts";
import { trackView } from "./view_tracking.ts";

/** How the cards are written for their reader. */
export interface FeedReader {
  /** The reader's languages, best first. @default the browser's */
  readonly locale?: readonly string[];
  /** An IANA time zone. @default the browser's */
  readonly timeZone?: string;
  /** Whether update times are written as dates, for a page that is kept. @default false: as ages */
  readonly datesOnly?: boolean;
}

interface FeedProps {
  readonly session: CanvasSession;
  readonly control: HostControl;
  /** @default who uses the browser, now */
  readonly reader?: FeedReader;
}

/** The canvas: a card for each widget of the batches, in their order, in the column or in the grid. */
export function Feed({ session, control, reader = THIS_READER }: FeedProps): ReactElement {
  const state = useSyncExternalStore(session.subscribe, session.getState);
  if (state.phase === "loading") return <LoadingFeed />;
  if (state.phase === "failed") return <FailedFeed reason={state.reason} retry={session.load} />;
  if (state.positions.size === 0) return <p className="canvas-message" role="status">{canvasText().empty}</p>;
  return <Cards {...{ session, control, reader, state }} />;
}

const THIS_READER: FeedReader = {};

interface CardsProps extends Required<FeedProps> {
  readonly state: ReadyCanvas;
}

function Cards({ session, control, reader, state }: CardsProps): ReactElement {
  const { positions, instances, failed, retrySpecs } = state;
  const places = useMemo(
    () => placeCards([...positions.values()].map((widgetId) => retrySpecs.get(widgetId)?.manifest)),
    [positions, retrySpecs],
  );
  return (
    <div className="canvas">
      <ol className="canvas-feed" role="list">
        {[...positions].map(([position, widgetId], index) => (
          <CardSlot
            key={position}
            place={places[index]!}
            widgetId={widgetId}
            manifest={retrySpecs.get(widgetId)?.manifest}
            instance={instances.get(widgetId)}
            failed={failed.has(widgetId)}
            error={failed.get(widgetId)}
            session={session}
            control={control}
            reader={reader}
          />
        ))}
      </ol>
    </div>
  );
}

interface CardSlotProps extends Required<FeedProps> {
  readonly place: CardPlace;
  readonly widgetId: string;
  /** The widget's manifest as it was received. */
  readonly manifest: unknown;
  /** Undefined until the widget is mounted. */
  readonly instance: WidgetInstance | undefined;
  readonly failed: boolean;
  /** What it failed with. */
  readonly error: unknown;
}

/**
 * A position in the canvas. An error in it, whether of the widget or of the page's own code around it, fails this card
 * only. It takes the focus when a focused card is replaced.
 */
const CardSlot = memo(function CardSlot(props: CardSlotProps): ReactElement {
  const { place, widgetId, session } = props;
  const slot = useRef<HTMLLIElement>(null);
  useEffect(
    () => trackView(slot.current!, (isInView) => session.setInView(widgetId, isInView)),
    [session, widgetId],
  );
  return (
    <li
      ref={slot}
      className="canvas-slot"
      data-columns={place.placement?.columns}
      style={slotStyle(place)}
      tabIndex={-1}
    >
      <CardBoundary
        onError={(error) => session.failCard(widgetId, error)}
        fallback={(render) => (
          <FailedCard
            widgetId={widgetId}
            title={canvasText().untitled}
            onRetry={() => {
              render();
              void session.retry(widgetId);
            }}
          />
        )}
      >
        <Card {...props} />
      </CardBoundary>
    </li>
  );
});

/** The place in the grid of four columns. The page's stylesheet uses it where four columns fit. */
function slotStyle({ row, placement }: CardPlace): CSSProperties {
  if (placement === null) return { "--canvas-area": `${row + 1} / 1 / auto / -1` } as CSSProperties;
  const { column, columns, rows } = placement;
  return {
    "--canvas-area": `${row + 1} / ${column + 1} / span ${rows} / span ${columns}`,
  } as CSSProperties;
}

function Card(
  { place, widgetId, manifest, instance, failed, error, session, control, reader }: CardSlotProps,
): ReactElement {
  const { locale, timeZone, datesOnly = false } = reader;
  const title = cardTitle(manifest, locale?.[0] ?? navigator.language) || canvasText().untitled;
  if (failed) {
    const retry = () => void session.retry(widgetId);
    return (
      <div className="canvas-place" style={cardFrameStyle(place.size)}>
        <FailedCard widgetId={widgetId} title={title} error={error} onRetry={retry} />
      </div>
    );
  }
  if (instance === undefined) return <LoadingCard {...{ place, widgetId, title }} />;
  return (
    <WidgetMount
      instance={instance}
      control={control}
      mode="inline"
      size={place.size}
      {...locale && { locale }}
      {...timeZone && { timeZone }}
      {...!datesOnly && { clock: CLOCK }}
      onError={(error) => session.failCard(widgetId, error)}
    />
  );
}

interface LoadingCardProps {
  readonly place: CardPlace;
  readonly widgetId: string;
  readonly title: string;
}

/** One clock for the update times of all cards. */
const CLOCK = createCardClock();

/** Of the size that the card will have, if it is a fixed one, so that nothing moves when the card is mounted. */
function LoadingCard({ place, widgetId, title }: LoadingCardProps): ReactElement {
  return (
    <div className="canvas-place" style={cardFrameStyle(place.size)}>
      <article
        className="tck-card"
        data-widget-id={widgetId}
        data-state="loading"
        aria-busy="true"
        aria-label={title}
      >
        <CardSkeleton />
      </article>
    </div>
  );
}

function LoadingFeed(): ReactElement {
  return (
    <div className="canvas">
      <div className="canvas-feed" role="status">
        <span className="canvas-hidden-text">{canvasText().loading}</span>
        {[0, 1, 2].map((row) => (
          <div key={row} className="canvas-slot" aria-hidden="true">
            <div className="tck-card">
              <CardSkeleton />
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}

interface FailedFeedProps {
  readonly reason: Extract<CanvasState, { phase: "failed" }>["reason"];
  readonly retry: () => Promise<void>;
}

function FailedFeed({ reason, retry }: FailedFeedProps): ReactElement {
  const text = canvasText();
  return (
    <div className="canvas-message" role="alert">
      <p>{text[reason]}</p>
      <button type="button" className="canvas-retry" onClick={() => void retry()}>{text.retry}</button>
    </div>
  );
}
