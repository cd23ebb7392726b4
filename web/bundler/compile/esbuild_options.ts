import type * as esbuild from "esbuild";
import { SHARED_SPECIFIERS } from "../../core/contract/mod.ts";
import type { WidgetSource } from "./project.ts";

/** Where the outputs would stand if they were written, relative to the project. */
export const OUTPUT_FOLDER = "dist";

/** What a widget may import of its host. */
export const WIDGET_SPECIFIERS: readonly string[] = SHARED_SPECIFIERS.filter((shared) => shared.widget).map((
  shared,
) => shared.specifier);

/**
 * How esbuild bundles widgets: the same bytes for the same source in any folder, and whichever other widgets are bundled by
 * the same call. The outputs have the widgets' names.
 *
 * @param root the project folder
 */
export function bundleOptions(
  root: string,
  widgets: readonly WidgetSource[],
): esbuild.BuildOptions & { metafile: true; write: false } {
  return {
    absWorkingDir: root,
    entryPoints: widgets.map(({ name, file }) => ({ in: file, out: name })),
    outdir: OUTPUT_FOLDER,
    write: false,
    bundle: true,
    metafile: true,
    minify: true,
    // Beside the module, not in it: the map names places in sources, the module must not.
    sourcemap: "external",
    format: "esm",
    platform: "browser",
    target: "es2022",
    charset: "utf8",
    jsx: "automatic",
    jsxImportSource: "react",
    // Gathered at the end, licences would stand under paths, which are not the same in every folder.
    legalComments: "inline",
    // The author's tsconfig is for the editor: what the bundle holds must not hang on it.
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: false } },
    define: { "process.env.NODE_ENV": '"production"' },
    logLevel: "silent",
  };
}

/** Whether a widget's code, or a package that is bundled into it, may not import this. */
export function isRefused(specifier: string): boolean {
  const isRemote = /^(\/|[a-z][a-z0-9+.-]*:)/i.test(specifier) && !specifier.startsWith("data:");
  const isHostOnly = /^(react|react-dom|@tck\/kit)(\/|$)/.test(specifier);
  return isRemote || isHostOnly;
}
