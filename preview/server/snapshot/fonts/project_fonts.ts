import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** Packages of this scope are fonts, each of one family, as TrueType files. */
const SCOPE = "@expo-google-fonts/";

const FONT_FILE = /\.(?:ttf|otf|ttc)$/i;

/** A package of fonts that a project has added. */
interface FontPackage {
  readonly name: string;
  readonly version: string;
  /** The absolute paths of its fonts, sorted. */
  readonly files: readonly string[];
}

/** Finds the packages of fonts that a project depends on itself and has installed, ordered by name. */
export async function findProjectFonts(project: string): Promise<FontPackage[]> {
  const { dependencies, devDependencies } = await readPackage(join(project, "package.json"));
  const names = Object.keys({ ...dependencies, ...devDependencies }).filter((name) => name.startsWith(SCOPE));
  const packages = await Promise.all(names.sort().map((name) => findPackage(project, name)));
  return packages.filter((one) => one !== null);
}

async function findPackage(project: string, name: string): Promise<FontPackage | null> {
  const path = resolveOrNull(project, `${name}/package.json`);
  if (path === null) return null;
  const folder = dirname(path);
  const files = (await readdir(folder, { recursive: true })).filter((file) => FONT_FILE.test(file)).sort();
  const { version } = await readPackage(path);
  return { name, version: String(version), files: files.map((file) => join(folder, file)) };
}

function resolveOrNull(project: string, specifier: string): string | null {
  try {
    return createRequire(join(project, "package.json")).resolve(specifier);
  } catch {
    return null;
  }
}

/** Nothing for a file that is missing or not a package's: other parts of the preview say so. */
async function readPackage(
  path: string,
): Promise<{ version?: unknown; dependencies?: object; devDependencies?: object }> {
  try {
    return Object(JSON.parse(await readFile(path, "utf8")));
  } catch {
    return {};
  }
}
