import { type HostControl, isTheme } from "./host_control.ts";

interface ThemeMessageOptions {
  /**
   * The origins of embedding pages that may set the theme, such as `https://app.example`.
   *
   * @default []
   */
  readonly allowedOrigins?: readonly string[];
}

/**
 * Sets the theme when a message `{ type: "tck:theme", theme: "light" | "dark" }` arrives from this page's own origin,
 * or from the embedding page if its origin is allowed (lifecycle specification, D.4 step 1). Ignores all other messages.
 *
 * @returns a function that removes the listener
 */
export function listenForTheme(
  control: HostControl,
  { allowedOrigins = [] }: ThemeMessageOptions = {},
): () => void {
  const receive = (event: MessageEvent) => {
    // Reading `data` deserialises it, which takes the page's time: a frame may send very much.
    const theme = isTrusted(event, allowedOrigins) ? readThemeMessage(event.data) : null;
    if (theme !== null) control.setTheme(theme);
  };
  globalThis.addEventListener("message", receive);
  return () => globalThis.removeEventListener("message", receive);
}

function readThemeMessage(data: unknown): "light" | "dark" | null {
  if (typeof data !== "object" || data === null) return null;
  const { type, theme } = data as { type?: unknown; theme?: unknown };
  return type === "tck:theme" && isTheme(theme) ? theme : null;
}

/** Every sandboxed frame has the origin `"null"`, so that equal `"null"` origins do not mean the same origin. */
function isTrusted({ origin, source }: MessageEvent, allowedOrigins: readonly string[]): boolean {
  if (source === globalThis.self) return true;
  if (origin === "null") return false;
  return origin === location.origin || (source === globalThis.parent && allowedOrigins.includes(origin));
}
