import { type HostControl, isTheme } from "./host_control.ts";

/** What `listenForTheme` takes. */
export interface ThemeMessageOptions {
  /**
   * The origins of pages that embed this one and may set its theme, such as `https://app.example`.
   *
   * @default []
   */
  readonly allowedOrigins?: readonly string[];
}

/**
 * Sets the theme when a message `{ type: "tck:theme", theme: "light" | "dark" }` arrives from this page's own origin,
 * or from the embedding page when its origin is allowed (lifecycle specification, D.4 step 1). Anything else is left
 * alone.
 *
 * @returns a function that ends the listening
 */
export function listenForTheme(
  control: HostControl,
  { allowedOrigins = [] }: ThemeMessageOptions = {},
): () => void {
  const receive = (event: MessageEvent) => {
    const theme = readThemeMessage(event.data);
    if (theme !== null && isTrusted(event, allowedOrigins)) control.setTheme(theme);
  };
  globalThis.addEventListener("message", receive);
  return () => globalThis.removeEventListener("message", receive);
}

function readThemeMessage(data: unknown): "light" | "dark" | null {
  if (typeof data !== "object" || data === null) return null;
  const { type, theme } = data as { type?: unknown; theme?: unknown };
  return type === "tck:theme" && isTheme(theme) ? theme : null;
}

/** Every sandboxed frame has the origin `"null"`, so that two of those have nothing in common. */
function isTrusted({ origin, source }: MessageEvent, allowedOrigins: readonly string[]): boolean {
  if (source === globalThis.self) return true;
  if (origin === "null") return false;
  return origin === location.origin || (source === globalThis.parent && allowedOrigins.includes(origin));
}
