import type { ReactElement } from "react";
import { Choice } from "./choice.tsx";
import { useShellParts, useShellState } from "./shell_context.ts";

/** The width of the column that `fill-auto` cards fill. */
export function FeedWidthChoice(): ReactElement {
  const { shell } = useShellParts();
  const { url } = useShellState();
  return (
    <Choice
      legend="Width"
      values={[["narrow", "Narrow"], ["medium", "Medium"], ["wide", "Wide"]]}
      value={url.feedWidth}
      onChoose={(feedWidth) => shell.go({ feedWidth })}
    />
  );
}
