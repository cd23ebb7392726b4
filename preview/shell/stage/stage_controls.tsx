import { type ReactElement, useId } from "react";
import type { WidgetSize } from "@tck/kit";
import type { WidgetManifest } from "../../../core/manifest/mod.ts";
import { Choice } from "../choice.tsx";
import { FeedWidthChoice } from "../feed_width_choice.tsx";
import { useShellParts, useShellState } from "../shell_context.ts";

/** What the Stage's controls are given. */
export interface StageControlsProps {
  readonly manifest: WidgetManifest;
  /** The size that is shown. */
  readonly size: WidgetSize | null;
  /** The state that is shown; null for `defaultState`. */
  readonly stateName: string | null;
}

/** How the widget is shown: its size, its state, the width of its column and how it is isolated. */
export function StageControls({ manifest, size, stateName }: StageControlsProps): ReactElement {
  const { shell } = useShellParts();
  const { url } = useShellState();
  const states = Object.keys(manifest.states ?? {});
  const stateId = useId();
  return (
    <div className="shell-controls" role="group" aria-label="How the widget is shown">
      {size !== null && (
        <Choice
          legend="Size"
          values={manifest.sizes.map((candidate) => [candidate, candidate] as const)}
          value={size}
          onChoose={(size) => shell.go({ size })}
        />
      )}
      {size === "fill-auto" && <FeedWidthChoice />}
      {states.length > 0 && (
        <div className="shell-choice">
          <label htmlFor={stateId}>State</label>
          <select
            id={stateId}
            className="shell-field"
            value={stateName === null ? "" : `=${stateName}`}
            onChange={({ currentTarget: { value } }) =>
              shell.go({ state: value === "" ? null : value.slice(1) })}
          >
            <option value="">default</option>
            {states.map((name) => <option key={name} value={`=${name}`}>{name}</option>)}
          </select>
        </div>
      )}
      <Choice
        legend="Mount"
        values={[["inline", "Inline"], ["iframe", "Frame"]]}
        value={url.mount}
        onChoose={(mount) => shell.go({ mount })}
      />
    </div>
  );
}
