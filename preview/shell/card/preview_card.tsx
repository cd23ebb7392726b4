import {
  Profiler,
  type ProfilerOnRenderCallback,
  type ReactElement,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { cardTitle, FailedCard, WidgetMount } from "@tck/kit/host-mount";
import type { WidgetManifest } from "../../../core/manifest/mod.ts";
import { useShell, useShellDependencies } from "../shell_context.ts";
import { addRendering } from "../state/records.ts";
import { type CardOptions, useCardPresentation, withState } from "./card_presentation.ts";
import type { WidgetInstance } from "@tck/kit/host";
import { isImportFailure } from "../content/import_module.ts";
import { useAttempts } from "./use_attempts.ts";
import { useFiredActions } from "./use_fired_actions.ts";
import type { Card } from "./use_card.ts";
import type { StackFrame } from "../../protocol.ts";
import { stackOf } from "../content/thrown_stacks.ts";
import { ErrorReport } from "../controls/error_report.tsx";

interface PreviewCardProps extends CardOptions {
  readonly card: Card;
  /** The title of the card until its manifest is known. */
  readonly name: string;
  /** The manifest, if it is known before the module is loaded. */
  readonly manifest?: WidgetManifest | undefined;
  /** The name of one of the manifest's states; null for `defaultState`. */
  readonly stateName?: string | null;
  /** Changed keys of that state as JSON; null for none. */
  readonly stateData?: string | null;
  /** Called with what the widget threw while rendering, and with null when it renders again. */
  readonly onError?: (error: CardError | null) => void;
}

/** Wraps a thrown value, which may be null. */
export interface CardError {
  readonly error: unknown;
}

/**
 * One card, mounted by production's mount. A failed card shows the full error, because its reader is the widget's author.
 * The container takes the focus when a focused button is removed with a failed card.
 */
export function PreviewCard(props: PreviewCardProps): ReactElement {
  const { card: { state, retry }, name, manifest } = props;
  const place = useRef<HTMLDivElement>(null);
  const isBroken = useShell(({ compileFault }) => compileFault !== null);
  const title = manifest === undefined ? name : cardTitle(manifest, navigator.language);
  return (
    <div ref={place} className="shell-card" tabIndex={-1}>
      {state.status === "loaded" && (
        <LoadedCard key={props.stateName} {...props} instance={state.instance} place={place} />
      )}
      {state.status === "loading" && <LoadingCard title={title} />}
      {state.status === "failed" && (
        // The banner has the compiler's message.
        isBroken && isImportFailure(state.error)
          ? <p className="shell-waiting">The card is shown when its source compiles.</p>
          : (
            <>
              <FailedCard widgetId={name} title={title} error={state.error} onRetry={retry} />
              <CardErrorReport error={state.error} />
            </>
          )
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
  readonly instance: WidgetInstance;
  readonly place: RefObject<HTMLElement | null>;
}

function LoadedCard(props: LoadedCardProps): ReactElement {
  const { instance, stateName = null, stateData = null, place, onError } = props;
  const { control, store } = useShellDependencies();
  const [thrown, setThrown] = useCardError(onError);
  const shown = useMemo(() => withState(instance, stateName, stateData), [instance, stateName, stateData]);
  const presentation = useCardPresentation(props, instance.manifest);
  const attempt = useAttempts([shown, presentation.size, String(presentation.locale)], () => {
    if (thrown === null) return false;
    setThrown(null);
    return true;
  });
  const recordRendering = useCallback<ProfilerOnRenderCallback>((card, phase, milliseconds) => {
    // Not while React commits.
    queueMicrotask(() => addRendering(store, card, phase, milliseconds));
  }, [store]);
  useFiredActions(place, props.name, presentation.slots.actions);
  return (
    <>
      <Profiler id={props.cardKey ?? props.name} onRender={recordRendering}>
        <WidgetMount
          key={attempt}
          instance={shown}
          control={control}
          mode="inline"
          onError={(error) => setThrown({ error })}
          onRecover={() => setThrown(null)}
          {...presentation}
        />
      </Profiler>
      {thrown !== null && <CardErrorReport error={thrown.error} />}
    </>
  );
}

/** What the widget threw, until it renders again. */
function useCardError(
  onError: PreviewCardProps["onError"],
): [CardError | null, (thrown: CardError | null) => void] {
  const [thrown, setThrown] = useState<CardError | null>(null);
  useEffect(() => onError?.(thrown), [onError, thrown]);
  return [thrown, setThrown];
}

/** What a card has thrown, with the line of the project that it comes from. */
function CardErrorReport({ error }: { error: unknown }): ReactElement {
  return <ErrorReport error={error} place={useErrorPlace(error)} />;
}

/**
 * The line of the project that a thrown value comes from, which the server finds; null until then, and where there is none.
 * A picture does not wait for it.
 */
function useErrorPlace(error: unknown): StackFrame["source"] {
  const { client } = useShellDependencies();
  const isAsked = useShell(({ url }) => url.chrome !== "shots");
  const [found, setFound] = useState<{ error: unknown; place: StackFrame["source"] } | null>(null);
  useEffect(() => {
    const stack = stackOf(error);
    if (stack === null || !isAsked) return;
    client.mapStack(stack).then(
      (frames) => setFound({ error, place: frames.find(({ source }) => source !== null)?.source ?? null }),
      () => {},
    );
  }, [client, error, isAsked]);
  return found?.error === error ? found?.place ?? null : null;
}
