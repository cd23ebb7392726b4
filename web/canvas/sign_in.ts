/** The fragment of a page to which the sign-in page has just led back. It needs no storage, which a WebView may lack. */
const SIGNED_IN = "#signed-in";

/**
 * Sends the reader to the sign-in page, which leads back to this page.
 *
 * @returns false if the reader has just come from there: signing in does not help, and would be repeated endlessly
 */
export function goToSignIn(): boolean {
  if (takeSignedIn()) return false;
  const next = location.pathname + location.search + SIGNED_IN;
  location.assign(`/login?next=${encodeURIComponent(next)}`);
  return true;
}

/** Whether the reader has just come from the sign-in page. The fragment is removed, so that a reload can try again. */
export function takeSignedIn(): boolean {
  if (location.hash !== SIGNED_IN) return false;
  history.replaceState(history.state, "", location.pathname + location.search);
  return true;
}
