import type * as esbuild from "esbuild";
import type { WidgetSource } from "../discover/mod.ts";
import { host } from "../host/mod.ts";
import { embedAssets } from "./modules/assets.ts";
import { runEsbuild } from "./esbuild/run_esbuild.ts";
import { checkImports } from "./sources/import_checks.ts";
import { guardTexts } from "./sources/guarded_texts.ts";
import { readSourceFiles, SourceFiles } from "./sources/source_files.ts";
import { resolveStyleEntries } from "./stylesheets/style_entries.ts";
import { compileTailwind } from "./tailwind/tailwind.ts";
import { usesTailwind } from "./tailwind/uses_tailwind.ts";

const STYLE_FILE = /\.(?:css|svg|png|jpe?g|gif|webp|avif|woff2)$/;

/** A stylesheet with what it imports, and the images and fonts as data URLs. */
export interface CompiledStylesheet {
  css: string;
  /** The stylesheets, images and fonts that it was made of, as real paths. */
  files: string[];
  /** Whether it depends on the classes in what the widget imports. */
  usesTailwind: boolean;
}

/**
 * Compiles one stylesheet as a build does, for the classes in what a widget imports.
 *
 * @param path the stylesheet
 * @throws {DiagnosticError} when it is rejected or does not compile
 */
export async function compileStylesheet(source: WidgetSource, path: string): Promise<CompiledStylesheet> {
  const files = new SourceFiles(source.project);
  const { outputFiles } = await runEsbuild(source, {
    absWorkingDir: source.project,
    entryPoints: [ENTRY],
    outdir: "dist",
    write: false,
    bundle: true,
    tsconfigRaw: {},
    // The development server generates the class names.
    loader: { ".css": "css", ".module.css": "css" },
    plugins: guardTexts(files, [
      resolveEntry(path),
      checkImports(files),
      resolveStyleEntries(files),
      embedAssets(files),
      compileTailwind(files, source),
      readSourceFiles(files),
    ]),
    logLevel: "silent",
  });
  const sheets = files.list().filter((file) => file.endsWith(".css") && files.owns(file));
  const texts = await Promise.all(
    sheets.map(async (file) => new TextDecoder().decode(await files.read(file))),
  );
  return {
    css: outputFiles![0]!.text,
    files: files.list().filter((file) => STYLE_FILE.test(file)),
    usesTailwind: texts.some(usesTailwind),
  };
}

const ENTRY = "tck-stylesheet";

/** Resolves the entry to a path: esbuild takes one with `*` for a pattern. */
function resolveEntry(path: string): esbuild.Plugin {
  return {
    name: "tck-entry",
    setup(build) {
      const filter = new RegExp(`^${ENTRY}$`);
      build.onResolve({ filter }, ({ kind }) => {
        return kind === "entry-point" ? { path: host.files.realPath(path) ?? path } : null;
      });
    },
  };
}
