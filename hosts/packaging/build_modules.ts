import { pathToFileURL } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { build, type InlineConfig, type Rolldown } from "tsdown";
import { PackageError } from "./errors.ts";

/** Stands for the way from a joined module to the package's folder, until its path is known. */
const PACKAGE_FOLDER = "tck:package/";

/**
 * Compiles modules and everything that they import, and joins them into a few: a browser requests and Node opens each of
 * them before a program starts. Each module is in exactly one of them, so that no state is duplicated.
 *
 * @param root the project's folder
 * @param entries the paths of modules in it, which they keep
 * @param folder where the modules are written
 * @returns the npm packages that they import
 * @throws {PackageError} when they cannot be compiled
 */
export async function buildModules(
  root: string,
  entries: readonly string[],
  folder: string,
): Promise<Set<string>> {
  return await run(root, entries, folder, {
    dts: false,
    // A Node that is too old parses the programs, so that they can say so.
    target: "es2024",
    define: { "import.meta.url": "moduleUrl" },
    plugins: [keepModuleUrls(root)],
    outputOptions: { comments: { jsdoc: false } },
  });
}

/**
 * Writes the declarations of modules, whose exports have explicit types.
 *
 * @returns the npm packages that they import
 * @throws {PackageError} when an export has no explicit type
 */
export async function buildDeclarations(
  root: string,
  entries: readonly string[],
  folder: string,
): Promise<Set<string>> {
  return await run(root, entries, folder, {
    dts: { generator: "oxc", emitDtsOnly: true },
    treeshake: { moduleSideEffects: false },
  });
}

/** The path in a package of the JavaScript of a source file. */
export function toOutputPath(source: string): string {
  return source.replace(/\.tsx?$/, ".js");
}

async function run(
  root: string,
  entries: readonly string[],
  folder: string,
  { outputOptions, ...config }: InlineConfig & { outputOptions?: Rolldown.OutputOptions },
): Promise<Set<string>> {
  try {
    const { bundles } = await build({
      ...config,
      config: false,
      tsconfig: false,
      cwd: root,
      entry: Object.fromEntries(entries.map((entry) => [entry.replace(/\.tsx?$/, ""), `${root}/${entry}`])),
      outDir: folder,
      clean: false,
      format: "esm",
      platform: "neutral",
      deps: { neverBundle: true },
      outExtensions: () => ({ js: ".js", dts: ".d.ts" }),
      outputOptions: { ...outputOptions, chunkFileNames: "joined/[name]-[hash].js" },
      logLevel: "silent",
    });
    return listPackages(bundles.flatMap(({ chunks }) => chunks));
  } catch (error) {
    throw new PackageError(`Cannot compile modules: ${describeFirst(error)}`);
  }
}

/** On one line: where the first problem is, and what is wrong. */
function describeFirst(error: unknown): string {
  const { errors: [first] = [error] } = error as { errors?: unknown[] };
  const { message, frame = "" } = first as { message: string; frame?: string };
  const text = stripVTControlCharacters(message);
  const place = /\[ ?(\S+:\d+:\d+) ?\]/.exec(text + frame)?.[1];
  return `${place === undefined ? "" : `${place}: `}${text.split("\n")[0]}`;
}

/** Makes a joined module load files relative to the URL that it would have alone. */
function keepModuleUrls(root: string): Rolldown.Plugin {
  const rootUrl = pathToFileURL(`${root}/`).href;
  return {
    name: "tck-module-urls",
    transform: {
      filter: { id: /\.tsx?$/, code: "import.meta.url" },
      handler(code, id) {
        const path = toOutputPath(pathToFileURL(id).href.slice(rootUrl.length));
        const statement = `const moduleUrl = new URL("${PACKAGE_FOLDER}${path}", import.meta["url"]).href;\n`;
        return code.replace(/^(?:#!.*\n)?/, `$&${statement}`);
      },
    },
    renderChunk(code, { fileName }) {
      return code.replaceAll(PACKAGE_FOLDER, `./${"../".repeat(fileName.split("/").length - 1)}`);
    },
  };
}

function listPackages(files: readonly (Rolldown.OutputChunk | Rolldown.OutputAsset)[]): Set<string> {
  const own = new Set(files.map(({ fileName }) => fileName));
  const imports = files.flatMap((file) =>
    file.type === "chunk" ? [...file.imports, ...file.dynamicImports] : []
  );
  const foreign = imports.filter((specifier) => !own.has(specifier) && !specifier.startsWith("node:"));
  return new Set(foreign.map(toPackageName));
}

function toPackageName(specifier: string): string {
  return specifier.split("/").slice(0, specifier.startsWith("@") ? 2 : 1).join("/");
}
