import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { isBuiltin } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type * as esbuild from "esbuild";
import { errorMessage, quote } from "../../../../core/errors/mod.ts";
import type { ConfigFault } from "../../../protocol.ts";
import { toSlashes } from "../discovery/bundle_glob.ts";
import { PreviewConfigError } from "./errors.ts";

interface LoadedConfigFile {
  /** Its default export, unchecked. */
  readonly value: unknown;
  /** The file itself and the files of the project that it imports. */
  readonly files: readonly string[];
}

/** Stands in for the preview's package, which need not be installed in the project. */
const PREVIEW_PACKAGE = "@tck/preview";
const PREVIEW_MODULE = "export const defineConfig = (config) => config;";

/**
 * Loads a configuration from its file (preview specification, §2). The file and its imports from the project are
 * bundled to a new module each time, since a runtime does not import the same module twice.
 *
 * @param path absolute
 * @throws {PreviewConfigError} `config.failed` when it cannot be compiled, or when its code throws
 */
export async function loadConfigFile(path: string): Promise<LoadedConfigFile> {
  const { code, files } = await compile(path);
  const directory = await mkdtemp(join(tmpdir(), "tck-preview-config-"));
  try {
    const module = join(directory, "config.mjs");
    await writeFile(module, code);
    const { default: value } = await import(pathToFileURL(module).href);
    return { value, files };
  } catch (error) {
    throw failed(path, `its code throws: ${errorMessage(error).split("\n")[0]}`, error);
  } finally {
    await rm(directory, { recursive: true });
  }
}

async function compile(path: string): Promise<{ code: string; files: string[] }> {
  // Loaded only here: a preview of a project without a configuration starts without the compiler.
  const { build } = await import("esbuild");
  try {
    const { outputFiles, metafile } = await build({
      absWorkingDir: dirname(path),
      // Relative: a folder with `*` in its name would be a pattern.
      entryPoints: [basename(path)],
      write: false,
      metafile: true,
      bundle: true,
      format: "esm",
      platform: "node",
      target: "node24",
      logLevel: "silent",
      define: Object.fromEntries(
        ["url", "dirname", "filename"].map((name) => [`import.meta.${name}`, `__tck_config_${name}`]),
      ),
      plugins: [PREVIEW_STUB, EXTERNAL_PACKAGES, IMPORT_META],
    });
    const files = Object.keys(metafile.inputs).filter((input) => !input.startsWith(`${PREVIEW_PACKAGE}:`));
    return { code: outputFiles[0]!.text, files: files.map((file) => join(dirname(path), file)) };
  } catch (error) {
    const { errors = [] } = error as Partial<esbuild.BuildFailure>;
    const [first] = errors;
    if (first === undefined) throw error;
    const place = first.location ? ` (${first.location.file}:${first.location.line})` : "";
    throw failed(path, `${first.text}${place}`, error, errors.map((each) => toFault(path, each)));
  }
}

const PREVIEW_STUB: esbuild.Plugin = {
  name: "preview-stub",
  setup(build) {
    build.onResolve({ filter: /^@tck\/preview$/ }, ({ path }) => ({ path, namespace: PREVIEW_PACKAGE }));
    build.onLoad(
      { filter: /.*/, namespace: PREVIEW_PACKAGE },
      () => ({ contents: PREVIEW_MODULE, loader: "js" }),
    );
  },
};

/** Packages stay external, with absolute URLs, since the module is loaded from a temporary folder. */
const EXTERNAL_PACKAGES: esbuild.Plugin = {
  name: "external-packages",
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, async ({ path, kind, resolveDir, pluginData }) => {
      if (kind === "entry-point" || path === PREVIEW_PACKAGE || pluginData === EXTERNAL_PACKAGES) return null;
      if (isBuiltin(path) || /^[a-z]+:/.test(path)) return { path, external: true };
      const found = await build.resolve(path, { kind, resolveDir, pluginData: EXTERNAL_PACKAGES });
      return found.errors.length > 0
        ? { errors: found.errors }
        : { path: pathToFileURL(found.path).href, external: true };
    });
  },
};

/** Keeps the `import.meta.url`, `dirname` and `filename` of each file. */
const IMPORT_META: esbuild.Plugin = {
  name: "import-meta",
  setup(build) {
    build.onLoad({ filter: /\.m?[jt]sx?$/, namespace: "file" }, async ({ path }) => {
      const meta = { url: pathToFileURL(path).href, dirname: dirname(path), filename: path };
      const lines = Object.entries(meta).map(([name, value]) =>
        `const __tck_config_${name} = ${JSON.stringify(value)};`
      );
      // On the first line of the source, so that the line numbers of errors stay.
      const contents = lines.join(" ") + await readFile(path, "utf8");
      return { contents, loader: /[jt]sx?$/.exec(path)![0] as esbuild.Loader };
    });
  },
};

function toFault(path: string, { text, location }: esbuild.Message): ConfigFault {
  const file = location === null ? path : join(dirname(path), location.file);
  return { message: text.slice(0, 300), file: toSlashes(file), line: location?.line ?? null };
}

function failed(
  path: string,
  reason: string,
  cause: unknown,
  faults: readonly ConfigFault[] = [],
): PreviewConfigError {
  const message = `Cannot load configuration ${quote(basename(path))}: ${reason.slice(0, 300)}`;
  return new PreviewConfigError("config.failed", message, { cause, faults });
}
