import type { ReactElement } from "react";
import { PopoverButton } from "../controls/popover_button.tsx";
import { type SelectOptions, UrlSelect } from "../controls/select.tsx";
import { CardWidth } from "../controls/width_control.tsx";
import { useShell } from "../shell_context.ts";
import { findStageManifest } from "../state/shown_variant.ts";
import type { StageSubject } from "../state/stage_subject.ts";
import type { UrlState } from "../state/url_state.ts";
import { ViewportTools } from "../viewport/viewport_tools.tsx";
import { ChoiceList } from "./choice_list.tsx";
import { chooseCompared, type CompareSubject, MIN_CARDS } from "./choices.ts";
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
