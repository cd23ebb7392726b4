import type { RegexAttack } from "./regex_attacks_program.ts";
import { runProgram } from "./program.ts";

/** Builds texts on which regular expressions are slow if any are. Returns a list for each expression. */
export async function buildRegexAttacks(
  expressions: readonly { source: string; flags: string }[],
): Promise<RegexAttack[][]> {
  return JSON.parse(await runProgram("regex_attacks_program.ts", [], JSON.stringify(expressions)));
}
