import {
  type ReactElement,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { cardTitle, FailedCard, WidgetMount } from "@tck/kit/host-mount";
import type { WidgetManifest } from "../../../core/manifest/mod.ts";
import { useShellParts } from "../shell_context.ts";
import { type CardWishes, useCardPresentation, withState } from "./card_presentation.ts";
import type { CardContent } from "./card_state.ts";
import { ErrorReport } from "./error_report.tsx";
import type { Card } from "./use_card.ts";

/** What a card is shown as. */
export interface PreviewCardProps extends CardWishes {
  readonly card: Card;
  /** What the card is called until its manifest is known. */
  readonly name: string;
  /** The manifest, where it is known before the module is. */
  readonly manifest?: WidgetManifest | undefined;
  /** The name of one of the manifest's states; null for `defaultState`. */
  readonly stateName?: string | null;
  /** Hears what the widget threw while rendering, and null once it renders again. */
  readonly onThrown?: (thrown: Thrown | null) => void;
}

/** Something that was thrown, which may be anything. */
export interface Thrown {
  readonly error: unknown;
}

/**
 * One card, mounted by the very mount of production. Where it cannot be, the card says why, in full: whoever reads it is
 * the widget's author. The place keeps the focus of a button that goes away with a failed card.
 */
export function PreviewCard(props: PreviewCardProps): ReactElement {
  const { card: { state, retry }, name, manifest } = props;
  const place = useRef<HTMLDivElement>(null);
  const title = manifest === undefined ? name : cardTitle(manifest, navigator.language);
  return (
    <div ref={place} className="shell-card" tabIndex={-1}>
      {state.status === "loaded" && <LoadedCard {...props} content={state.content} place={place} />}
      {state.status === "loading" && <LoadingCard title={title} />}
      {state.status === "failed" && (
        <>
          <FailedCard widgetId={name} title={title} onRetry={retry} />
          <ErrorReport error={state.error} />
        </>
      )}
    </div>
  );
}

function LoadingCard({ title }: { title: string }): ReactElement {
  return (
    <article className="tck-card" data-state="loading" aria-busy="true" aria-label={title}>
      <div className="tck-card-skeleton">
        <span />
        <span />
        <span />
      </div>
    </article>
  );
}

interface LoadedCardProps extends PreviewCardProps {
  readonly content: CardContent;
  readonly place: RefObject<HTMLElement | null>;
}

function LoadedCard(props: LoadedCardProps): ReactElement {
  const { content: { instance, propertiesCss }, stateName = null, place, onThrown } = props;
  const { control } = useShellParts();
  const [thrown, hear] = useThrown(place, onThrown);
  useDocumentProperties(propertiesCss);
  const shown = useMemo(() => withState(instance, stateName), [instance, stateName]);
  const presentation = useCardPresentation(props, instance.manifest);
  return (
    <>
      <WidgetMount
        key={stateName}
        instance={shown}
        control={control}
        mode="inline"
        onError={hear}
        {...presentation}
      />
      {thrown !== null && <ErrorReport error={thrown.error} />}
    </>
  );
}

/** What the widget threw, for as long as its card has failed: a retry or an edit may bring it back. */
function useThrown(
  place: RefObject<HTMLElement | null>,
  onThrown: PreviewCardProps["onThrown"],
): [Thrown | null, (error: unknown) => void] {
  const [thrown, setThrown] = useState<Thrown | null>(null);
  useEffect(() => {
    onThrown?.(thrown);
    if (thrown === null) return;
    const observer = new MutationObserver(() => {
      if (place.current?.querySelector(':scope > [data-state="failed"]') === null) setThrown(null);
    });
    observer.observe(place.current!, { childList: true });
    return () => observer.disconnect();
  }, [place, onThrown, thrown]);
  const hear = useCallback((error: unknown) => setThrown({ error }), []);
  return [thrown, hear];
}

/** Registers a card's `@property` rules before the first paint, as production does. */
function useDocumentProperties(css: string | null): void {
  const { properties } = useShellParts();
  const [card] = useState(() => ({}));
  useLayoutEffect(() => properties.set(card, css), [properties, card, css]);
  useLayoutEffect(() => () => properties.delete(card), [properties, card]);
}
