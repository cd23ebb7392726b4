import { Buffer } from "node:buffer";
import { resolve } from "node:path";
import { pathOfSitePicture, type ReviewResponse, SITE_PREFIX } from "../../protocol.ts";
import { openPreviewModel, type PreviewModelOptions } from "../model/mod.ts";
import { PICTURE_ROLES, type ReviewEntry } from "../../review/review.ts";
import { reviewFoldersOf, ReviewStore } from "../review/mod.ts";
import { SnapshotFolder } from "../snapshot/baseline/snapshot_folder.ts";
import { loadSiteAssets } from "./site_assets.ts";
import { hashedPath } from "./site_paths.ts";
import { readSiteData, type SiteData, type UnbuiltWidgets, writeWithoutPlaces } from "./site_data.ts";
import { readSiteSnapshot, type SiteSnapshot } from "./site_snapshot.ts";
import { writeSitePage } from "./site_page.ts";

interface SiteOptions extends Pick<PreviewModelOptions, "configFile" | "config"> {
  readonly cwd: string;
  /** The folder of the site. A former site is replaced. */
  readonly out: string;
  /** Whether the site is a review that takes verdicts, to be saved as a file, without any card. @default false */
  readonly takesVerdicts?: boolean;
  readonly report: (message: string) => void;
  readonly onProgress: (done: number, total: number) => void;
}

export interface SiteSummary {
  readonly widgets: number;
  readonly bundles: number;
  readonly files: number;
  /** All files together. */
  readonly bytes: number;
}

/**
 * Writes the workbench of a project as a folder of static files: the same shell, with files in place of a server.
 *
 * @returns what it has, or the errors of the widgets; then nothing is written
 * @throws {PreviewConfigError} when there is no such project, or its configuration cannot be used
 * @throws {SnapshotError} `folder.occupied` when the folder holds something else, `folder.unwritable`
 */
export async function buildSite(
  { cwd, out, takesVerdicts = false, report, onProgress, ...options }: SiteOptions,
): Promise<SiteSummary | UnbuiltWidgets> {
  const folder = await SnapshotFolder.create(resolve(out), "site");
  const projectDirectory = resolve(cwd);
  try {
    const model = await openPreviewModel({ ...options, projectDirectory, watch: false, report });
    try {
      const built = await readSiteData(model, onProgress);
      if ("errors" in built) return built;
      const data = takesVerdicts ? withoutCards(built) : built;
      const review = new ReviewStore(reviewFoldersOf(projectDirectory));
      const entries = (await review.read()) ?? [];
      const snapshot = takesVerdicts
        ? { files: new Map(), pictures: [] }
        : await readSiteSnapshot(projectDirectory);
      const files = await listFiles(data, entries, snapshot, takesVerdicts);
      for (const entry of entries) await addPictures(files, review, entry);
      for (const [path, content] of files) await folder.write(path, content);
      await folder.finish();
      return {
        widgets: data.liveWidgets.length,
        bundles: data.bundles.bundles.length,
        files: files.size,
        bytes: Array.from(files.values(), (content) => Buffer.byteLength(content))
          .reduce((sum, size) => sum + size, 0),
      };
    } finally {
      await model.close();
    }
  } finally {
    await folder.discard();
  }
}

/** A page of one origin with a card could be opened and used by the card, which would give the verdicts. */
function withoutCards({ bundles, feeds, places }: SiteData): SiteData {
  return {
    liveWidgets: [],
    bundles: { ...bundles, bundles: [], problems: [] },
    feeds: { ...feeds, feeds: [], grids: [] },
    details: new Map(),
    places,
    files: new Map(),
  };
}

async function listFiles(
  { liveWidgets, bundles, feeds, details, places, files }: SiteData,
  entries: readonly ReviewEntry[],
  snapshot: SiteSnapshot,
  takesVerdicts: boolean,
): Promise<Map<string, string | Uint8Array>> {
  const assets = await loadSiteAssets();
  const all = new Map<string, string | Uint8Array>([
    ...Object.entries(assets.files),
    ...files,
    ...snapshot.files,
  ]);
  const imports: { [specifier: string]: string } = {};
  const add = (specifier: string, name: string, text: string) => {
    const path = hashedPath("data", name, "mjs", text);
    all.set(path, text);
    imports[specifier] = path;
  };
  const addAnswer = (route: string, name: string, answer: unknown) =>
    add(`${SITE_PREFIX}${route}`, name, `export default ${writeWithoutPlaces(answer, places)};`);
  add(
    "virtual:tck/live-widgets",
    "widgets",
    writeWidgets(writeWithoutPlaces(liveWidgets, places), takesVerdicts),
  );
  addAnswer("bundles", "bundles", bundles);
  addAnswer("feeds", "feeds", feeds);
  addAnswer("review", "review", { entries, isAwaited: false } satisfies ReviewResponse);
  addAnswer("snapshot", "snapshot", snapshot.pictures);
  for (const [id, one] of details) addAnswer(`bundle/${id}/details`, "details", one);
  const [widget] = liveWidgets;
  const [bundle] = bundles.bundles;
  const stageModules = widget
    ? [widget.moduleUrl, widget.stylesUrl]
    : bundle
    ? [bundle.bundleUrl, bundle.cssUrl!]
    : [];
  return all.set(
    "index.html",
    writeSitePage({
      assets,
      imports,
      preloaded: [...stageModules, imports[`${SITE_PREFIX}bundles`]!, imports[`${SITE_PREFIX}feeds`]!],
      hasPictures: entries.length > 0 || snapshot.files.size > 0,
    }),
  );
}

/** Adds the pictures of an entry: the accepted one, the new one and their difference. */
async function addPictures(
  files: Map<string, string | Uint8Array>,
  review: ReviewStore,
  { id, pictures }: ReviewEntry,
): Promise<void> {
  for (const role of PICTURE_ROLES) {
    if (pictures[role] !== null) files.set(pathOfSitePicture(id, role), await review.readPicture(id, role));
  }
}

/** What the dev server has as a module of its own. @param liveWidgets as JSON */
function writeWidgets(liveWidgets: string, takesVerdicts: boolean): string {
  return [
    `export const liveWidgets = ${liveWidgets};`,
    "export const hasFrameSites = false;",
    "export const isSite = true;",
    `export const takesVerdicts = ${takesVerdicts};`,
  ].join("\n");
}
