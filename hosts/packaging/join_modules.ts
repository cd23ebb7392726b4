import { posix } from "node:path";
import * as esbuild from "esbuild";
import { PackageError } from "./errors.ts";

/** The folder of the joined modules that are not entries. It is as deep as the entries, so that PACKAGE_FOLDER is right for all. */
const CHUNKS = "web/joined";

const PACKAGE_FOLDER = "../../";

const MODULE_URL = "import.meta.url";

const NAMESPACE = "compiled";

/** The joined modules of a package. */
interface JoinedModules {
  /** JavaScript by path: the entries, and modules that several entries load. */
  modules: Map<string, string>;
  /** The paths of the modules before joining. */
  sources: string[];
  /** The npm packages that they import. */
  packages: Set<string>;
}

/**
 * Joins the hundreds of modules that entries load into a few, since a browser requests and Node opens each of them before
 * a program starts. Each module is in exactly one joined module, so that no state is duplicated, and dynamic imports stay
 * dynamic.
 *
 * @param compiled JavaScript by path
 * @param entries paths of modules, which stay the same
 * @throws {PackageError} when an entry is not two folders deep, and a module uses `import.meta.url`
 */
export async function joinModules(
  compiled: ReadonlyMap<string, string>,
  entries: readonly string[],
): Promise<JoinedModules> {
  const { outputFiles, metafile } = await esbuild.build({
    entryPoints: entries.map((entry) => ({ in: entry, out: entry.replace(/\.js$/, "") })),
    absWorkingDir: "/",
    outdir: "/",
    chunkNames: `${CHUNKS}/[name]-[hash]`,
    write: false,
    metafile: true,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "neutral",
    target: "esnext",
    // A Node that is too old parses the programs, so that they can say so.
    supported: { using: false },
    charset: "utf8",
    plugins: [readCompiled(compiled)],
    logLevel: "silent",
  });
  const sources = Object.keys(metafile.inputs).map((input) => input.slice(`${NAMESPACE}:`.length));
  if (sources.some((path) => compiled.get(path)!.includes(MODULE_URL))) checkDepth(entries);
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports);
  const foreign = imports.filter(({ path, external }) => external && !path.startsWith("node:"));
  return {
    modules: new Map(outputFiles.map(({ path, text }) => [path.slice(1), text])),
    sources,
    packages: new Set(foreign.map(({ path }) => packageName(path))),
  };
}

function checkDepth(entries: readonly string[]): void {
  const misplaced = entries.find((entry) => entry.split("/").length !== CHUNKS.split("/").length + 1);
  if (misplaced === undefined) return;
  throw new PackageError(
    `Cannot join "${misplaced}": an entry must be two folders deep, as in "web/tck/mod.ts"; move it`,
  );
}

function readCompiled(compiled: ReadonlyMap<string, string>): esbuild.Plugin {
  return {
    name: "tck-compiled",
    setup(build) {
      build.onResolve({ filter: /./ }, ({ kind, path, importer }) => {
        if (kind === "entry-point") return { path, namespace: NAMESPACE };
        if (!path.startsWith(".")) return { path, external: true };
        return { path: posix.join(posix.dirname(importer), path), namespace: NAMESPACE };
      });
      build.onLoad({ filter: /./, namespace: NAMESPACE }, async ({ path }) => {
        const text = compiled.get(path);
        return text === undefined ? null : { contents: await keepModuleUrl(path, text) };
      });
    },
  };
}

/** Replaces `import.meta.url` by the URL of the module before joining, relative to which it loads files. */
async function keepModuleUrl(path: string, text: string): Promise<string> {
  if (!text.includes(MODULE_URL)) return text;
  const { code } = await esbuild.transform(text, { define: { [MODULE_URL]: "moduleUrl" } });
  const relativeUrl = JSON.stringify(PACKAGE_FOLDER + path);
  return `const moduleUrl = new URL(${relativeUrl}, import.meta.url).href;\n${code}`;
}

function packageName(specifier: string): string {
  return specifier.split("/").slice(0, specifier.startsWith("@") ? 2 : 1).join("/");
}
