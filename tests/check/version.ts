// deno-lint-ignore-file no-console -- a program that prints its result
/**
 * The version of `deno.json` in the files that cannot import it: a module of the core, which pages load, and the
 * scaffold. As a step of `deno task check` it compares them; `--write` (`deno task version`) writes them.
 *
 * @module
 */
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import project from "../../deno.json" with { type: "json" };

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const { version } = project;

/** Each file with what stands before the version in it. */
const PLACES: readonly (readonly [file: string, before: RegExp])[] = [
  ["core/contract/version.ts", /(?<=VERSION = ")\d+\.\d+\.\d+/],
  ["web/scaffold/template/package.json", /(?<="@tck\/\w+": "~)\d+\.\d+\.\d+/g],
  ["docs/tutorial.md", /(?<=\/tck-[a-z-]+-)\d+\.\d+\.\d+/g],
  ["docs/authoring.md", /(?<=@tck\/widget@\^|\/tck-[a-z-]+-)\d+\.\d+\.\d+/g],
];

const wrong: string[] = [];
for (const [file, pattern] of PLACES) {
  const text = await readFile(ROOT + file, "utf8");
  const expected = text.replace(pattern, version);
  if (!pattern.test(text)) wrong.push(`${file} has no version`);
  if (text === expected) continue;
  if (Deno.args.includes("--write")) await writeFile(ROOT + file, expected);
  else wrong.push(`${file} has another version than deno.json (${version}): run deno task version`);
}
for (const problem of wrong) console.error(problem);
if (wrong.length > 0) Deno.exit(1);
