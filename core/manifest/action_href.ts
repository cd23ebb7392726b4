const PAGE_ORIGIN = "https://page.invalid";

/**
 * The coarse syntax of an action's link: `https://…`, or a path that begins with a single slash. White space and
 * backslashes are excluded, as browsers drop them or read them as slashes.
 */
export const ACTION_HREF_PATTERN = /^(?:https:\/\/|\/(?!\/))[^\s\\]*$/;

/** Whether a text is an `https:` URL without credentials, or a path that stays on the page's origin. */
export function isActionHref(text: string): boolean {
  if (!ACTION_HREF_PATTERN.test(text) || !URL.canParse(text, PAGE_ORIGIN)) return false;
  const { protocol, origin, username, password } = new URL(text, PAGE_ORIGIN);
  if (protocol !== "https:" || username !== "" || password !== "") return false;
  return !text.startsWith("/") || origin === PAGE_ORIGIN;
}
