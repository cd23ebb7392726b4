import * as esbuild from "esbuild";
import { DiagnosticError } from "../../diagnostic.ts";
import type { WidgetSource } from "../../discover/mod.ts";
import { createDiagnostic } from "./esbuild_diagnostics.ts";

/** @throws {DiagnosticError} when esbuild or a plugin reports errors */
export async function runEsbuild<Options extends esbuild.BuildOptions>(
  source: WidgetSource,
  options: Options,
): Promise<esbuild.BuildResult<Options>> {
  try {
    return await esbuild.build<Options>(options as esbuild.SameShape<esbuild.BuildOptions, Options>);
  } catch (error) {
    const { errors } = error as Partial<esbuild.BuildFailure>;
    if (!errors?.length) throw error;
    throw new DiagnosticError(errors.map((message) => createDiagnostic(source, message)));
  }
}
