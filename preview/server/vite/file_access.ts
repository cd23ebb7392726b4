import { realpathSync } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { isFileLoadingAllowed, normalizePath, type Plugin, type ResolvedConfig } from "vite";
import { quote } from "../../../core/errors/mod.ts";
import { PackageFolders } from "../model/mod.ts";
import { BUNDLED } from "./cache_folder.ts";
import type { BundlerPlugin } from "./modules/dependency_scan.ts";
import type { LinkedProject } from "./linked_project.ts";
import { isOwnFile } from "./own_files.ts";
import { filePathOf } from "./vite_internals.ts";
import { MAX_FILE_BYTES, readText } from "./whole_file.ts";

/**
 * The language of a stylesheet, as Vite reads it from an id with its query. It compiles those that are not CSS, which the
 * bundler does not take, with packages that it looks for itself, and which read files by themselves.
 */
const STYLESHEET_LANGUAGE = /\.(css|less|sass|scss|styl|stylus|pcss|postcss|sss)(?:$|\?)/;

/**
 * Keeps files that no build of the project may read from pages: what a module or a stylesheet imports, and what a request
 * names. Vite itself serves whatever a module imports, and follows symbolic links without a check.
 */
export function limitFiles(project: LinkedProject): Plugin {
  return {
    name: "tck:file-limits",
    enforce: "pre",
    configureServer({ config, middlewares }) {
      middlewares.use((request, response, next) => {
        const path = filePathOf(request.url ?? "");
        if (path === null) return next();
        leadsOutside(config, path, project).then((isOutside) => {
          if (!isOutside) return next();
          response.writeHead(403, { "content-type": "text/plain" });
          response.end("Cannot serve the file: it is, or is a link to, a file that may not be served");
        }, next);
      });
    },
    // Before all that load files.
    load: {
      order: "pre",
      async handler(id) {
        requireCss(id);
        const path = pathOf(id);
        if (path !== null) await requireLoadable(this.environment.getTopLevelConfig(), path, project);
        return null;
      },
    },
  };
}

/**
 * Reads the files that no other plugin loads, without the source maps that they refer to: Vite would read these, and the
 * files that they name.
 */
export function readWithoutMaps(): Plugin {
  let watch: (file: string) => void = () => {};
  return {
    name: "tck:files",
    enforce: "post",
    configureServer({ watcher }) {
      watch = (file) => void watcher.add(file);
    },
    load: {
      order: "post",
      async handler(id) {
        const path = pathOf(id);
        if (path === null || !isFileLoadingAllowed(this.environment.getTopLevelConfig(), path)) return null;
        const code = await readText(path);
        if (code === null) return null;
        watch(path);
        return { code, map: null };
      },
    },
  };
}

/**
 * The same for packages that are bundled for pages. Such a file throws when it is used, so that the others are bundled. As
 * CommonJS it has every name.
 */
export function limitPackages(project: LinkedProject): BundlerPlugin {
  return {
    name: "tck:package-limits",
    load: {
      order: "pre",
      async handler(id) {
        const path = pathOf(normalizePath(id));
        const real = path === null ? null : await realpath(path).catch(() => null);
        if (real === null || isOwnFile(normalizePath(real)) || isHeld(real, project)) return null;
        const message = `Cannot load ${quote(path!)}: ${WHERE}`;
        return `module.exports = {}; throw new Error(${JSON.stringify(message)});`;
      },
    },
  };
}

/**
 * Whether a plugin may load a file, which Vite itself does not check: it is the project's or the preview's own, or one that
 * a module of theirs imports.
 */
export async function mayLoad(
  config: ResolvedConfig,
  path: string,
  project: LinkedProject,
): Promise<boolean> {
  return isFileLoadingAllowed(config, path) && !await leadsOutside(config, path, project);
}

/** Whether a file may go into a widget of the project (decision 080), or is one of the packages that every page has. */
function isHeld(real: string, project: LinkedProject): boolean {
  return new PackageFolders(project.folder).hold(real) ||
    OWN_PACKAGES.some((folder) => normalizePath(real).startsWith(`${normalizePath(folder)}/`));
}

/** The path of the file that a module was made of; null for one that was made of none. */
function pathOf(id: string): string | null {
  const path = id.replace(/[?#].*$/s, "");
  return path.startsWith("\0") || !/^(?:\/|[a-z]:\/)/i.test(path) ? null : path;
}

/** @throws {Error} when Vite would take a module for a stylesheet in another language */
function requireCss(id: string): void {
  const [, language = "css"] = STYLESHEET_LANGUAGE.exec(id) ?? [];
  if (language === "css") return;
  throw new Error(`Cannot load ${quote(id)}: a widget has stylesheets of CSS only, not of .${language}`);
}

/** @throws {Error} when the file exists, and is not to be read for a page */
async function requireLoadable(config: ResolvedConfig, path: string, project: LinkedProject): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (found === null || isOwnFile(path)) return;
  if (!found.isFile()) throw new Error(`Cannot load ${quote(path)}: it is not a file`);
  if (found.size > MAX_FILE_BYTES) {
    throw new Error(
      `Cannot load ${quote(path)}: it has ${found.size} bytes, at most ${MAX_FILE_BYTES} are read`,
    );
  }
  const real = await realpath(path);
  if (!isBundledFile(config, real) && isForeign(config, real, project)) {
    throw new Error(`Cannot load ${quote(path)}: ${WHERE}`);
  }
}

const WHERE =
  "a widget imports files of the project, of a package that is installed in it, or of a package of its workspace";

async function leadsOutside(
  config: ResolvedConfig,
  path: string,
  project: LinkedProject,
): Promise<boolean> {
  const real = await realpath(path).catch(() => null);
  if (real === null || isBundledFile(config, real)) return false;
  const slashed = project.toLink(normalizePath(real));
  const isDenied = slashed !== path && !isFileLoadingAllowed(config, slashed);
  return isDenied || isForeign(config, real, project);
}

/** Whether a file belongs neither to the project and its packages, nor to the preview, nor to what its configuration allows. */
function isForeign(config: ResolvedConfig, real: string, project: LinkedProject): boolean {
  const slashed = project.toLink(normalizePath(real));
  return !isOwnFile(slashed) && !isHeld(real, project) &&
    !config.server.fs.allow.some((folder) => slashed === folder || slashed.startsWith(`${folder}/`));
}

/** Whether a file, by its real path, is one of the packages that were bundled for pages. */
function isBundledFile({ cacheDir }: ResolvedConfig, real: string): boolean {
  return normalizePath(real).startsWith(`${cacheDir}/${BUNDLED}/`);
}

/** The folders of the packages whose modules every page has: those that the preview is installed with. */
const OWN_PACKAGES = [
  ...["vite", "react", "react-dom", "scheduler"].flatMap((name) => folderOf(name) ?? []),
  ...(/^.*?\/node_modules(?=\/)/.exec(fileURLToPath(import.meta.url).replaceAll(sep, "/")) ?? []),
];

function folderOf(name: string): string | null {
  const require = createRequire(import.meta.url);
  try {
    // Only React's own package finds the scheduler.
    const from = name === "scheduler" ? createRequire(require.resolve("react-dom/package.json")) : require;
    return dirname(realpathSync(from.resolve(`${name}/package.json`)));
  } catch {
    return null;
  }
}
