import { mkdir, mkdtemp, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import process from "node:process";
import { describeFontSettings, OWN_FAMILIES } from "./font_settings.ts";
import { listOwnFonts } from "./own_fonts.ts";
import { findProjectFonts } from "./project_fonts.ts";

const FAMILIES = [...new Set(Object.values(OWN_FAMILIES).flat())];

/** Where a browser takes its fonts from fontconfig. */
const hasFontconfig = process.platform !== "darwin" && process.platform !== "win32";

/** The fonts of a project's pictures: those of the preview, and those of packages that the project has added. */
export class SnapshotFonts {
  private constructor(
    /** The families and packages, for people. */
    readonly names: readonly string[],
    /** Changes when other fonts, or other versions of them, would be used. */
    readonly identity: readonly string[],
    private readonly files: readonly string[],
  ) {}

  /** Finds the fonts; null where a browser can only use those of the machine: on macOS and Windows. */
  static async find(project: string): Promise<SnapshotFonts | null> {
    if (!hasFontconfig) return null;
    const packages = await findProjectFonts(project);
    const files = [...listOwnFonts(), ...packages.flatMap(({ files }) => files)];
    const added = packages.map(({ name, version }) => `${name} ${version}`);
    return new SnapshotFonts([...FAMILIES, ...added], await Promise.all(files.map(identify)), files);
  }

  /** Writes a folder with these fonts alone, and the settings by which a browser uses them. */
  async open(): Promise<FontFolder> {
    const path = await mkdtemp(join(tmpdir(), "tck-fonts-"));
    const folder = new FontFolder(path, join(path, "fonts.conf"));
    try {
      await this.#fill(path, folder.settings);
      return folder;
    } catch (error) {
      await folder.delete();
      throw error;
    }
  }

  async #fill(folder: string, settings: string): Promise<void> {
    const fonts = join(folder, "fonts");
    await mkdir(fonts);
    // One folder, whose order is that of the names: where packages are depends on who has installed them.
    const links = this.files.map((file, index) => symlink(file, join(fonts, nameLink(file, index))));
    const failed = (await Promise.allSettled(links)).find(({ status }) => status === "rejected");
    if (failed?.status === "rejected") throw failed.reason;
    await writeFile(settings, describeFontSettings([fonts], join(folder, "index")));
  }
}

/** A temporary folder for one browser. */
export class FontFolder {
  constructor(private readonly folder: string, readonly settings: string) {}

  /** The environment of the browser. Fontconfig prefers the fonts of the environment's languages. */
  get environment(): { [name: string]: string } {
    const others = Object.entries(process.env).flatMap(([name, value]): [string, string][] =>
      value === undefined || FONT_VARIABLE.test(name) ? [] : [[name, value]]
    );
    return {
      ...Object.fromEntries(others),
      FONTCONFIG_FILE: this.settings,
      LC_ALL: "C.UTF-8",
      LANGUAGE: "en",
    };
  }

  async delete(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** The variables that change fontconfig's settings. */
const FONT_VARIABLE = /^(?:FONTCONFIG_|FC_)/;

async function identify(file: string): Promise<string> {
  return `${basename(file)}/${(await stat(file)).size}`;
}

function nameLink(file: string, index: number): string {
  return `${String(index).padStart(4, "0")}-${basename(file)}`;
}
