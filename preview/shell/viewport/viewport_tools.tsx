import { lazy, type ReactElement, Suspense } from "react";
import { PopoverButton } from "../controls/popover_button.tsx";
import { useShell } from "../shell_context.ts";

const ViewportChoices = lazy(async () => ({
  default: (await import("./viewport_choices.tsx")).ViewportChoices,
}));

/** The button of the viewport's controls. It says whether one of them has another value than at first. */
export function ViewportTools(): ReactElement {
  const isChanged = useShell(({ url: { zoom, direction, vision, motion, contrast, overlay } }) =>
    zoom !== "100" || vision !== "full" || overlay !== "none" ||
    [direction, motion, contrast].some((value) => value !== "auto")
  );
  return (
    <PopoverButton name="Viewport" icon="viewport" isChanged={isChanged}>
      <Suspense>
        <ViewportChoices />
      </Suspense>
    </PopoverButton>
  );
}
