import { cp, mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseManifest, type WidgetManifest } from "../../../core/manifest/mod.ts";
import { readTckb, type Tckb } from "../../../core/tckb/mod.ts";
import type { BundleList } from "../../../preview/protocol.ts";
import { buildSite } from "../../../preview/server/site/mod.ts";
import { buildProject, defaultIsolation, formatDiagnostic } from "../../../web/bundler/mod.ts";

export interface GalleryItem {
  /** `stat`; the name of its page. */
  readonly name: string;
  /** Whether it shows a block of the kit; else it is a sample. */
  readonly isBlock: boolean;
  readonly manifest: WidgetManifest;
  readonly bundle: Tckb;
  /** The bundle's id in the workbench. */
  readonly id: string;
  /** Its sources by their names, that of the widget first. */
  readonly sources: ReadonlyMap<string, string>;
}

const SAMPLES = "morning-brief";
const BLOCKS = "gallery";

/**
 * Builds the samples and the kit's gallery as one project, and the workbench of its bundles.
 *
 * @param work where the project is kept: a widget that has not changed is not built again
 * @param out the folder of the workbench
 * @param wanted which widgets are in the gallery
 */
export async function buildGallery(
  { root, work, out, wanted }: {
    readonly root: string;
    readonly work: string;
    readonly out: string;
    readonly wanted: (name: string) => boolean;
  },
): Promise<GalleryItem[]> {
  const projects = join(root, "fixtures/projects");
  const widgets = join(work, "widgets");
  await rm(widgets, { recursive: true, force: true });
  await mkdir(widgets, { recursive: true });
  for (const file of ["package.json", "tsconfig.json"]) {
    await cp(join(projects, BLOCKS, file), join(work, file));
  }
  const found: { readonly name: string; readonly folder: string; readonly isBlock: boolean }[] = [];
  for (const project of [SAMPLES, BLOCKS]) {
    for (const folder of (await readdir(join(projects, project, "widgets"))).sort()) {
      const name = folder.slice(4);
      if (!wanted(name)) continue;
      const numbered = `${String(found.length + 1).padStart(3, "0")}_${name}`;
      await cp(join(projects, project, "widgets", folder), join(widgets, numbered), { recursive: true });
      found.push({ name, folder: numbered, isBlock: project === BLOCKS });
    }
  }
  const { diagnostics } = await buildProject(work, { isolation: defaultIsolation() });
  if (diagnostics.length > 0) throw new Error(diagnostics.map(formatDiagnostic).join("\n"));
  const ids = await buildWorkbench(work, out);
  return await Promise.all(found.map(async ({ name, folder, isBlock }) => {
    const bundle = await readTckb(new Uint8Array(await readFile(join(work, "dist", `${folder}.tckb`))));
    const manifest = parseManifest(bundle.manifest);
    const sources = await readSources(join(widgets, folder));
    return { name, isBlock, manifest, bundle, id: ids.get(folder)!, sources };
  }));
}

/** Writes the workbench of the bundles alone, since it would build sources a second time. Returns their ids by label. */
async function buildWorkbench(work: string, out: string): Promise<Map<string, string>> {
  const [widgets, aside] = [join(work, "widgets"), join(work, "sources")];
  await rename(widgets, aside);
  try {
    const result = await buildSite({ cwd: work, out, report: () => {}, onProgress: () => {} });
    if ("errors" in result) throw new Error(result.errors.map(({ message }) => message).join("\n"));
  } finally {
    await rename(aside, widgets);
  }
  const [list] = (await readdir(join(out, "data"))).filter((name) => name.startsWith("bundles-"));
  const answer: { readonly default: BundleList } = await import(pathToFileURL(join(out, "data", list!)).href);
  return new Map(answer.default.bundles.map(({ label, id }) => [label.replace(/\.tckb$/, ""), id]));
}

async function readSources(folder: string): Promise<Map<string, string>> {
  const isFirst = (name: string) => name.startsWith("widget.tck.");
  const names = (await readdir(folder)).sort((one, other) =>
    Number(isFirst(other)) - Number(isFirst(one)) || one.localeCompare(other)
  );
  return new Map(
    await Promise.all(
      names.map(async (name) => [name, await readFile(join(folder, name), "utf8")] as const),
    ),
  );
}
