import { type ReactElement, useMemo } from "react";
import { cardTitle } from "@tck/kit/host-mount";
import type { LiveWidget } from "../../protocol.ts";
import { useDocumentTitle } from "../controls/document_title.ts";
import { useShell } from "../shell_context.ts";
import { findLiveManifest } from "../state/live_manifest.ts";
import { VisionFilter, visionStyle } from "../viewport/vision_filter.tsx";
import type { StageSubject } from "../state/stage_subject.ts";
import { type CompareChoice, type CompareSubject, MIN_CARDS } from "./choices.ts";
import { ComparedCard, FirstCard } from "./compared_card.tsx";
import { EmptyMessage } from "../controls/empty_message.tsx";
import { MissingWidget } from "../controls/missing_widget.tsx";
import type { UrlState } from "../state/url_state.ts";
import { useChoices, useChosen } from "./use_choices.ts";

/** The Stage's widget in two to six variants, side by side. */
export function Compare({ subject }: { subject: StageSubject }): ReactElement {
  switch (subject.kind) {
    case "live":
      return <LiveCompare key={subject.widget.name} widget={subject.widget} />;
    case "bundle": {
      const { id, label, manifest } = subject.bundle;
      return <Variants key={id} subject={{ widget: id, name: label, manifest }} />;
    }
    case "pending":
      return <p className="shell-message" role="status">Loading…</p>;
    case "missing":
      return <MissingWidget name={subject.name} />;
    case "none":
      return <EmptyMessage>There is no widget to compare.</EmptyMessage>;
  }
}

function LiveCompare({ widget: { name } }: { widget: LiveWidget }): ReactElement {
  const manifest = useShell((state) => findLiveManifest(state, name));
  const isFailed = useShell(({ framedManifests }) => framedManifests.get(name) === null);
  const subject = useMemo(() => manifest && { widget: name, name, manifest }, [name, manifest]);
  if (subject !== undefined) return <Variants subject={subject} />;
  return (
    <>
      <p className="shell-message" role="status">
        {isFailed ? "The widget cannot be loaded:" : "Loading…"}
      </p>
      <FirstCard widget={name} />
    </>
  );
}

function Variants({ subject }: { subject: CompareSubject }): ReactElement {
  const axis = useShell(({ url }) => url.compare);
  const title = `${cardTitle(subject.manifest, navigator.language)}, compared`;
  const choices = useChoices(subject);
  const chosen = useChosen(choices, subject.widget);
  useDocumentTitle(title);
  return (
    <>
      <h1 className="shell-visually-hidden">{title}</h1>
      {choices.length < MIN_CARDS
        ? <p className="shell-message" role="status">{ONLY_ONE[axis]}</p>
        : <ComparedCards chosen={chosen} subject={subject} axis={axis} />}
    </>
  );
}

const ONLY_ONE: { readonly [axis in UrlState["compare"]]: string } = {
  themes: "",
  sizes: "The manifest declares a single size.",
  languages: "The manifest declares fewer than two languages.",
  states: "The manifest declares no states.",
  versions: "There is no other version: no bundle in the picker has this widget's name or manifest id.",
};

interface ComparedCardsProps {
  readonly chosen: readonly CompareChoice[];
  readonly subject: CompareSubject;
  readonly axis: string;
}

function ComparedCards({ chosen, subject, axis }: ComparedCardsProps): ReactElement {
  const zoom = useShell(({ url }) => Number(url.zoom) / 100);
  const vision = useShell(({ url }) => url.vision);
  return (
    <div className="shell-compare-scroller" tabIndex={0} role="region" aria-label="Compared cards">
      <VisionFilter vision={vision} />
      <div className="shell-compare" style={{ ...(zoom !== 1 && { zoom }), ...visionStyle(vision) }}>
        {chosen.map((choice, place) => (
          <ComparedCard key={`${axis} ${choice.id}`} place={place} choice={choice} subject={subject} />
        ))}
      </div>
    </div>
  );
}
