import { basename } from "node:path";
import type * as esbuild from "esbuild";
import { OUTPUT_FOLDER } from "./bundle_options.ts";
import type { WidgetSource } from "./project.ts";

/** One source file that went into an output, relative to the project. */
export type InputPath = string;

/** What the bundler makes of a widget's source for the browser. */
export interface CompiledWidget {
  /** The ES module, with the shared specifiers left as imports. */
  module: string;
  /** The module's source map, as JSON. */
  map: string;
  /** The bundled CSS, `@property` rules included; empty when there is none. */
  css: string;
  /** The number of import statements in the module. */
  imports: number;
  /** How many bytes of the module and the CSS each file takes. */
  shares: { [path: InputPath]: number };
  /** Every file that was read. */
  inputs: InputPath[];
}

type Result = esbuild.BuildResult<{ metafile: true; write: false }>;

/**
 * Takes what esbuild has made of a widget, which may be one of several.
 *
 * @param inputs the files that were read for it
 */
export function takeOutputs(
  { metafile, outputFiles }: Result,
  { name }: WidgetSource,
  inputs: readonly InputPath[],
): CompiledWidget {
  const text = (ending: string) =>
    outputFiles.find(({ path }) => basename(path) === `${name}${ending}`)?.text ?? "";
  const output = (ending: string) => metafile.outputs[`${OUTPUT_FOLDER}/${name}${ending}`];
  return {
    module: text(".js"),
    map: text(".js.map"),
    css: text(".css"),
    imports: countImports(output(".js")),
    shares: sharesOf([output(".js"), output(".css")]),
    inputs: [...inputs].sort(),
  };
}

type Output = esbuild.Metafile["outputs"][string] | undefined;

function countImports(output: Output): number {
  return output?.imports.filter(({ kind }) => kind === "import-statement").length ?? 0;
}

function sharesOf(outputs: readonly Output[]): { [path: InputPath]: number } {
  const shares: { [path: InputPath]: number } = {};
  for (const output of outputs) {
    for (const [path, { bytesInOutput }] of Object.entries(output?.inputs ?? {})) {
      shares[path] = (shares[path] ?? 0) + bytesInOutput;
    }
  }
  return shares;
}

/** The files that a widget's source leads to, itself among them. */
export function reachableInputs({ inputs }: esbuild.Metafile, { file }: WidgetSource): InputPath[] {
  const found = new Set([file]);
  for (const path of found) {
    for (const { path: imported } of inputs[path]?.imports ?? []) {
      if (Object.hasOwn(inputs, imported)) found.add(imported);
    }
  }
  return [...found];
}
