import { mkdir, readdir, rm } from "node:fs/promises";
import { join, posix, relative, sep } from "node:path";
import type { BuildRecord } from "./build_record.ts";
import type { WidgetBundle } from "./bundle_widget.ts";
import { writeWhole } from "./write_whole.ts";

/** `<NNN>_<slug>.tckb`, and its source map beside it, which a scan of bundles passes over. */
const OWN_FILE = /^(.+)\.tckb$|^(\d{3}_[a-z][a-z0-9-]*)\.map\.json$/;

/** The folder that a project's bundles are written into. */
export class OutputFolder {
  readonly #writes: Promise<void>[] = [];

  /**
   * @param path the folder, absolute
   * @param root the project folder, absolute
   */
  constructor(private readonly path: string, private readonly root: string) {}

  /** Makes the folder if it is not there. */
  async create(): Promise<void> {
    await mkdir(this.path, { recursive: true });
  }

  /**
   * Begins to write a widget's bundle as `<name>.tckb` and its source map as `<name>.map.json`: to wait for the disk would
   * keep the next widget waiting. {@linkcode OutputFolder.written} waits.
   */
  write(name: string, { envelope, map }: WidgetBundle): void {
    for (const [ending, bytes] of [["map.json", this.#placeMap(map)], ["tckb", envelope]] as const) {
      const write = writeWhole(join(this.path, `${name}.${ending}`), bytes);
      write.catch(() => {}); // It is told to whoever waits.
      this.#writes.push(write);
    }
  }

  /**
   * Waits until no file is being written any more.
   *
   * @throws what kept one from being written
   */
  async written(): Promise<void> {
    const results = await Promise.allSettled(this.#writes);
    for (const result of results) if (result.status === "rejected") throw result.reason;
  }

  /** Removes what no widget of the record stands behind any more; other files stay. */
  async removeOthers(record: BuildRecord): Promise<void> {
    for (const entry of await readdir(this.path, { withFileTypes: true })) {
      const [, bundle, map] = (entry.isFile() && OWN_FILE.exec(entry.name)) || [];
      const widget = bundle ?? map;
      if (widget === undefined || Object.hasOwn(record.widgets, widget)) continue;
      await rm(join(this.path, entry.name), { force: true });
    }
  }

  /** esbuild's map is of a module in `dist/` without the line on the stylesheets; the sources' texts are in it. */
  #placeMap(map: string): Uint8Array {
    const { mappings, sources, ...rest } = JSON.parse(map) as { mappings: string; sources: string[] };
    const fromHere = sources.map((source) => {
      const path = join(this.root, posix.join("dist", source));
      return relative(this.path, path).split(sep).join("/");
    });
    return new TextEncoder().encode(
      JSON.stringify({ ...rest, file: "widget.mjs", sources: fromHere, mappings: `;${mappings}` }),
    );
  }
}
