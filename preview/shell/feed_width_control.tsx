import type { ReactElement } from "react";
import { RadioGroup } from "./radio_group.tsx";
import { useShellDependencies, useShellState } from "./shell_context.ts";

/** The width of the column that `fill-auto` cards fill. */
export function FeedWidthControl(): ReactElement {
  const { shell } = useShellDependencies();
  const { url } = useShellState();
  return (
    <RadioGroup
      legend="Width"
      values={[["narrow", "Narrow"], ["medium", "Medium"], ["wide", "Wide"]]}
      value={url.feedWidth}
      onChoose={(feedWidth) => shell.navigate({ feedWidth })}
    />
  );
}
