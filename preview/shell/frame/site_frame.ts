import { pageNonce } from "../content/page_nonce.ts";

/**
 * Writes the document that frames of a site have: that of this page, without an address. It has the page's policy from its
 * beginning, which no answer of a server of files has: a card could use the window of one before its policy is read, or of an
 * error. Called before any card runs.
 */
export function writeSiteDocument(): string {
  const head = document.head.cloneNode(true) as HTMLHeadElement;
  // In Firefox it would allow no file there: the document is the origin's, but has no address of it.
  head.querySelector("meta[http-equiv=Content-Security-Policy]")?.remove();
  // A browser hides the nonce of a page that has a policy in its headers, too.
  head.querySelector("meta[property=csp-nonce]")?.setAttribute("nonce", pageNonce());
  return `<!doctype html><html lang="en"><head>${head.innerHTML}</head><body><div id="tck-shell"></div></body></html>`;
}

/** The query of this page where it is a document without an address, which its frame has; null for any other page. */
export function readFrameQuery(): string | null {
  const frame = location.protocol === "about:" ? globalThis.frameElement as HTMLElement | null : null;
  return frame?.dataset.query ?? null;
}
