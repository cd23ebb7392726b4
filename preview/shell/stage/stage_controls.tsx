import { type ReactElement, useId } from "react";
import type { WidgetSize } from "@tck/kit";
import type { WidgetManifest } from "../../../core/manifest/mod.ts";
import { RadioGroup } from "../controls/radio_group.tsx";
import { FeedWidthControl } from "../controls/feed_width_control.tsx";
import { ViewportSection } from "../viewport/viewport_section.tsx";
import { useShell, useShellDependencies } from "../shell_context.ts";

interface StageControlsProps {
  readonly manifest: WidgetManifest;
  /** The current size. */
  readonly size: WidgetSize | null;
  /** The current state; null for `defaultState`. */
  readonly stateName: string | null;
}

/** The controls for the widget's size, state, column width, mount mode and viewport. */
export function StageControls({ manifest, size, stateName }: StageControlsProps): ReactElement {
  const { navigation } = useShellDependencies();
  const mount = useShell(({ url }) => url.mount);
  const states = Object.keys(manifest.states ?? {});
  const stateId = useId();
  return (
    <>
      <div className="shell-controls" role="group" aria-label="How the widget is shown">
        {size !== null && (
          <RadioGroup
            legend="Size"
            values={manifest.sizes.map((candidate) => [candidate, candidate] as const)}
            value={size}
            onChoose={(size) => navigation.navigate({ size })}
          />
        )}
        {size === "fill-auto" && <FeedWidthControl />}
        {states.length > 0 && (
          <div className="shell-choice">
            <label htmlFor={stateId}>State</label>
            <select
              id={stateId}
              className="shell-field"
              value={stateName === null ? "" : `=${stateName}`}
              onChange={({ currentTarget: { value } }) =>
                navigation.navigate({ state: value === "" ? null : value.slice(1) })}
            >
              <option value="">default</option>
              {states.map((name) => <option key={name} value={`=${name}`}>{name}</option>)}
            </select>
          </div>
        )}
        <RadioGroup
          legend="Mount"
          values={[["inline", "Inline"], ["iframe", "Frame"]]}
          value={mount}
          onChoose={(mount) => navigation.navigate({ mount })}
        />
      </div>
      <ViewportSection isResizable={size === "fill-auto"} />
    </>
  );
}
