const HERE = "https://here.invalid";

/**
 * The coarse shape of an action's link: `https://`, or a path with a single slash at its beginning, without white space
 * and backslashes (which browsers drop, or read as slashes).
 */
export const ACTION_HREF_PATTERN = /^(?:https:\/\/|\/(?!\/))[^\s\\]*$/;

/** Whether a text is an `https:` URL without credentials, or a path that stays on the page's origin. */
export function isActionHref(text: string): boolean {
  if (!ACTION_HREF_PATTERN.test(text) || !URL.canParse(text, HERE)) return false;
  const { protocol, origin, username, password } = new URL(text, HERE);
  if (protocol !== "https:" || username !== "" || password !== "") return false;
  return !text.startsWith("/") || origin === HERE;
}
