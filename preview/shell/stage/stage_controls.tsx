import type { ReactElement } from "react";
import { SizeControl, StateControl } from "../controls/variant_controls.tsx";
import { CardWidth } from "../controls/width_control.tsx";
import { useShell } from "../shell_context.ts";
import { chooseSize, findStageManifest } from "../state/shown_variant.ts";
import { ViewportTools } from "../viewport/viewport_tools.tsx";

/** The controls for the widget's size, width, state and viewport. */
export function StageControls(): ReactElement | null {
  const manifest = useShell(findStageManifest);
  const size = chooseSize(manifest, useShell(({ url }) => url.size));
  if (manifest === undefined) return null;
  return (
    <>
      <SizeControl manifest={manifest} />
      {size === "fill-auto" && <CardWidth />}
      <StateControl manifest={manifest} />
      <ViewportTools />
    </>
  );
}
