import { takeGetter } from "../native_members.ts";

type KeyState = Pick<MouseEvent, "altKey" | "ctrlKey" | "metaKey" | "shiftKey">;

/** Reads whether one of the keys is pressed that change what a click on a link does. */
export function takeModifierReader<Source extends Event & KeyState>(
  prototype: Source,
): (event: Source) => boolean {
  const alt = takeGetter(prototype, "altKey");
  const ctrl = takeGetter(prototype, "ctrlKey");
  const meta = takeGetter(prototype, "metaKey");
  const shift = takeGetter(prototype, "shiftKey");
  return (event) => alt(event) || ctrl(event) || meta(event) || shift(event);
}
