import { lstat, readdir, realpath } from "node:fs/promises";
import { join } from "node:path";
import { openFolder } from "../../../../terminal/files/mod.ts";
import { PackageFolders } from "../../model/mod.ts";

/** Packages of this scope are fonts, each of one family, as TrueType files. */
const FONT_PACKAGE = /^@expo-google-fonts\/[a-z0-9-]+$/;

const FONT_FILE = /\.(?:ttf|otf|ttc)$/i;

/** The largest font that is used, in bytes (64 MiB). Those of the scope have at most 25 MB. */
const MAX_FONT_BYTES = 67_108_864;

/** The largest `package.json` that is read, in bytes (1 MiB). */
const MAX_PACKAGE_BYTES = 1_048_576;

/** A package of fonts that a project has added. */
interface FontPackage {
  readonly name: string;
  readonly version: string;
  /** The absolute paths of its fonts, sorted. */
  readonly files: readonly string[];
}

/**
 * Finds the packages of fonts that a project depends on itself and has installed, ordered by name. A project can come from
 * elsewhere: of a package, what may go into its widgets counts, and no link and no pipe in it.
 */
export async function findProjectFonts(project: string): Promise<FontPackage[]> {
  const { dependencies, devDependencies } = await readPackage(project);
  const names = Object.keys({ ...dependencies, ...devDependencies }).filter((name) =>
    FONT_PACKAGE.test(name)
  );
  const installed = new PackageFolders(await realpath(project));
  const packages = await Promise.all(
    names.sort().map((name) => findPackage(name, installed.find(name))),
  );
  return packages.filter((one) => one !== null);
}

async function findPackage(name: string, folder: string | null): Promise<FontPackage | null> {
  if (folder === null) return null;
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const fonts = entries.filter((entry) => entry.isFile() && FONT_FILE.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name)).sort();
  const sizes = await Promise.all(fonts.map(async (file) => (await lstat(file)).size));
  const { version } = await readPackage(folder);
  return {
    name,
    version: String(version),
    files: fonts.filter((_, index) => sizes[index]! <= MAX_FONT_BYTES),
  };
}

/** Nothing for a file that is missing or not a package's: other parts of the preview say so. */
async function readPackage(
  path: string,
): Promise<{ version?: unknown; dependencies?: object; devDependencies?: object }> {
  try {
    using folder = openFolder(path);
    const bytes = await folder.readFile("package.json", MAX_PACKAGE_BYTES);
    return Object(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    return {};
  }
}
