import { memo, type ReactElement, useSyncExternalStore } from "react";
import { CardBoundary, cardTitle, FailedCard, type HostControl, WidgetMount } from "@tck/kit/host-mount";
import type { WidgetSize } from "@tck/kit";
import type { WidgetInstance } from "@tck/kit/host";
import type { CanvasSession, CanvasState } from "./canvas_session.ts";
import { canvasText } from "./canvas_text.ts";

interface FeedProps {
  readonly session: CanvasSession;
  readonly control: HostControl;
}

/** The canvas: one column with a card for each widget of the batches, in their order. */
export function Feed({ session, control }: FeedProps): ReactElement {
  const state = useSyncExternalStore(session.subscribe, session.getState);
  if (state.phase === "loading") return <LoadingFeed />;
  if (state.phase === "failed") return <FailedFeed reason={state.reason} retry={session.load} />;
  const { positions, instances, failed, retrySpecs } = state;
  if (positions.size === 0) return <p className="canvas-message" role="status">{canvasText().empty}</p>;
  return (
    <ol className="canvas-feed" role="list">
      {[...positions].map(([position, widgetId]) => (
        <CardSlot
          key={position}
          widgetId={widgetId}
          manifest={retrySpecs.get(widgetId)?.manifest}
          instance={instances.get(widgetId)}
          failed={failed.has(widgetId)}
          error={failed.get(widgetId)}
          session={session}
          control={control}
        />
      ))}
    </ol>
  );
}

interface CardSlotProps extends FeedProps {
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
 * A position in the column. An error in it, whether of the widget or of the page's own code around it, fails this card
 * only. It takes the focus when a focused card is replaced.
 */
const CardSlot = memo(function CardSlot(props: CardSlotProps): ReactElement {
  const { widgetId, session } = props;
  return (
    <li className="canvas-slot" tabIndex={-1}>
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

function Card(
  { widgetId, manifest, instance, failed, error, session, control }: CardSlotProps,
): ReactElement {
  const title = cardTitle(manifest, navigator.language) || canvasText().untitled;
  if (failed) {
    const retry = () => void session.retry(widgetId);
    return <FailedCard widgetId={widgetId} title={title} error={error} onRetry={retry} />;
  }
  if (instance === undefined) return <LoadingCard widgetId={widgetId} title={title} />;
  return (
    <WidgetMount
      instance={instance}
      control={control}
      mode="inline"
      size={feedSize(instance)}
      onError={(error) => session.failCard(widgetId, error)}
    />
  );
}

/** In a column, a card is as wide as the column and, if its manifest allows it, as high as its content. */
function feedSize({ manifest: { sizes } }: WidgetInstance): WidgetSize {
  return sizes.includes("fill-auto") ? "fill-auto" : sizes[0]!;
}

function LoadingCard({ widgetId, title }: { widgetId: string; title: string }): ReactElement {
  return (
    <article
      className="tck-card"
      data-widget-id={widgetId}
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
