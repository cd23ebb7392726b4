import { basename, resolve } from "node:path";
import type * as esbuild from "esbuild";
import { quote } from "../../../core/errors/mod.ts";
import type { Diagnostic } from "../diagnostic.ts";
import type { WidgetSource } from "../discover/mod.ts";
import { VIRTUAL_SOURCE } from "../source_places.ts";
import { OUTPUT_FOLDER } from "./esbuild/esbuild_options.ts";
import type { SourceFiles } from "./sources/source_files.ts";
import type { Stylesheets } from "./stylesheets/split_stylesheets.ts";

/** A widget's source, compiled for the browser. */
export interface CompiledWidget extends Stylesheets {
  source: WidgetSource;
  /** The ES module, with the shared specifiers left as imports. */
  module: string;
  /** The module's source map, as JSON. */
  map: string;
  /** How many bytes of the module and the CSS each file takes, by its path relative to the project. */
  shares: { [path: string]: number };
  /** What the module still imports: of the host, and what is not installed where the code is ready for that. */
  imports: readonly string[];
  /** The SHA-256 of every file that was read, in hex, by its path relative to the project. */
  inputs: { [path: string]: string };
  /** What was found while it was compiled. With an error among them, something is left out. */
  diagnostics: readonly Diagnostic[];
}

type Result = esbuild.BuildResult<{ metafile: true; write: false }>;

/** The text of one of esbuild's outputs, by its ending; empty when it is missing. */
export function outputText({ outputFiles }: Result, { name }: WidgetSource, ending: string): string {
  return outputFiles.find(({ path }) => basename(path) === `${name}${ending}`)?.text ?? "";
}

/** Builds the result from esbuild's outputs and the stylesheets that were split from them. */
export async function createCompiledWidget(
  source: WidgetSource,
  files: SourceFiles,
  result: Result,
  stylesheets: Stylesheets,
): Promise<Omit<CompiledWidget, "diagnostics">> {
  const { inputs, outputs } = result.metafile;
  const shares: { [path: string]: number } = {};
  const imports = outputs[`${OUTPUT_FOLDER}/${source.name}.js`]?.imports ?? [];
  for (const ending of [".js", ".css"]) {
    const output = outputs[`${OUTPUT_FOLDER}/${source.name}${ending}`];
    for (const [path, { bytesInOutput }] of Object.entries(output?.inputs ?? {})) {
      shares[path] = (shares[path] ?? 0) + bytesInOutput;
    }
  }
  return {
    source,
    ...stylesheets,
    module: outputText(result, source, ".js"),
    map: await fillMap(outputText(result, source, ".js.map"), source, files),
    shares,
    imports: imports.map(({ path }) => path),
    inputs: await files.digest(Object.keys(inputs)),
  };
}

/** The source map with the texts of the files as they were read: what esbuild has given of other files is not known to anybody. */
async function fillMap(
  map: string,
  { project }: WidgetSource,
  files: SourceFiles,
): Promise<string> {
  const { sources, sourcesContent, ...rest } = JSON.parse(map) as {
    sources: string[];
    sourcesContent: (string | null)[];
  };
  // In a folder whose name has backslashes, esbuild writes slashes.
  const known = new Map(files.list().map((path) => [path.replaceAll("\\", "/"), path]));
  const texts = sources.map(async (name, index) => {
    const path = known.get(resolve(project, OUTPUT_FOLDER, name).replaceAll("\\", "/"));
    if (path !== undefined) return new TextDecoder().decode(await files.read(path));
    if (VIRTUAL_SOURCE.test(name)) return sourcesContent[index];
    throw new Error(`its source map names ${quote(name)}, which was not read for it`);
  });
  return JSON.stringify({ ...rest, sources, sourcesContent: await Promise.all(texts) });
}
