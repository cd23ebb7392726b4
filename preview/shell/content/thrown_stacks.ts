import * as react from "react";

/** Where the element that threw an error was created: an error of a block of the kit has no code of the widget on its stack. */
const owners = new WeakMap<Error, string>();

/**
 * Keeps where the element was made that has thrown an error. React writes what a boundary catches to the console in the
 * context of the component that threw it, and nowhere else does it know the component.
 */
export function keepOwners(error: Error): void {
  if (owners.has(error)) return;
  // React's production build, which a site has, lacks the function.
  const stack = react.captureOwnerStack?.();
  if (stack) owners.set(error, stack);
}

/** The stack of an error, then where the elements around it were made, the innermost first; null for another value. */
export function stackOf(error: unknown): string | null {
  if (!(error instanceof Error) || error.stack === undefined) return null;
  const around = owners.get(error);
  return around === undefined ? error.stack : `${error.stack.trimEnd()}\n${around.replace(/^\n/, "")}`;
}
