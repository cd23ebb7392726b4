import type * as esbuild from "esbuild";

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

/** Takes what esbuild has made of a widget. */
export function takeOutputs(result: Result): CompiledWidget {
  return {
    module: outputText(result, ".js"),
    map: outputText(result, ".js.map"),
    css: outputText(result, ".css"),
    imports: countImports(result.metafile),
    shares: sharesOf(result.metafile),
    inputs: Object.keys(result.metafile.inputs),
  };
}

function countImports({ outputs }: esbuild.Metafile): number {
  const imports = Object.entries(outputs).flatMap(([output, { imports }]) =>
    /\.js$/.test(output) ? imports : []
  );
  return imports.filter(({ kind }) => kind === "import-statement").length;
}

function sharesOf({ outputs }: esbuild.Metafile): { [path: InputPath]: number } {
  const shares: { [path: InputPath]: number } = {};
  for (const [output, { inputs }] of Object.entries(outputs)) {
    if (output.endsWith(".map")) continue;
    for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
      shares[path] = (shares[path] ?? 0) + bytesInOutput;
    }
  }
  return shares;
}

function outputText(result: { outputFiles?: esbuild.OutputFile[] }, ending: string): string {
  return result.outputFiles?.find((file) => file.path.endsWith(ending))?.text ?? "";
}
