/**
 * Registers the position on a scale as a number, so that arc and needle move to a new one. A page registers it once for all
 * cards; without it they jump.
 */
export function registerPosition(): void {
  try {
    CSS.registerProperty({
      name: "--kit-at",
      syntax: "<number>",
      inherits: true,
      initialValue: "0",
    });
  } catch {
    // It is registered, or the browser does not have registered properties.
  }
}
