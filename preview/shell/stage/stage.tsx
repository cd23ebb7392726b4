import { lazy, type ReactElement, Suspense, useEffect, useRef, useState } from "react";
import type { WidgetSize } from "@tck/kit";
import { cardTitle } from "@tck/kit/host-mount";
import { errorMessage } from "../../../core/errors/mod.ts";
import type { WidgetManifest } from "../../../core/manifest/mod.ts";
import type { LiveWidget, PublicBundle } from "../../protocol.ts";
import { findStageContext } from "../state/find_context.ts";
import { bundleRevision } from "../content/bundle_cards.ts";
import { type CardError, PreviewCard } from "../card/preview_card.tsx";
import { bundleCardKey, liveCardKey } from "../state/card_key.ts";
import { type Card, useBundleCard, useLiveCard } from "../card/use_card.ts";
import { CopyButton } from "../controls/copy_button.tsx";
import { useDocumentTitle } from "../controls/document_title.ts";
import { useShell, useShellDependencies } from "../shell_context.ts";
import type { StageSubject } from "../state/stage_subject.ts";
import { findLiveManifest, isInFrame } from "../state/live_manifest.ts";
import { readStateData } from "../state/state_data.ts";
import { CardSlot } from "../frame/card_slot.tsx";
import { postToStage, reportCardToParent } from "../frame/framed_page.ts";
import { chooseSize, chooseState } from "../state/shown_variant.ts";
import type { UrlState } from "../state/url_state.ts";
import { type StageProgress, useReadySignal } from "./ready_signal.ts";
import { CardOverlays } from "../viewport/card_overlays.tsx";
import { Viewport } from "../viewport/viewport.tsx";
import { MissingWidget } from "../controls/missing_widget.tsx";

const FramedCard = lazy(async () => ({ default: (await import("./framed_card.tsx")).FramedCard }));

/** One widget with its controls. */
export function Stage({ subject }: { subject: StageSubject }): ReactElement {
  switch (subject.kind) {
    case "live":
      return <LiveStage key={subject.widget.name} widget={subject.widget} />;
    case "bundle":
      return <BundleStage key={bundleRevision(subject.bundle)} bundle={subject.bundle} />;
    case "pending":
      return <p className="shell-message" role="status">Loading…</p>;
    case "missing":
      return <MissingStage name={subject.name} />;
    case "none":
      return <FirstWidget />;
  }
}

/** Also signals the reason to tools that wait for a widget. */
function MissingStage({ name }: { name: string }): ReactElement {
  useReadySignal({ status: "failed", error: "missing" });
  return <MissingWidget name={name} />;
}

/** The lines of the first widget of an empty project. */
const FIRST_WIDGET = `import { Card, defineManifest } from "@tck/kit";
export const manifest = defineManifest({ id: "hello", cardType: "feed", sizes: ["fill-auto"] });
export default function Hello() { return <Card><p>Hello</p></Card>; }
`;

function FirstWidget(): ReactElement {
  useReadySignal({ status: "failed", error: "none" });
  return (
    <section className="shell-first" aria-labelledby="shell-first">
      <h1 id="shell-first">No widgets yet</h1>
      <p>
        Write these three lines to <code>widgets/001_hello/widget.tck.tsx</code>: the card appears here.
      </p>
      <pre
        className="shell-code"
        tabIndex={0}
        role="region"
        aria-label="The first widget"
      >{FIRST_WIDGET}</pre>
      <CopyButton text={() => FIRST_WIDGET} label="Copy the lines" />
    </section>
  );
}

function LiveStage({ widget: { name } }: { widget: LiveWidget }): ReactElement {
  const card = useLiveCard(name, !useShell(isInFrame));
  const manifest = useShell((state) => findLiveManifest(state, name));
  useReportManifest(name, card);
  return (
    <WidgetOnStage widget={name} cardKey={liveCardKey(name)} name={name} card={card} manifest={manifest} />
  );
}

/** In a frame, the page around it does not load the widget. */
function useReportManifest(widget: string, { state }: Card): void {
  useEffect(() => {
    if (state.status === "loading") return;
    const manifest = state.status === "loaded" ? state.instance.manifest : null;
    postToStage({ type: "tck:frame-manifest", widget, manifest });
  }, [widget, state]);
}

function BundleStage({ bundle }: { bundle: PublicBundle }): ReactElement {
  return (
    <WidgetOnStage
      widget={bundle.id}
      cardKey={bundleCardKey(bundle, null)}
      name={bundle.label}
      card={useBundleCard(bundle, !useShell(isInFrame))}
      manifest={bundle.manifest}
    />
  );
}

interface WidgetOnStageProps {
  /** The name of a live widget or the id of a bundle. */
  readonly widget: string;
  readonly cardKey: string;
  /** Its label in the picker. */
  readonly name: string;
  readonly card: Card;
  /** Undefined until it is known. */
  readonly manifest: WidgetManifest | undefined;
}

function WidgetOnStage(props: WidgetOnStageProps): ReactElement {
  const { cardKey, name, manifest } = props;
  const size = chooseSize(manifest, useShell(({ url }) => url.size));
  const stateName = chooseState(manifest, useShell(({ url }) => url.state));
  const chrome = useShell(({ url }) => url.chrome);
  const mount = useShell(({ url }) => url.mount);
  const title = manifest === undefined ? name : cardTitle(manifest, navigator.language);
  useDocumentTitle(title);
  const shown = { ...props, size, stateName };
  useFullAddress(shown);
  if (chrome === "none") return <InlineCard {...shown} />;
  return (
    <>
      <h1 className="shell-visually-hidden">{title}</h1>
      <div className="shell-stage-scroller" tabIndex={0} role="region" aria-label={`${title} on the stage`}>
        <Viewport isResizable={size === "fill-auto"}>
          {mount === "iframe"
            ? (
              <Suspense>
                <FramedCard cardKey={cardKey} size={size} stateName={stateName} title={title} />
              </Suspense>
            )
            : <InlineCard {...shown} />}
        </Viewport>
      </div>
    </>
  );
}

interface InlineCardProps extends WidgetOnStageProps {
  readonly size: WidgetSize | null;
  readonly stateName: string | null;
}

function InlineCard(props: InlineCardProps): ReactElement {
  const { widget, cardKey, name, card, manifest, size, stateName } = props;
  const context = useShell((state) => findStageContext(state, widget));
  const stateData = useShell(({ url }) => url.stateData);
  const [thrown, setThrown] = useState<CardError | null>(null);
  const place = useRef<HTMLDivElement>(null);
  useReadySignal(progressOf(card, thrown));
  useEffect(() => reportCardToParent(place.current), []);
  return (
    <div ref={place}>
      <CardOverlays place={place} content={card.state} />
      <CardSlot size={size}>
        <PreviewCard
          card={card}
          cardKey={cardKey}
          name={name}
          manifest={manifest}
          size={size}
          context={context}
          stateName={stateName}
          stateData={stateData}
          onError={setThrown}
        />
      </CardSlot>
    </div>
  );
}

/** Writes what is shown to the URL. A size or state that the widget does not have leaves it with a notice. */
function useFullAddress({ widget, name, manifest, size, stateName }: InlineCardProps): void {
  const { navigation } = useShellDependencies();
  const url = useShell((state) => state.url);
  const isKnown = manifest !== undefined;
  useEffect(() => {
    if (url.chrome !== "full") return;
    if (!isKnown) {
      const { size, state, stateData } = url;
      if (url.widget !== widget) navigation.navigate({ widget, size, state, stateData }, "replace");
      return;
    }
    const stateData = url.stateData !== null && readStateData(url.stateData) !== null ? url.stateData : null;
    const shown = { widget, size, state: stateName, stateData };
    const notices = describeUnknown(name, url, shown);
    if (notices.length > 0) navigation.replaceUnknown(shown, ...notices);
    else if (url.widget !== widget || url.size !== size) navigation.navigate(shown, "replace");
  }, [
    navigation,
    isKnown,
    url.chrome,
    url.widget,
    url.size,
    url.state,
    url.stateData,
    widget,
    name,
    size,
    stateName,
  ]);
}

type Shown = Pick<UrlState, "size" | "state" | "stateData">;

function describeUnknown(name: string, url: Shown, shown: Shown): string[] {
  const notices: string[] = [];
  if (url.size !== null && url.size !== shown.size) {
    notices.push(`${name} does not have the size ${url.size}. Shown: ${shown.size}.`);
  }
  if (url.state !== null && url.state !== shown.state) {
    notices.push(`${name} does not have the state “${url.state.slice(0, 60)}”. Shown: the default state.`);
  }
  if (url.stateData !== shown.stateData) {
    notices.push(
      "The address had changes of the state that are not a JSON object. Shown: the state without changes.",
    );
  }
  return notices;
}

function progressOf({ state }: Card, thrown: CardError | null): StageProgress {
  const failure = state.status === "failed" ? state : thrown;
  if (failure === null) return { status: state.status === "loaded" ? "mounted" : "loading" };
  return { status: "failed", error: errorMessage(failure.error).slice(0, 400) };
}
