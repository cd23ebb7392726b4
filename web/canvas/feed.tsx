import { memo, type ReactElement, useSyncExternalStore } from "react";
import { cardTitle, FailedCard, type HostControl, WidgetMount } from "@tck/kit/host-mount";
import type { WidgetSize } from "@tck/kit";
import type { WidgetInstance } from "@tck/kit/host";
import type { Widget } from "../../core/feed/mod.ts";
import type { CanvasSession, CanvasState, CardState } from "./canvas_session.ts";
import { canvasText } from "./canvas_text.ts";

/** What the canvas's tree is given. */
export interface FeedProps {
  readonly session: CanvasSession;
  readonly control: HostControl;
}

/** The canvas: one column with a card for each widget of the batches, in their order. */
export function Feed({ session, control }: FeedProps): ReactElement {
  const state = useSyncExternalStore(session.subscribe, session.getState);
  if (state.phase === "loading") return <LoadingFeed />;
  if (state.phase === "failed") return <Failure reason={state.reason} retry={session.load} />;
  const widgets = state.batches.flatMap((batch) => batch.widgets);
  if (widgets.length === 0) return <p className="canvas-message" role="status">{canvasText().empty}</p>;
  return (
    <ol className="canvas-feed" role="list">
      {widgets.map((widget) => (
        <CardSlot
          key={widget.id}
          widget={widget}
          card={state.cards.get(widget.id)!}
          session={session}
          control={control}
        />
      ))}
    </ol>
  );
}

interface CardSlotProps extends FeedProps {
  readonly widget: Widget;
  readonly card: CardState;
}

/** A place in the column. It takes the focus when a card that had it goes away. */
const CardSlot = memo(function CardSlot({ widget, card, session, control }: CardSlotProps): ReactElement {
  return (
    <li className="canvas-slot" tabIndex={-1}>
      {card.status === "mounted" && (
        <WidgetMount
          instance={card.instance}
          control={control}
          mode="inline"
          size={feedSize(card.instance)}
        />
      )}
      {card.status === "failed" && (
        <FailedCard
          widgetId={widget.id}
          title={cardTitle(widget.manifest, navigator.language)}
          onRetry={() => void session.retry(widget.id)}
        />
      )}
      {card.status === "loading" && <LoadingCard widget={widget} />}
    </li>
  );
});

/** In one column a card is as wide as the column and as high as its content, if it is designed for that. */
function feedSize({ manifest: { sizes } }: WidgetInstance): WidgetSize {
  return sizes.includes("fill-auto") ? "fill-auto" : sizes[0]!;
}

function LoadingCard({ widget }: { widget: Widget }): ReactElement {
  const title = cardTitle(widget.manifest, navigator.language);
  return (
    <article
      className="tck-card"
      data-widget-id={widget.id}
      data-state="loading"
      aria-busy="true"
      aria-label={title}
    >
      <CardSkeleton />
    </article>
  );
}

function LoadingFeed(): ReactElement {
  return (
    <div className="canvas-feed" role="status">
      <span className="canvas-hidden-text">{canvasText().loading}</span>
      {[0, 1, 2].map((row) => (
        <div key={row} className="tck-card" aria-hidden="true">
          <CardSkeleton />
        </div>
      ))}
    </div>
  );
}

function CardSkeleton(): ReactElement {
  return (
    <div className="tck-card-skeleton">
      <span />
      <span />
      <span />
    </div>
  );
}

interface FailureProps {
  readonly reason: Extract<CanvasState, { phase: "failed" }>["reason"];
  readonly retry: () => Promise<void>;
}

function Failure({ reason, retry }: FailureProps): ReactElement {
  const text = canvasText();
  return (
    <div className="canvas-message" role="alert">
      <p>{text[reason]}</p>
      <button type="button" className="canvas-retry" onClick={() => void retry()}>{text.retry}</button>
    </div>
  );
}
