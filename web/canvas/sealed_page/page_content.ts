import type { CardFailure } from "../../../core/contract/mod.ts";
import type { Widget } from "../../../core/feed/mod.ts";
import type { ImportedNames } from "../../module-function/mod.ts";

/** The id of the element with the content of a page of one file, as JSON. */
export const CONTENT_ID = "tck-page-content";

/** A verified bundle as a page of one file runs it. Plain data: it is written into the page as JSON. */
export interface PageBundle {
  /** SHA-384 of the module, 64 characters of base64url. */
  readonly hash: string;
  /** A classic script that passes the module, as a function, to {@linkcode DEFINE}. */
  readonly script: string;
  /** What the module imports. */
  readonly imports: readonly ImportedNames[];
  readonly css: string | null;
  readonly propertiesCss: string | null;
  readonly kitVersion: string | null;
}

/** A bundle that a page cannot show, and why. */
export interface UnavailableBundle {
  readonly hash: string;
  readonly failure: CardFailure;
  readonly reason: string;
}

/** The global function that a bundle's script calls, with the hash of the bundle and a function that returns its module's. */
export const DEFINE = "tck:define";

/** How a page of one file shows its cards. */
export interface PageSettings {
  /** `auto` follows the system. A printed page is light. */
  readonly theme: "light" | "dark" | "auto";
  /** The reader's languages, best first. Null: the browser's. */
  readonly locales: readonly string[] | null;
  /** An IANA time zone. Null: the browser's. */
  readonly timeZone: string | null;
  /** Whether the page opens the browser's dialog to print when its cards are shown. */
  readonly printsItself: boolean;
  /** Whether the page is in the frame of a file (`saved_file`), which opens its links. */
  readonly isFramed: boolean;
  /** Whether the page is drawn into a file, which has the links of its cards, and is shown to nobody. */
  readonly isDrawn: boolean;
}

/** Cards and their bundles. */
export interface PageCards {
  readonly widgets: readonly Widget[];
  /** Each bundle of the widgets once. */
  readonly bundles: readonly (PageBundle | UnavailableBundle)[];
}

export interface PageContent {
  readonly settings: PageSettings;
  /** Null for a page that is given its cards later. */
  readonly cards: PageCards | null;
}
