import { ISOLATION_HEADERS } from "./response_headers.ts";

/** Creates a nonce of 128 bits, in base64. */
export function createNonce(): string {
  return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
}

/**
 * The headers of every HTML page. The policy allows the application's own scripts and the widgets that it serves, and no
 * other resources, frames or connections.
 *
 * @param nonce the nonce of the page's inline scripts and of the styles that the mount adds for `@property`
 * @param framed whether a page of the same origin may frame this one
 */
export function pageHeaders(nonce: string, framed: boolean): Record<string, string> {
  const policy = [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${framed ? "'self'" : "'none'"}`,
  ];
  return {
    ...ISOLATION_HEADERS,
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": policy.join("; "),
    "Cache-Control": "no-store",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
  };
}
