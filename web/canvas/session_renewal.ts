/** How often a visible page renews its session, in milliseconds. */
const RENEWAL_INTERVAL_MS = 60 * 60 * 1000;

/** Renews the session every hour while the page is visible, so that a page that is read does not lose its session. Returns a function that ends it. */
export function keepSession(): () => void {
  let renewedAt = Date.now();
  const renew = () => {
    if (document.hidden || Date.now() - renewedAt < RENEWAL_INTERVAL_MS) return;
    renewedAt = Date.now();
    // A session that has ended is noticed when the page next loads something.
    fetch("/session/renew", { method: "POST" }).catch(() => {});
  };
  const timer = setInterval(renew, RENEWAL_INTERVAL_MS);
  document.addEventListener("visibilitychange", renew);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", renew);
  };
}
