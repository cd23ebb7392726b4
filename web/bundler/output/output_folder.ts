import { mkdirSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { dirname, join, posix, relative, sep } from "node:path";
import { CodedError, quote } from "../../../core/errors/mod.ts";
import { type Folder, openFolder, writeAtomically } from "../../../terminal/files/mod.ts";
import type { BuildRecord } from "./build_record.ts";
import type { Bundle } from "./create_bundle.ts";

/** `<NNN>_<slug>.tckb`, and its source map beside it, which a scan of bundles ignores. */
const OWN_FILE = /^(.+)\.tckb$|^(\d{3}_[a-z][a-z0-9-]*)\.map\.json$/;

/** The output folder cannot be used. */
export class OutputError extends CodedError<"output.linked"> {
  override readonly name = "OutputError";
}

/**
 * Opens the folder that a project's bundles are written into, and makes it unless it exists.
 *
 * @param path the folder, absolute
 * @param root the project folder, as a real path
 * @throws {OutputError} when it is reached by a symbolic link: the files there may belong to something else
 */
export async function openOutputFolder(path: string, root: string): Promise<OutputFolder> {
  // Above a folder outside the project, links are the choice of the caller.
  const above = path === root || path.startsWith(root + sep) ? root : dirname(path);
  await mkdir(above, { recursive: true });
  let folder = openFolder(above);
  for (const name of relative(above, path).split(sep).filter((name) => name !== "")) {
    using parent = folder;
    folder = enterFolder(parent, name, root);
  }
  return new OutputFolder(folder, root);
}

function enterFolder(parent: Folder, name: string, root: string): Folder {
  try {
    return parent.openFolder(name);
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === "ENOENT") {
      mkdirSync(parent.entryPath(name), { recursive: true });
      return parent.openFolder(name);
    }
    if (code !== "folder.linked") throw error;
    const path = join(parent.path, name);
    throw new OutputError(
      "output.linked",
      `Cannot write bundles to ${
        quote(relative(root, path) || path)
      }: it is a symbolic link; remove it, or choose another output folder`,
    );
  }
}

/** The folder that a project's bundles are written into. It is open until it is disposed of. */
export class OutputFolder implements Disposable {
  constructor(readonly folder: Folder, private readonly root: string) {}

  [Symbol.dispose](): void {
    this.folder[Symbol.dispose]();
  }

  /** Writes a widget's bundle as `<name>.tckb` and its source map as `<name>.map.json`. */
  async write({ name, envelope, map, bannerLines }: Bundle): Promise<void> {
    await Promise.all([
      writeAtomically(this.folder.entryPath(`${name}.map.json`), this.#placeMap(map, bannerLines), {
        durable: false,
      }),
      writeAtomically(this.folder.entryPath(`${name}.tckb`), envelope, { durable: false }),
    ]);
  }

  /** Removes bundles and maps of widgets that are not in the record; other files stay. */
  async removeOthers(record: BuildRecord): Promise<void> {
    for await (const { name, kind } of this.folder.entries()) {
      const [, bundle, map] = (kind === "file" && OWN_FILE.exec(name)) || [];
      const widget = bundle ?? map;
      if (widget === undefined || Object.hasOwn(record.widgets, widget)) continue;
      await rm(this.folder.entryPath(name), { force: true });
    }
  }

  /** esbuild's map is of a module in `dist/` without the lines of its banner. It contains the sources' texts. */
  #placeMap(map: string, bannerLines: number): string {
    const { mappings, sources, ...rest } = JSON.parse(map) as { mappings: string; sources: string[] };
    const fromHere = sources.map((source) => {
      const path = join(this.root, posix.join("dist", source));
      return relative(this.folder.path, path).split(sep).join("/");
    });
    return JSON.stringify({
      ...rest,
      file: "widget.mjs",
      sources: fromHere,
      mappings: `${";".repeat(bannerLines)}${mappings}`,
    });
  }
}
