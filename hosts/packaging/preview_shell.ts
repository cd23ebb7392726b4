import { readFile } from "node:fs/promises";
import { join, posix, relative, resolve, sep } from "node:path";
import * as esbuild from "esbuild";
import { SHARED_SPECIFIERS } from "../../core/contract/mod.ts";
import { SHELL_BUILD } from "../../preview/server/shell_build/mod.ts";

const FOLDER = "preview/shell";
const ENTRY = "main.ts";

/** The module that the entry imports after it has started to fetch the widget. */
const BOOT = "boot.tsx";

/** The preview's dev server resolves these to one module for the shell and the widgets. */
const EXTERNAL = [
  ...SHARED_SPECIFIERS.filter(({ widget }) => widget).map(({ specifier }) => specifier),
  "virtual:*",
];

/**
 * Builds the browser part of the preview for an installed package: its joined modules, their stylesheets, and the page.
 *
 * @param root the project's folder
 * @returns texts by their paths in the package
 */
export async function buildPreviewShell(root: string): Promise<Map<string, string>> {
  const { files, firstLoad } = await joinShell(root);
  const page = await readFile(join(root, FOLDER, "index.html"), "utf8");
  return files.set(
    `${FOLDER}/index.html`,
    finishPage(page, firstLoad.filter((path) => path.endsWith(".js"))),
  );
}

/**
 * The texts of the modules and stylesheets that the page loads before it shows a widget.
 *
 * @param root the project's folder
 */
export async function listFirstLoad(root: string): Promise<string[]> {
  const { files, firstLoad } = await joinShell(root);
  return firstLoad.map((path) => files.get(path)!);
}

interface JoinedShell {
  /** Texts by their paths in the package. */
  readonly files: Map<string, string>;
  /** The paths of the files that the page loads first, besides its entry. */
  readonly firstLoad: readonly string[];
}

async function joinShell(root: string): Promise<JoinedShell> {
  const stylesheets = new Set<string>();
  const { outputFiles, metafile } = await esbuild.build({
    ...SHELL_BUILD,
    absWorkingDir: root,
    entryPoints: [`${FOLDER}/${ENTRY}`, `${FOLDER}/${BOOT}`],
    outdir: FOLDER,
    charset: "utf8",
    external: EXTERNAL,
    plugins: [...SHELL_BUILD.plugins, keepStylesheets(root, stylesheets)],
  });
  const toPath = (file: string) => relative(root, file).split(sep).join("/");
  const files = new Map(outputFiles.map((file) => [toPath(file.path), file.text]));
  const sheets = [...stylesheets].map(toPath);
  for (const file of stylesheets) files.set(toPath(file), await joinStylesheet(file));
  const boot = `${FOLDER}/${BOOT.replace(/tsx$/, "js")}`;
  return { files, firstLoad: [boot, ...listChunks(metafile, boot), ...sheets] };
}

/** The joined modules that a joined module imports statically. */
function listChunks({ outputs }: esbuild.Metafile, path: string): string[] {
  const imports = outputs[path]!.imports.filter(({ kind, external }) =>
    kind === "import-statement" && !external
  );
  return imports.map((chunk) => chunk.path);
}

/** The page of the joined entry. It preloads the modules that the entry imports. */
function finishPage(page: string, modules: readonly string[]): string {
  const links = modules.map((path) => `<link rel="modulepreload" href="./${posix.basename(path)}">\n    `);
  return page.replace(ENTRY, ENTRY.replace(/ts$/, "js")).replace("<script", `${links.join("")}<script`);
}

/** Joins a stylesheet with those that it imports. */
async function joinStylesheet(file: string): Promise<string> {
  const { outputFiles } = await esbuild.build({
    entryPoints: [file],
    write: false,
    bundle: true,
    charset: "utf8",
    logLevel: "silent",
  });
  return outputFiles[0]!.text;
}

/** Keeps stylesheets as imports, with paths relative to the folder of the joined modules. */
function keepStylesheets(root: string, found: Set<string>): esbuild.Plugin {
  return {
    name: "tck-keep-stylesheets",
    setup(build) {
      build.onResolve({ filter: /^\..*\.css(\?url)?$/ }, ({ path, resolveDir }) => {
        const [address, query] = path.split("?");
        const file = resolve(resolveDir, address!);
        found.add(file);
        const fromShell = relative(join(root, FOLDER), file).split(sep).join("/");
        const specifier = fromShell.startsWith(".") ? fromShell : `./${fromShell}`;
        return { path: query ? `${specifier}?${query}` : specifier, external: true };
      });
    },
  };
}
