import { posix } from "node:path";
import * as esbuild from "esbuild";
import { PackageError } from "./errors.ts";

/** Where the joined modules go that are no entries: as deep as these, so that the package's folder is above all alike. */
const CHUNKS = "web/joined";

const PACKAGE_FOLDER = "../../";

const NAMESPACE = "compiled";

/** The modules of a package, joined. */
export interface JoinedModules {
  /** JavaScript by path: the entries, and what several of them load. */
  modules: Map<string, string>;
  /** The paths of the modules that they were made of. */
  sources: string[];
  /** The npm packages that they import. */
  packages: Set<string>;
}

/**
 * Joins the modules that entries load to a few, where they are hundreds: a browser asks a dev server for each, and Node opens
 * each, before a program does anything. Each module is in one of the joined alone, so that no state is there twice; what is
 * imported later is still loaded later.
 *
 * @param compiled JavaScript by path
 * @param entries the paths to begin with, which they keep
 * @throws {PackageError} when an entry stands where the package's folder is not two above it
 */
export async function joinModules(
  compiled: ReadonlyMap<string, string>,
  entries: readonly string[],
): Promise<JoinedModules> {
  const misplaced = entries.find((entry) => entry.split("/").length !== CHUNKS.split("/").length + 1);
  if (misplaced) {
    throw new PackageError(
      `Cannot join "${misplaced}": an entry has to stand two folders deep, as in "web/tck/mod.ts"; move it`,
    );
  }
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
    charset: "utf8",
    plugins: [readCompiled(compiled)],
    logLevel: "silent",
  });
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports);
  const foreign = imports.filter(({ path, external }) => external && !path.startsWith("node:"));
  return {
    modules: new Map(outputFiles.map(({ path, text }) => [path.slice(1), text])),
    sources: Object.keys(metafile.inputs).map((input) => input.slice(`${NAMESPACE}:`.length)),
    packages: new Set(foreign.map(({ path }) => packageName(path))),
  };
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
        return text === undefined ? null : { contents: await keepAddress(path, text) };
      });
    },
  };
}

/** A module loads files by where it stands, which is not where it is joined to. */
async function keepAddress(path: string, text: string): Promise<string> {
  if (!text.includes("import.meta.url")) return text;
  const { code } = await esbuild.transform(text, { define: { "import.meta.url": "moduleAddress" } });
  const address = JSON.stringify(PACKAGE_FOLDER + path);
  return `const moduleAddress = new URL(${address}, import.meta.url).href;\n${code}`;
}

function packageName(specifier: string): string {
  return specifier.split("/").slice(0, specifier.startsWith("@") ? 2 : 1).join("/");
}
