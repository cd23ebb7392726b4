/**
 * What the web app writes before the script of its service worker, as the global `tckApplication`: what the worker knows
 * of the application without having stored it, since every script of the origin can change what is stored.
 */
export interface StoredApplication {
  /** Differs after each change of the fields below: pages of another version are not shown. */
  version: string;
  /** The headers of stored pages: of those that may be framed, and of all others. */
  pageHeaders: { framed: Record<string, string>; other: Record<string, string> };
  /** The headers of stored lists. */
  listHeaders: Record<string, string>;
  /**
   * The HTML of the offline page by language. It has a place for a list of the stored pages ({@linkcode
   * STORED_PAGES}).
   */
  offlinePages: { [language: string]: string };
  /** The host assets by path: the SHA-384 of the bytes, in base64url, and their media type. */
  assets: { [path: string]: { hash: string; contentType: string } };
}

/** The place for a list in a page that is shown offline: what hides it while it is empty, and what its items replace. */
export const STORED_PAGES = { hidden: " hidden data-stored-pages", items: "<!--stored pages-->" } as const;
