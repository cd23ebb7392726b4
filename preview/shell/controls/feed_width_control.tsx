import type { ReactElement } from "react";
import { RadioGroup } from "./radio_group.tsx";
import { useShell, useShellDependencies } from "../shell_context.ts";

/** The width of the column that `fill-auto` cards fill. */
export function FeedWidthControl(): ReactElement {
  const { navigation } = useShellDependencies();
  // On the Stage the card may have a width of its own.
  const feedWidth = useShell(({ url }) => url.view === "feed" || url.width === null ? url.feedWidth : null);
  return (
    <RadioGroup
      legend="Width"
      values={[["narrow", "Narrow"], ["medium", "Medium"], ["wide", "Wide"]]}
      value={feedWidth}
      onChoose={(feedWidth) => navigation.navigate({ feedWidth })}
    />
  );
}
