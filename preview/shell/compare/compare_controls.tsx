import type { ReactElement } from "react";
import { PopoverButton } from "../controls/popover_button.tsx";
import { type SelectOptions, UrlSelect } from "../controls/select.tsx";
import { CardWidth } from "../controls/width_control.tsx";
import { useShell, useShellDependencies } from "../shell_context.ts";
import { findStageManifest } from "../state/shown_variant.ts";
import type { StageSubject } from "../state/stage_subject.ts";
import type { UrlState } from "../state/url_state.ts";
import { ViewportTools } from "../viewport/viewport_tools.tsx";
import {
  chooseCompared,
  type CompareChoice,
  type CompareSubject,
  MAX_CARDS,
  MIN_CARDS,
  writeCompared,
} from "./choices.ts";
import { useChoices } from "./use_choices.ts";

const AXES: SelectOptions<UrlState["compare"]> = [
  ["themes", "Themes"],
  ["sizes", "Sizes"],
  ["languages", "Languages"],
  ["states", "States"],
  ["versions", "Versions"],
];

/** What is compared, and the width and viewport of the cards. */
export function CompareControls({ subject }: { subject: StageSubject }): ReactElement | null {
  const manifest = useShell(findStageManifest);
  if (manifest === undefined) return null;
  return (
    <>
      <UrlSelect label="Compare" name="compare" options={AXES} />
      {subject.kind === "live" && (
        <Chooser subject={{ widget: subject.widget.name, name: subject.widget.name, manifest }} />
      )}
      {subject.kind === "bundle" && (
        <Chooser subject={{ widget: subject.bundle.id, name: subject.bundle.label, manifest }} />
      )}
      <CardWidth />
      <ViewportTools />
    </>
  );
}

function Chooser({ subject }: { subject: CompareSubject }): ReactElement | null {
  const choices = useChoices(subject);
  const compared = useShell(({ url }) => url.compared);
  if (choices.length <= MIN_CARDS) return null;
  const chosen = chooseCompared(choices, compared) ?? chooseCompared(choices, null)!;
  return (
    <PopoverButton name="Variants" icon="variants" isChanged={compared !== null}>
      <ChoiceList choices={choices} chosen={chosen} />
    </PopoverButton>
  );
}

interface ChoiceListProps {
  readonly choices: readonly CompareChoice[];
  readonly chosen: readonly CompareChoice[];
}

/** Which variants are side by side: at least two, at most six. */
function ChoiceList({ choices, chosen }: ChoiceListProps): ReactElement {
  const { navigation } = useShellDependencies();
  const change = (changed: CompareChoice, isShown: boolean) => {
    const ids = choices.filter((choice) => choice === changed ? isShown : chosen.includes(choice))
      .map(({ id }) => id);
    navigation.navigate({ compared: writeCompared(choices, ids) });
  };
  return (
    <fieldset className="shell-compare-choices">
      <legend>Side by side</legend>
      {choices.map((choice) => {
        const isShown = chosen.includes(choice);
        const isFixed = isShown ? chosen.length <= MIN_CARDS : chosen.length >= MAX_CARDS;
        return (
          <label key={choice.id} className="shell-check">
            <input
              type="checkbox"
              checked={isShown}
              disabled={isFixed}
              onChange={({ currentTarget: { checked } }) => change(choice, checked)}
            />
            {choice.label}
          </label>
        );
      })}
    </fieldset>
  );
}
