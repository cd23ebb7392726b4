/**
 * The wire types of the preview's dev protocol (preview specification, §2, §4 and §6), shared by server and shell.
 * Everything here is plain JSON: functions of the configuration stay in the server.
 *
 * @module
 */
import type { CompositionProblem, FeedIndex, FeedView, UnreadablePlace } from "../core/feed/mod.ts";
import type { LocalizedText, WidgetManifest } from "../core/manifest/mod.ts";
import type { PictureRole, ReviewEntry, Verdict } from "./review/review.ts";
import type { ShotRequest } from "./shots.ts";

export type {
  CompositionProblem,
  FeedIndex,
  FeedView,
  PreviewHostContext,
  UnreadablePlace,
} from "../core/feed/mod.ts";

/** The path prefix of the dev protocol's routes. */
export const PROTOCOL_PREFIX = "/__tck/";

/** The prefix of the specifiers by which the import map of a site's page has the answers of these routes. */
export const SITE_PREFIX = "tck:";

/** Websocket event without a payload: bundles, problems or feeds have changed. Sent once per burst of changes. */
export const BUNDLES_CHANGED_EVENT = "tck:bundles-changed";

/** Websocket event with all {@link LiveWidget}s: one was added, removed or checked. */
export const LIVE_WIDGETS_CHANGED_EVENT = "tck:live-widgets-changed";

/**
 * Websocket event of a page that has loaded the shell, with the {@link LiveWidget}s that it has. The server answers with
 * its own if they differ: they may have changed after the page was loaded, and before it could receive events.
 */
export const LIVE_WIDGETS_KNOWN_EVENT = "tck:live-widgets-known";

/**
 * Websocket event without a payload, of a page that cannot import a module of a widget. The server answers with the last
 * compile error, which it may have sent before the page could receive it.
 */
export const COMPILE_FAULT_WANTED_EVENT = "tck:compile-fault-wanted";

/** Websocket event with the names of live widgets, after a source of theirs was edited. */
export const LIVE_SOURCES_EDITED_EVENT = "tck:live-sources-edited";

/** Websocket event with the {@link LiveStyles} of a widget whose CSS has changed. */
export const LIVE_STYLES_CHANGED_EVENT = "tck:live-styles-changed";

/**
 * The name of this machine at which the shell shows the review. No page of this name gets the module of a card, and no page
 * of another name can send a verdict.
 */
export const REVIEW_NAME = "review.localhost";

/** Whether a host name is one of those that only frames have: any name below `localhost` except {@linkcode REVIEW_NAME}. */
export function isFrameName(name: string): boolean {
  return /\.localhost$/i.test(name) && name !== REVIEW_NAME;
}

/** Request header of an upload: the base name of the `.tckb`, as percent-encoded UTF-8. */
export const LABEL_HEADER = "x-tck-label";

/** The time of loading of a bundle in a site, which has none: a site that is built again has the same files. */
export const NO_TIME = 0;

/** A bundle in the store, without its contents. */
export interface BundleInfo {
  /** Unique in the store: the bundle's hash, followed by a digest of its path below the project when it is on disk. */
  id: string;
  /** Base64url of the SHA-384 of `widget.mjs`. */
  bundleHash: string;
  manifest: WidgetManifest;
  /** The label of the watch group, or `local` or `remote`. */
  source: string;
  /** The labels of all watch groups that match its file; absent when `source` is the only one. */
  sources?: string[];
  /** The base name of the `.tckb`. */
  label: string;
  /** Absolute path on disk, with forward slashes. */
  path?: string;
  /** Path below the static root of the glob that matched. */
  relPath?: string;
  /** Milliseconds since 1970. */
  loadedAt: number;
}

/** A bundle as the dev protocol lists it. */
export interface PublicBundle extends BundleInfo {
  /** The version of the kit that it was built for; null when its module names none. */
  kitVersion: string | null;
  /** `/__tck/bundle/<id>/widget.mjs` */
  bundleUrl: string;
  /** Absent when the bundle has no such stylesheet. */
  cssUrl?: string;
  /** Absent when the bundle has no such stylesheet. */
  propertiesCssUrl?: string;
}

/** A file that the preview cannot use: a file that a glob matches and that is not a bundle, or the configuration. */
export interface BundleProblem {
  /** The label of the watch group, or `config`. */
  source: string;
  /** The base name of the `.tckb`, or the file name of the configuration. */
  label: string;
  /** Absolute path on disk, with forward slashes. */
  path: string;
  /** The code of the error: the reader's, `manifest.invalid`, or `config.*`. */
  code: string;
  /** What is wrong with the file. */
  message: string;
  /** Each fault of a configuration with its place; absent when the message is all that is known. */
  faults?: ConfigFault[];
}

/** One thing that is wrong with a configuration. */
export interface ConfigFault {
  message: string;
  /** Absolute path on disk, with forward slashes. */
  file: string;
  /** One-based; null when it is unknown. */
  line: number | null;
}

/** `GET /__tck/bundles`. */
export interface BundleList {
  bundles: PublicBundle[];
  /** Files on disk that cannot be used. */
  problems: BundleProblem[];
}

/** `GET /__tck/feeds`. */
export interface FeedIndexResponse extends FeedIndex {
  /** The functions of the configuration that failed, and what was done instead. */
  problems: readonly CompositionProblem[];
}

/** What a feed has in order: the ids of its bundles, and the files between them that are not bundles. */
export function listPlaces({ bundleIds, unreadable = [] }: FeedView): (string | UnreadablePlace)[] {
  const before = (count: number) => unreadable.filter(({ after }) => after === count);
  return [...bundleIds.flatMap((id, index) => [...before(index), id]), ...before(bundleIds.length)];
}

/** What `GET /__tck/feeds/<id>/page.html` asks for. */
export interface FeedPageRequest {
  /** The id of a feed. */
  id: string;
  /** Whether the page is light and opens the browser's dialog to print, when its cards are shown. */
  isPrinted: boolean;
  /** The languages of the cards, best first; null for those of the configuration, or else of the browser. */
  languages: readonly string[] | null;
}

/** `GET /__tck/chat/card?kind=<kind>&id=<id>`: a card as it is sent to a chat, or why it cannot be built. */
export type ChatCardResponse =
  | {
    manifest: WidgetManifest;
    bundleHash: string;
    /** The `.tckb` in base64. */
    envelope: string;
  }
  /** At least one is an error. */
  | { diagnostics: LiveDiagnostic[] };

/** The card that `GET /__tck/chat/card` asks for. */
export interface ChatCardRequest {
  /** A widget in the sources, which is built, or a bundle. */
  kind: "live" | "bundle";
  /** The name of the widget, or the id of the bundle. */
  id: string;
}

export interface BundleEntry {
  name: string;
  bytes: number;
  /** `sha384-` and the base64 of the digest, as an `integrity` attribute has it. */
  integrity: string;
}

/** What the files of one version of a bundle are. */
export interface BundleVersion {
  bundleHash: string;
  manifest: WidgetManifest;
  /** Milliseconds since 1970. */
  loadedAt: number;
  /** The size of the `.tckb`. */
  envelopeBytes: number;
  entries: BundleEntry[];
}

/** `GET /__tck/bundle/<id>/details`. */
export interface BundleDetails extends BundleVersion {
  /** The sizes of the entries as gzip, by name. */
  gzipBytes: { [name: string]: number };
  /** What the same file held before; null for an upload, and when the file has not changed since the start. */
  before: BundleVersion | null;
}

/** A line of a stack trace. */
export interface StackFrame {
  /** The line as the browser has it. */
  text: string;
  /** Its place in the project's sources; null for a line of a package or of the preview. */
  source: { file: string; line: number; column: number } | null;
}

/** The body of `POST /__tck/stack`. */
export interface StackRequest {
  stack: string;
}

/** The response of `POST /__tck/stack`. */
export interface StackResponse {
  frames: StackFrame[];
}

/** The body of `POST /__tck/feed-batches`. */
export interface FeedBatchRequest {
  /** Identifies the feed; a second request with the same id replaces it. */
  id: string;
  label: string;
  /** Ids of uploaded bundles, each with the label by which it is ordered. */
  bundles: { id: string; label: string }[];
}

/** The response of `POST /__tck/feed-batches`. */
export type FeedBatchResponse = FeedView;

/** The body of `POST /__tck/picture`: a card, as the Stage shows it. The response is a PNG. */
export interface PictureRequest extends ShotRequest {
  theme: "light" | "dark";
}

/** The response of `GET /__tck/review`, and of `POST /__tck/review/verdict`. */
export interface ReviewResponse {
  /** What differs in the project's last snapshot from the accepted pictures; none without a snapshot. */
  entries: readonly ReviewEntry[];
  /** Whether `tck-preview review` waits for the verdicts. */
  isAwaited: boolean;
}

/** The body of `POST /__tck/review/verdict`. */
export interface VerdictRequest {
  ids: string[];
  /** Null takes a verdict back. */
  verdict: Verdict | null;
  /** Why they are rejected. */
  words?: string;
}

/** The response of `POST /__tck/rescan`. */
export interface RescanResult {
  ok: true;
  /** Number of bundles from disk in the store before the scan. */
  before: number;
  /** Number of bundles from disk in the store after the scan. */
  after: number;
  /** Number of bundles removed because their file is gone or holds another bundle. */
  removed: number;
}

/** The response of `DELETE /__tck/bundle/<id>.tckb`. */
export interface DeleteResult {
  /** False when there was no such bundle. */
  deleted: boolean;
}

/** A widget in the project's sources, as the shell mounts it. */
export interface LiveWidget {
  /** `<NNN>_<slug>`, the folder below `widgets/`. */
  name: string;
  /** The source, relative to the project. */
  file: string;
  /** The module with `manifest` and the component; the dev server updates it in place. */
  moduleUrl: string;
  /** The module whose default export is the widget's {@link LiveStyles}. */
  stylesUrl: string;
  /** The diagnostics of the last check; null before the first. */
  diagnostics: LiveDiagnostic[] | null;
  /** Whether its source was edited since that check. */
  isOutdated: boolean;
  /** What its manifest says, from the last check without errors; null before it. */
  summary: ManifestSummary | null;
  /** Why the types of the project are not checked; null while they are. */
  typesObstacle: TypesObstacle | null;
}

/** What a check of types lacks. */
export interface TypesObstacle {
  message: string;
  hint: string;
}

/** The path of a picture of a review in a site, which the id of its entry and its role name. */
export function pathOfSitePicture(id: string, role: PictureRole): string {
  return `pictures/${id}-${role}.png`;
}

/** What a site has of a picture of the last snapshot, of a widget in the sources. */
export interface SnapshotPicture
  extends Pick<ReviewEntry, "widget" | "size" | "theme" | "state" | "locale" | "findings"> {
  /** The path of the accepted picture; null when there is none. */
  readonly accepted: string | null;
}

/** What a picker shows of a widget's manifest. */
export interface ManifestSummary {
  id: string;
  title: LocalizedText | null;
  states: string[];
}

export function summariseManifest({ id, title, states = {} }: WidgetManifest): ManifestSummary {
  return { id, title: title ?? null, states: Object.keys(states) };
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

/** A diagnostic of the bundler, as the shell shows it. */
export interface LiveDiagnostic {
  code: string;
  /** A widget with an error is not built, unless it is one of its types. */
  severity: "error" | "warning";
  file: string;
  line: number | null;
  column: number | null;
  lineText: string | null;
  message: string;
  hint: string;
}
