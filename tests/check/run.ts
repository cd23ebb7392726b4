// deno-lint-ignore-file no-console -- its output is what it is for
/**
 * `deno task check`: everything about the tree that can be told without running it.
 *
 * @module
 */
import process from "node:process";

const STEPS: readonly (readonly [name: string, args: readonly string[]])[] = [
  ["format", ["fmt", "--check", "--quiet"]],
  ["lint", ["lint", "--quiet"]],
  ["types", ["check", "--quiet"]],
  ["types of the core", ["check", "--quiet", "--config", "tests/check/core_types.json", "core"]],
  ["examples in the docs", ["check", "--quiet", "--doc-only", "core", "mod.ts"]],
  ["import directions", ["run", "-A", "tests/check/import_directions.ts"]],
  ["size budgets", ["run", "-A", "tests/check/size_budgets.ts"]],
];

const failed: string[] = [];
for (const [name, args] of STEPS) {
  console.log(`check: ${name}`);
  const { success } = await new Deno.Command(process.execPath, { args: [...args] }).spawn().status;
  if (!success) failed.push(name);
}
if (failed.length > 0) {
  console.error(`check: failed: ${failed.join(", ")}`);
  Deno.exit(1);
}
console.log("check: all good");
