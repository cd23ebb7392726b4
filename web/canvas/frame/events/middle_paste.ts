import { takeGetter, takeMethod } from "../native_members.ts";

const readButton = takeGetter(MouseEvent.prototype, "button");
const stop = takeMethod(Event.prototype, "stopImmediatePropagation");
const preventDefault = takeMethod(Event.prototype, "preventDefault");

const MIDDLE = 1;

/**
 * Ends what the middle button pastes: Firefox on Linux gives a card so what the reader has marked last, in any program, also
 * where nothing can be written. It sends no click to a button that is disabled, so that none could be prevented there. Called
 * before any widget runs.
 */
export function denyMiddlePaste(): void {
  let last = 0;
  const listen = (type: string, listener: (event: Event) => void) =>
    globalThis.addEventListener(type, (event) => event.isTrusted && listener(event), { capture: true });
  listen("pointerdown", (event) => void (last = readButton(event as PointerEvent)));
  listen("keydown", () => void (last = 0));
  listen("paste", (event) => {
    if (last !== MIDDLE) return;
    stop(event);
    preventDefault(event);
  });
}
