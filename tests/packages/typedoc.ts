import { runProgram } from "./program.ts";
import type { DocSymbol } from "./typedoc_program.ts";

export type { DocComment, DocMember, DocSymbol } from "./typedoc_program.ts";

/** Describes the exports of each of the `files` of a `tsconfig.json`, in their order, with TypeDoc. */
export async function describeExports(tsconfig: string): Promise<DocSymbol[][]> {
  return JSON.parse(await runProgram("typedoc_program.ts", [tsconfig]));
}
