import { lazy, type ReactElement, type ReactNode, Suspense, useState } from "react";
import type { WidgetSize } from "@tck/kit";
import { cardTitle } from "@tck/kit/host-mount";
import type { WidgetManifest } from "../../../core/manifest/mod.ts";
import type { LiveWidget, PublicBundle } from "../../protocol.ts";
import { bundleRevision } from "../card/bundle_cards.ts";
import { PreviewCard, type Thrown } from "../card/preview_card.tsx";
import { type Card, useBundleCard, useLiveCard } from "../card/use_card.ts";
import { useDocumentTitle } from "../document_title.ts";
import { useShellState } from "../shell_context.ts";
import type { StageSubject } from "../shell_store.ts";
import { CardSlot } from "./card_slot.tsx";
import { announceCard } from "./frame_messages.ts";
import { type StageProgress, useReadyMark } from "./ready_mark.ts";
import { StageControls } from "./stage_controls.tsx";

const FramedCard = lazy(async () => ({ default: (await import("./framed_card.tsx")).FramedCard }));

/** One widget, and how it is shown. */
export function Stage({ subject }: { subject: StageSubject }): ReactElement {
  switch (subject.kind) {
    case "live":
      return <LiveStage key={subject.widget.name} widget={subject.widget} />;
    case "bundle":
      return <BundleStage key={bundleRevision(subject.bundle)} bundle={subject.bundle} />;
    case "pending":
      return <p className="shell-message" role="status">Loading…</p>;
    case "missing":
      return <EmptyStage reason="missing">There is no widget “{subject.name}” here now.</EmptyStage>;
    case "none":
      return (
        <EmptyStage reason="none">
          No widgets yet. Write <code>widgets/001_hello/widget.tck.tsx</code>, or build one.
        </EmptyStage>
      );
  }
}

/** A tool that waits for a widget is told that there is none. */
function EmptyStage({ reason, children }: { reason: string; children: ReactNode }): ReactElement {
  useReadyMark({ status: "failed", error: reason });
  return <p className="shell-message" role="status">{children}</p>;
}

function LiveStage({ widget: { name } }: { widget: LiveWidget }): ReactElement {
  const card = useLiveCard(name);
  const manifest = card.state.status === "loaded" ? card.state.content.instance.manifest : undefined;
  return <WidgetOnStage name={name} card={card} manifest={manifest} />;
}

function BundleStage({ bundle }: { bundle: PublicBundle }): ReactElement {
  return <WidgetOnStage name={bundle.label} card={useBundleCard(bundle)} manifest={bundle.manifest} />;
}

interface WidgetOnStageProps {
  /** What the picker calls it. */
  readonly name: string;
  readonly card: Card;
  /** Undefined until it is known. */
  readonly manifest: WidgetManifest | undefined;
}

function WidgetOnStage({ name, card, manifest }: WidgetOnStageProps): ReactElement {
  const { url, languages } = useShellState();
  const size = chooseSize(manifest, url.size);
  const stateName = chooseState(manifest, url.state);
  const title = manifest === undefined ? name : cardTitle(manifest, navigator.language);
  useDocumentTitle(title);
  const shown = { name, card, manifest, size, stateName };
  if (url.chrome === "none") return <InlineCard {...shown} />;
  return (
    <>
      <div className="shell-stage-head">
        <h1>{title}</h1>
        {manifest !== undefined && <StageControls manifest={manifest} size={size} stateName={stateName} />}
      </div>
      <div className="shell-stage-scroller" tabIndex={0} role="region" aria-label={`${title} on the stage`}>
        {url.mount === "iframe"
          ? (
            <Suspense>
              <FramedCard key={JSON.stringify([url, languages])} size={size} title={title} />
            </Suspense>
          )
          : <InlineCard {...shown} />}
      </div>
    </>
  );
}

interface InlineCardProps extends WidgetOnStageProps {
  readonly size: WidgetSize | null;
  readonly stateName: string | null;
}

function InlineCard({ name, card, manifest, size, stateName }: InlineCardProps): ReactElement {
  const [thrown, setThrown] = useState<Thrown | null>(null);
  useReadyMark(progressOf(card, thrown));
  return (
    <div ref={announceCard}>
      <CardSlot size={size}>
        <PreviewCard
          card={card}
          name={name}
          manifest={manifest}
          size={size}
          stateName={stateName}
          onThrown={setThrown}
        />
      </CardSlot>
    </div>
  );
}

/** The wanted size if the widget declares it, else its first. */
function chooseSize(manifest: WidgetManifest | undefined, wanted: WidgetSize | null): WidgetSize | null {
  if (manifest === undefined) return wanted;
  return manifest.sizes.find((size) => size === wanted) ?? manifest.sizes[0] ?? null;
}

/** The wanted state if the widget has it, else its default. */
function chooseState(manifest: WidgetManifest | undefined, wanted: string | null): string | null {
  return wanted !== null && Object.hasOwn(manifest?.states ?? {}, wanted) ? wanted : null;
}

function progressOf({ state }: Card, thrown: Thrown | null): StageProgress {
  const failure = state.status === "failed" ? state : thrown;
  if (failure === null) return { status: state.status === "loaded" ? "mounted" : "loading" };
  const { error } = failure;
  return { status: "failed", error: (error instanceof Error ? error.message : String(error)).slice(0, 400) };
}
