import { type ReactElement, useEffect, useMemo } from "react";
import { cardTitle } from "@tck/kit/host-mount";
import type { LiveWidget } from "../../protocol.ts";
import { useLiveCard } from "../card/use_card.ts";
import { useDocumentTitle } from "../controls/document_title.ts";
import { RadioGroup } from "../controls/radio_group.tsx";
import { useShell, useShellDependencies } from "../shell_context.ts";
import { ViewportSection } from "../viewport/viewport_section.tsx";
import { VisionFilter, visionStyle } from "../viewport/vision_filter.tsx";
import type { StageSubject } from "../state/stage_subject.ts";
import {
  chooseCompared,
  type CompareChoice,
  type CompareSubject,
  listChoices,
  MIN_CARDS,
} from "./choices.ts";
import { ChoiceList } from "./choice_list.tsx";
import { ComparedCard } from "./compared_card.tsx";

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
      return <p className="shell-message" role="status">The widget “{subject.name}” does not exist.</p>;
    case "none":
      return <p className="shell-message" role="status">There is no widget to compare.</p>;
  }
}

function LiveCompare({ widget: { name } }: { widget: LiveWidget }): ReactElement {
  const { state } = useLiveCard(name);
  if (state.status === "loaded") {
    return <Variants subject={{ widget: name, name, manifest: state.instance.manifest }} />;
  }
  return (
    <p className="shell-message" role="status">
      {state.status === "loading" ? "Loading…" : "The widget cannot be loaded: the Stage says why."}
    </p>
  );
}

const AXES = [
  ["themes", "Themes"],
  ["sizes", "Sizes"],
  ["languages", "Languages"],
  ["states", "States"],
  ["versions", "Versions"],
] as const;

function Variants({ subject }: { subject: CompareSubject }): ReactElement {
  const { navigation } = useShellDependencies();
  const axis = useShell(({ url }) => url.compare);
  const title = `${cardTitle(subject.manifest, navigator.language)}, compared`;
  const choices = useChoices(subject);
  const chosen = useChosen(choices, subject.widget);
  useDocumentTitle(title);
  return (
    <>
      <div className="shell-stage-head">
        <h1>{title}</h1>
        <div className="shell-controls" role="group" aria-label="What is compared">
          <RadioGroup
            legend="Compare"
            values={AXES}
            value={axis}
            onChoose={(compare) => navigation.navigate({ compare })}
          />
        </div>
        {choices.length > MIN_CARDS && <ChoiceList choices={choices} chosen={chosen} />}
        <ViewportSection isResizable />
      </div>
      {choices.length < MIN_CARDS
        ? <p className="shell-message" role="status">{ONLY_ONE[axis]}</p>
        : <ComparedCards chosen={chosen} subject={subject} axis={axis} />}
    </>
  );
}

const ONLY_ONE: { readonly [axis in typeof AXES[number][0]]: string } = {
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
        {chosen.map((choice) => (
          <ComparedCard key={`${axis} ${choice.id}`} choice={choice} subject={subject} />
        ))}
      </div>
    </div>
  );
}

function useChoices(subject: CompareSubject): readonly CompareChoice[] {
  const axis = useShell(({ url }) => url.compare);
  const live = useShell((state) => state.liveWidgets);
  const bundles = useShell(({ server }) => server.bundles);
  const { widget, name, manifest } = subject;
  return useMemo(
    () => listChoices(axis, { widget, name, manifest }, { live, bundles: bundles ?? [] }),
    [axis, widget, name, manifest, live, bundles],
  );
}

/** What the address names; what it names and the widget does not have leaves it with a notice. */
function useChosen(choices: readonly CompareChoice[], widget: string): readonly CompareChoice[] {
  const { navigation } = useShellDependencies();
  const url = useShell((state) => state.url);
  // Versions are known when the bundles are.
  const isKnown = useShell(({ server }) => url.compare !== "versions" || server.bundles !== null);
  const chosen = useMemo(() => chooseCompared(choices, url.compared), [choices, url.compared]);
  useEffect(() => {
    const { size, state, stateData, compared } = url;
    if (isKnown && chosen === null) {
      navigation.replaceUnknown(
        { compared: null },
        `The address had compared=${
          (compared ?? "").slice(0, 60)
        }, which is not a list of two to six that the widget has. ` +
          "Shown: the first ones.",
      );
    } else if (url.widget !== widget) {
      navigation.navigate({ widget, size, state, stateData, compared }, "replace");
    }
  }, [navigation, isKnown, chosen, url, widget]);
  return chosen ?? chooseCompared(choices, null)!;
}
