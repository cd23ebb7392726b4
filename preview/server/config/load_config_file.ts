import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { isBuiltin } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type * as esbuild from "esbuild";
import { quote } from "../../../core/errors/mod.ts";
import { PreviewConfigError } from "./errors.ts";

/** What a configuration's file gives. */
export interface LoadedConfigFile {
  /** Its default export, not checked. */
  readonly value: unknown;
  /** The files of the project that it is made of, itself first: a change in any of them makes another configuration. */
  readonly files: readonly string[];
}

/** What the preview's package is to a configuration, in a project that has it installed and in one that has not. */
const PREVIEW_PACKAGE = "@tck/preview";
const PREVIEW_MODULE = "export const defineConfig = (config) => config;";

/**
 * Loads a configuration from its file (preview specification, §2). The file and what it imports from its project become
 * one module first, so that a change in any of them is seen: no runtime imports a module a second time.
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
    throw failed(path, `its code throws: ${messageOf(error)}`, error);
  } finally {
    await rm(directory, { recursive: true });
  }
}

async function compile(path: string): Promise<{ code: string; files: string[] }> {
  // Loaded only here: most projects have no configuration, and their preview starts without the compiler.
  const { build } = await import("esbuild");
  try {
    const { outputFiles, metafile } = await build({
      absWorkingDir: dirname(path),
      entryPoints: [path],
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
      plugins: [PREVIEW_ITSELF, PACKAGES_STAY, PLACES],
    });
    const files = Object.keys(metafile.inputs).filter((input) => !input.startsWith(`${PREVIEW_PACKAGE}:`));
    return { code: outputFiles[0]!.text, files: files.map((file) => join(dirname(path), file)) };
  } catch (error) {
    const [first] = (error as Partial<esbuild.BuildFailure>).errors ?? [];
    if (first === undefined) throw error;
    const place = first.location ? ` (${first.location.file}:${first.location.line})` : "";
    throw failed(path, `${first.text}${place}`, error);
  }
}

const PREVIEW_ITSELF: esbuild.Plugin = {
  name: "preview-itself",
  setup(build) {
    build.onResolve({ filter: /^@tck\/preview$/ }, ({ path }) => ({ path, namespace: PREVIEW_PACKAGE }));
    build.onLoad(
      { filter: /.*/, namespace: PREVIEW_PACKAGE },
      () => ({ contents: PREVIEW_MODULE, loader: "js" }),
    );
  },
};

/** Packages are imported from where the project has them, at an address that holds from anywhere. */
const PACKAGES_STAY: esbuild.Plugin = {
  name: "packages-stay",
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, async ({ path, kind, resolveDir, pluginData }) => {
      if (kind === "entry-point" || path === PREVIEW_PACKAGE || pluginData === PACKAGES_STAY) return null;
      if (isBuiltin(path) || /^[a-z]+:/.test(path)) return { path, external: true };
      const found = await build.resolve(path, { kind, resolveDir, pluginData: PACKAGES_STAY });
      return found.errors.length > 0
        ? { errors: found.errors }
        : { path: pathToFileURL(found.path).href, external: true };
    });
  },
};

/** Each file keeps its own `import.meta.url`, `dirname` and `filename`. */
const PLACES: esbuild.Plugin = {
  name: "places",
  setup(build) {
    build.onLoad({ filter: /\.m?[jt]sx?$/, namespace: "file" }, async ({ path }) => {
      const places = { url: pathToFileURL(path).href, dirname: dirname(path), filename: path };
      const lines = Object.entries(places).map(([name, place]) =>
        `const __tck_config_${name} = ${JSON.stringify(place)};`
      );
      // On the source's own first line, so that errors name the right one.
      const contents = lines.join(" ") + await readFile(path, "utf8");
      return { contents, loader: /[jt]sx?$/.exec(path)![0] as esbuild.Loader };
    });
  },
};

function failed(path: string, reason: string, cause: unknown): PreviewConfigError {
  const message = `Cannot load configuration ${quote(basename(path))}: ${reason.slice(0, 300)}`;
  return new PreviewConfigError("config.failed", message, { cause });
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split("\n")[0]!;
}
