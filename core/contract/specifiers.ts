/** The files under `/__tck/v1/` that host and widgets share (lifecycle specification, D.2). */
export type SharedAsset = "react-runtime.mjs" | "tck.mjs" | "tck-host.mjs" | "tck-host-mount.mjs";

/** One bare specifier that the page's import map resolves. */
export interface SharedSpecifier {
  /** The specifier, as it is written in an `import`. */
  readonly specifier: string;
  /** The file under `/__tck/v1/` that serves it. */
  readonly asset: SharedAsset;
  /** Whether widgets may import it. The others are for the host's own modules. */
  readonly widget: boolean;
}

/**
 * The specifiers that are shared and never bundled (lifecycle specification, §9). The bundler's externals, the page's
 * import map and the groups of the host assets are derived from this list.
 *
 * @example
 * ```ts
 * import { SHARED_SPECIFIERS } from "@tck/tckb";
 * const externals = SHARED_SPECIFIERS.map((shared) => shared.specifier);
 * ```
 */
export const SHARED_SPECIFIERS: readonly SharedSpecifier[] = [
  { specifier: "react", asset: "react-runtime.mjs", widget: true },
  { specifier: "react/jsx-runtime", asset: "react-runtime.mjs", widget: true },
  { specifier: "react-dom", asset: "react-runtime.mjs", widget: true },
  { specifier: "react-dom/client", asset: "react-runtime.mjs", widget: false },
  { specifier: "@tck/kit", asset: "tck.mjs", widget: true },
  { specifier: "@tck/kit/host", asset: "tck-host.mjs", widget: false },
  { specifier: "@tck/kit/host-mount", asset: "tck-host-mount.mjs", widget: false },
];

/**
 * What a widget may import from its host. A bundle has no other imports: the bundler leaves these, and the preview rejects a
 * bundle with others.
 */
export function listWidgetSpecifiers(): string[] {
  return SHARED_SPECIFIERS.filter(({ widget }) => widget).map(({ specifier }) => specifier);
}

/**
 * The path under which the web app serves the host assets, with its slashes (lifecycle specification, D.2).
 */
export const HOST_ASSET_PREFIX = "/__tck/v1/";

/**
 * The header with which the web app states to its service worker whose page or list an answer is: a digest of the user's
 * id. Answers without a session do not have it.
 */
export const USER_KEY_HEADER = "Tck-User";

/**
 * The path under which the web app serves unpacked widgets, with its slashes (lifecycle specification, §4).
 */
export const WIDGET_PREFIX = "/api/widgets/v1/";

/**
 * The path of the web app's route that streams the envelopes of several bundles in one answer (`readBundleStream`).
 */
export const BUNDLES_PATH: string = `${WIDGET_PREFIX}bundles`;
