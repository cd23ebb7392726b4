import { dirname, isAbsolute, relative, sep } from "node:path";
import {
  type BundleDetails,
  type BundleList,
  type FeedIndexResponse,
  type LiveWidget,
  NO_TIME,
  summariseManifest,
} from "../../protocol.ts";
import {
  detailsOf,
  type PreviewModel,
  type RatedDiagnostic,
  readBundle,
  toLiveDiagnostic,
  toSlashes,
} from "../model/mod.ts";
import { listBundles } from "../routes/bundle_routes.ts";
import { requireOwnFile } from "../snapshot/baseline/own_folder.ts";
import { hashedPath } from "./site_paths.ts";

/** What the pages of a site show: the answers of the dev protocol, and the files of the bundles. */
export interface SiteData {
  readonly liveWidgets: readonly LiveWidget[];
  readonly bundles: BundleList;
  readonly feeds: FeedIndexResponse;
  /** By the id of the bundle. */
  readonly details: ReadonlyMap<string, BundleDetails>;
  /** The folders whose paths are in none of the files. */
  readonly places: readonly string[];
  /** The modules of the bundles by their paths in the site. */
  readonly files: ReadonlyMap<string, string>;
}

/** What a widget lacks for a site. */
export interface UnbuiltWidgets {
  readonly errors: readonly RatedDiagnostic[];
}

/**
 * Builds the widgets of the sources in memory and reads the bundles, as a page of the running preview is given them, without
 * what only that has: absolute paths, and times.
 *
 * @param onProgress called after each widget
 * @throws {SnapshotError} `folder.outside` when a link leads a bundle of the project out of it
 */
export async function readSiteData(
  model: PreviewModel,
  onProgress: (done: number, total: number) => void,
): Promise<SiteData | UnbuiltWidgets> {
  // Waits for files that are being written.
  await model.rescan();
  const files = new Map<string, string>();
  const errors: RatedDiagnostic[] = [];
  const liveWidgets: LiveWidget[] = [];
  for (const { name, file } of model.widgets) {
    const { diagnostics, bundle } = await model.buildWidget(name);
    errors.push(...diagnostics.filter(({ severity }) => severity === "error"));
    if (bundle !== null) {
      const { contents, manifest } = await readBundle(bundle.envelope);
      liveWidgets.push({
        name,
        file,
        ...addFiles(files, contents),
        diagnostics: diagnostics.map(toLiveDiagnostic),
        isOutdated: false,
        summary: summariseManifest(manifest),
        typesObstacle: null,
      });
    }
    onProgress(liveWidgets.length, model.widgets.length);
  }
  if (errors.length > 0) return { errors };
  const list = listBundles(model);
  const details = new Map<string, BundleDetails>();
  const bundles = [];
  for (const { propertiesCssUrl: _inOneModule, ...bundle } of list.bundles) {
    if (bundle.path !== undefined) requireOwnFile(model.projectDirectory, bundle.path);
    const stored = model.findBundle(bundle.id)!;
    const { moduleUrl, stylesUrl } = addFiles(files, stored.contents);
    bundles.push({ ...bundle, loadedAt: NO_TIME, bundleUrl: moduleUrl, cssUrl: stylesUrl });
    details.set(bundle.id, { ...await detailsOf(stored), loadedAt: NO_TIME, before: null });
  }
  const places = [model.projectDirectory, model.sourceDirectory, ...listFolders(model, list)];
  // What a function of the configuration throws may be about anything: the command reports it, and the site leaves it out.
  const feeds = { ...model.feedIndex(), problems: [] };
  return { liveWidgets, bundles: { ...list, bundles }, feeds, details, places, files };
}

/** Adds the module and the stylesheets of a bundle. The page's policy allows no connections, so that these are a module too. */
function addFiles(
  files: Map<string, string>,
  { module, css, propertiesCss }: Awaited<ReturnType<typeof readBundle>>["contents"],
): Pick<LiveWidget, "moduleUrl" | "stylesUrl"> {
  const decode = (bytes: Uint8Array | null) => bytes && new TextDecoder().decode(bytes);
  const styles = { css: decode(css), propertiesCss: decode(propertiesCss) };
  const add = (name: string, text: string) => {
    const path = hashedPath("bundles", name, "mjs", text);
    files.set(path, text);
    return path;
  };
  return {
    moduleUrl: add("widget", decode(module)!),
    stylesUrl: add("styles", `export default ${JSON.stringify(styles)};`),
  };
}

/** The folders outside of the project that bundles, and files that are no bundles, are in. */
function listFolders({ projectDirectory }: PreviewModel, { bundles, problems }: BundleList): string[] {
  const paths = [...bundles, ...problems].flatMap(({ path }) => path ?? []);
  const isOutside = (path: string) => {
    const below = relative(projectDirectory, path);
    return below.startsWith(`..${sep}`) || isAbsolute(below);
  };
  return [...new Set(paths.filter(isOutside).map((path) => dirname(path)))];
}

/** The JSON of a value, with the paths in its texts relative to some folders. */
export function writeWithoutPlaces(value: unknown, places: readonly string[]): string {
  const prefixes = places.map((place) => `${toSlashes(place)}/`).sort((one, other) =>
    other.length - one.length
  );
  const shorten = (text: string) => prefixes.reduce((rest, prefix) => rest.replaceAll(prefix, ""), text);
  return JSON.stringify(value, (_key, part) => typeof part === "string" ? shorten(part) : part);
}
