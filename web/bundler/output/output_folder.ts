import { lstat, mkdir, readdir, rm } from "node:fs/promises";
import { dirname, join, posix, relative, sep } from "node:path";
import { CodedError, quote } from "../../../core/errors/mod.ts";
import type { BuildRecord } from "./build_record.ts";
import type { Bundle } from "./create_bundle.ts";
import { BANNER_LINES } from "../check/mod.ts";
import { writeAtomically } from "./write_atomically.ts";

/** `<NNN>_<slug>.tckb`, and its source map beside it, which a scan of bundles ignores. */
const OWN_FILE = /^(.+)\.tckb$|^(\d{3}_[a-z][a-z0-9-]*)\.map\.json$/;

/** The output folder cannot be used. */
export class OutputError extends CodedError<"output.linked"> {
  override readonly name = "OutputError";
}

/** The folder that a project's bundles are written into. */
export class OutputFolder {
  /**
   * @param path the folder, absolute
   * @param root the project folder, as a real path
   */
  constructor(private readonly path: string, private readonly root: string) {}

  /**
   * Makes the folder unless it exists.
   *
   * @throws {OutputError} when it is reached by a symbolic link: the files there may belong to something else
   */
  async create(): Promise<void> {
    for (let folder = this.path; folder !== this.root; folder = dirname(folder)) {
      const info = await lstat(folder).catch(() => null);
      if (info?.isSymbolicLink()) {
        const shown = quote(relative(this.root, folder) || folder);
        throw new OutputError(
          "output.linked",
          `Cannot write bundles to ${shown}: it is a symbolic link; remove it, or choose another output folder`,
        );
      }
      // Above a folder outside the project, links are the choice of the caller.
      if (!folder.startsWith(this.root + sep)) break;
    }
    await mkdir(this.path, { recursive: true });
  }

  /** Writes a widget's bundle as `<name>.tckb` and its source map as `<name>.map.json`. */
  async write({ name, envelope, map }: Bundle): Promise<void> {
    await Promise.all([
      writeAtomically(join(this.path, `${name}.map.json`), this.#placeMap(map)),
      writeAtomically(join(this.path, `${name}.tckb`), envelope),
    ]);
  }

  /** Removes bundles and maps of widgets that are not in the record; other files stay. */
  async removeOthers(record: BuildRecord): Promise<void> {
    for (const entry of await readdir(this.path, { withFileTypes: true })) {
      const [, bundle, map] = (entry.isFile() && OWN_FILE.exec(entry.name)) || [];
      const widget = bundle ?? map;
      if (widget === undefined || Object.hasOwn(record.widgets, widget)) continue;
      await rm(join(this.path, entry.name), { force: true });
    }
  }

  /** esbuild's map is of a module in `dist/` without the lines of its banner. It contains the sources' texts. */
  #placeMap(map: string): Uint8Array {
    const { mappings, sources, ...rest } = JSON.parse(map) as { mappings: string; sources: string[] };
    const fromHere = sources.map((source) => {
      const path = join(this.root, posix.join("dist", source));
      return relative(this.path, path).split(sep).join("/");
    });
    return new TextEncoder().encode(
      JSON.stringify({
        ...rest,
        file: "widget.mjs",
        sources: fromHere,
        mappings: `${";".repeat(BANNER_LINES)}${mappings}`,
      }),
    );
  }
}
