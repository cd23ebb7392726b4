/**
 * Hides events from `window.event`. Code that runs while the port's message is handled, such as a method of a prototype
 * that a widget has replaced, would find the event there, and by its target the port.
 *
 * @returns a function that hides an event, to call first in its listener
 */
export function hideEvents(): (event: Event) => void {
  const { get } = Object.getOwnPropertyDescriptor(globalThis, "event")!;
  const readCurrent: (window: object) => Event | undefined = Function.prototype.call.bind(get!);
  let hidden: Event | undefined;
  Object.defineProperty(globalThis, "event", {
    configurable: false,
    get() {
      const current = readCurrent(globalThis);
      return current === hidden ? undefined : current;
    },
  });
  return (event) => void (hidden = event);
}
