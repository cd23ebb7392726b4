import type * as esbuild from "esbuild";
import type { WidgetSource } from "../../discover/mod.ts";

/** Where the outputs would be if they were written, relative to the project. */
export const OUTPUT_FOLDER = "dist";

/** esbuild's message about `require` with a path that is not a literal. */
export const COMPUTED_REQUIRE = "unsupported-require-call";

/** What is known of the environment of a widget. */
export const DEFINED: { readonly [name: string]: string } = { "process.env.NODE_ENV": '"production"' };

/** How esbuild bundles a widget: the same bytes for the same source in any folder. */
export function createEsbuildOptions(
  { project, name, file }: WidgetSource,
): esbuild.BuildOptions & { metafile: true; write: false } {
  return {
    absWorkingDir: project,
    entryPoints: [{ in: file, out: name }],
    outdir: OUTPUT_FOLDER,
    write: false,
    bundle: true,
    metafile: true,
    minify: true,
    // Beside the module, not in it: the map holds paths of sources, the module must not.
    sourcemap: "external",
    format: "esm",
    platform: "browser",
    target: "es2022",
    charset: "utf8",
    jsx: "automatic",
    jsxImportSource: "react",
    // Gathered at the end, licences would be listed under paths, which differ between folders.
    legalComments: "inline",
    // The author's tsconfig is for the editor and does not change the bundle.
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: false } },
    define: DEFINED,
    logLevel: "silent",
    logOverride: { [COMPUTED_REQUIRE]: "warning" },
  };
}
