/**
 * The wire of the preview's dev protocol (preview specification, §2, §4 and §6), which the server and the shell share.
 * Everything here is plain JSON: functions of the configuration never reach the browser.
 *
 * @module
 */
import type { CompositionProblem, FeedIndex, FeedView } from "../core/feed/mod.ts";
import type { WidgetManifest } from "../core/manifest/mod.ts";

export type { CompositionProblem, FeedIndex, FeedView, PreviewHostContext } from "../core/feed/mod.ts";

/** Below this path stand the routes of the dev protocol. */
export const PROTOCOL_PREFIX = "/__tck/";

/** Sent over the dev server's websocket, without a payload, once for each burst of changes of the store. */
export const BUNDLES_CHANGED_EVENT = "tck:bundles-changed";

/** Sent over the dev server's websocket with all {@link LiveWidget}s when one is added, removed or checked anew. */
export const LIVE_WIDGETS_CHANGED_EVENT = "tck:live-widgets-changed";

/** Sent over the dev server's websocket with the {@link LiveStyles} of a widget whose CSS has changed. */
export const LIVE_STYLES_CHANGED_EVENT = "tck:live-styles-changed";

/** The header of an upload that names the bundle: the base name of the `.tckb`, percent-encoded UTF-8. */
export const LABEL_HEADER = "x-tck-label";

/** A bundle in the store. */
export interface PublicBundle {
  /** Identifies the bundle in the store: its hash, and for one on disk a scope of its path as well. */
  id: string;
  /** Base64url of the SHA-384 of `widget.mjs`. */
  bundleHash: string;
  manifest: WidgetManifest;
  /** The label of the watch group, or `local` or `remote`. */
  source: string;
  /** The base name of the `.tckb`. */
  label: string;
  /** Absolute path on disk, with forward slashes. */
  path?: string;
  /** Path under the static root of the glob that matched. */
  relPath?: string;
  /** `/__tck/bundle/<id>/widget.mjs` */
  bundleUrl: string;
  /** Absent when the bundle has no such stylesheet. */
  cssUrl?: string;
  /** Absent when the bundle has no such stylesheet. */
  propertiesCssUrl?: string;
  /** Milliseconds since 1970. */
  loadedAt: number;
}

/** A file that the preview cannot use: one that a glob matches and that is not a bundle, or the configuration. */
export interface BundleProblem {
  /** The label of the watch group, or `config`. */
  source: string;
  /** The base name of the `.tckb`, or the file name of the configuration. */
  label: string;
  /** Absolute path on disk, with forward slashes. */
  path: string;
  /** The code of the error: the reader's, `manifest.invalid`, or `config.*`. */
  code: string;
  /** What is wrong with it. */
  message: string;
}

/** `GET /__tck/bundles`. */
export interface BundleList {
  bundles: PublicBundle[];
  /** What is on disk and cannot be used. */
  problems: BundleProblem[];
}

/** `GET /__tck/feeds`. */
export interface FeedIndexResponse extends FeedIndex {
  /** The functions of the configuration that failed, and what was done instead. */
  problems: readonly CompositionProblem[];
}

/** The body of `POST /__tck/feed-batches`. */
export interface FeedBatchRequest {
  /** Identifies the feed; a second request with the same id replaces it. */
  id: string;
  label: string;
  /** Ids of bundles that were uploaded before, each with the label that gives its place. */
  bundles: { id: string; label: string }[];
}

/** The answer of `POST /__tck/feed-batches`. */
export type FeedBatchResponse = FeedView;

/** The body of `POST /__tck/bundle/fetch`. */
export interface RemoteBundleRequest {
  /** An `http:` or `https:` address. */
  url: string;
}

/** The answer of `POST /__tck/rescan`. */
export interface RescanResult {
  ok: true;
  /** How many bundles of disk were in the store before. */
  before: number;
  /** How many there are now. */
  after: number;
  /** How many were dropped because their file is gone or is another bundle now. */
  removed: number;
}

/** The answer of `DELETE /__tck/bundle/<id>.tckb`. */
export interface DeleteResult {
  /** False when there was no such bundle. */
  deleted: boolean;
}

/** The body of every error (RFC 9457, with a stable code), as `application/problem+json`. */
export interface ProblemDocument {
  type: string;
  title: string;
  status: number;
  /** What is the case, for people. */
  detail: string;
  code: string;
}

/** A widget in the project's sources, as the shell mounts it. */
export interface LiveWidget {
  /** `<NNN>_<slug>`, the folder below `widgets/`. */
  name: string;
  /** The source, relative to the project. */
  file: string;
  /** What the shell imports to get `manifest` and the component; the dev server refreshes it in place. */
  moduleUrl: string;
  /** What the shell imports to get {@link LiveStyles} as its default export. */
  stylesUrl: string;
  /** What the build would refuse, from the last check; null while none has ended. */
  diagnostics: LiveDiagnostic[] | null;
}

/** The stylesheets of a widget in the project's sources, split as the bundler splits them. */
export interface LiveStyles {
  /** The widget's {@link LiveWidget.name}. */
  name: string;
  /** For the widget's shadow root. */
  css: string;
  /** The `@property` rules, for the document. */
  propertiesCss: string;
}

/** What the build would refuse, without what only a terminal needs. */
export interface LiveDiagnostic {
  code: string;
  file: string;
  line: number | null;
  column: number | null;
  lineText: string | null;
  message: string;
  hint: string;
}
