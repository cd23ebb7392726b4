// deno-lint-ignore-file no-console -- a program that prints its result
/**
 * The table of limits, as one step of `deno task check`: each constant `MAX_…` and each member of `LIMITS` is in
 * `limit_table.ts`, and `docs/limits.md` has the rows with the values of the sources. With `--write` (`deno task limits`) it is
 * written.
 *
 * @module
 */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { glob } from "tinyglobby";
import { LIMITS } from "../../core/contract/mod.ts";
import { AUTHORS_TOOLS, LIMIT_SECTIONS, type LimitRow, OTHER_CONSTANTS } from "./limit_table.ts";

/** Where a constant is defined, and what its source says of it. */
export interface FoundLimit {
  readonly at: string;
  /** The number, or the expression where it is not one of numbers alone. */
  readonly value: string;
  /** The first sentence of its comment; null without a comment. */
  readonly summary: string | null;
}

const CONSTANT = /^(?:export )?const (MAX_[A-Z0-9_]+)(?:: [^=]+)? = ([^;{]+);/;
const OBJECT = /^(?:export )?const ([A-Z_]*LIMITS)(?:: \w+)? = \{$/;
const MEMBER = /^ {2}(\w+): ([^{}]+),$/;

/** Finds the limits of one file: constants `MAX_…`, and the members of an object that is named so. */
export function findLimits(file: string, source: string): FoundLimit[] {
  const found: FoundLimit[] = [];
  const lines = source.split("\n");
  let object: string | null = null;
  for (const [index, line] of lines.entries()) {
    object = OBJECT.exec(line)?.[1] ?? (line.startsWith("}") ? null : object);
    const [, name, value] = (object === null ? CONSTANT : MEMBER).exec(line) ?? [];
    if (name === undefined) continue;
    const path = object === null ? name : `${object}.${name}`;
    found.push({ at: `${file}:${path}`, value: evaluate(value!), summary: readSummary(lines, index) });
  }
  return found;
}

/** A value of numbers, and of limits of the format. */
function evaluate(expression: string): string {
  const numbers = expression.replaceAll(
    /\bLIMITS\.(\w+)/g,
    (_, name: string) => String(LIMITS[name as keyof typeof LIMITS]),
  ).replaceAll(/(?<=\d)_(?=\d)/g, "");
  const [, shifted, by] = /^(\d+) << (\d+)$/.exec(numbers) ?? [];
  if (shifted !== undefined) return String(Number(shifted) << Number(by));
  if (!/^[\d\s*+/.-]+$/.test(numbers)) return expression;
  const parts = numbers.split("+").map((sum) =>
    sum.split("*").map((factor) => factor.split("/").map(Number).reduce((one, other) => one / other))
      .reduce((one, other) => one * other)
  );
  return String(parts.reduce((one, other) => one + other));
}

/** The first sentence of the comment that ends in the line above. */
function readSummary(lines: readonly string[], index: number): string | null {
  if (!lines[index - 1]?.trimEnd().endsWith("*/")) return null;
  let start = index - 1;
  while (start > 0 && !lines[start]!.includes("/**")) start--;
  const text = lines.slice(start, index).join(" ").replaceAll(/\/\*\*|\*\/|(?<=\s)\*(?=\s)/g, " ");
  const [sentence] = text.replaceAll(/\s+/g, " ").trim().split(/(?<=\.) /);
  return sentence!.replace(/\.$/, "");
}

const HEAD = "| what | limit |\n|---|---|";

/** Writes the tables of the document. */
export function writeTables(limits: readonly FoundLimit[]): string {
  const byPlace = new Map(limits.map((limit) => [limit.at, limit]));
  return Object.entries(LIMIT_SECTIONS).map(([section, rows]) => {
    const lines = rows.map((row) => writeRow(row, byPlace.get(row.at)));
    return `## ${section}\n\n${HEAD}\n${lines.join("\n")}\n`;
  }).join("\n");
}

function writeRow(row: LimitRow, limit: FoundLimit | undefined): string {
  const [file] = row.at.split(":");
  const value = `${writeValue(limit?.value ?? "", row.unit)}, ${row.counted}`;
  const what = `[${shorten(limit?.summary ?? "")}](../${file})`;
  return `| ${what} | ${value} |`.replaceAll(/\{@linkcode (\w+)\}/g, "`$1`");
}

/** A value with its unit: bytes in MiB or KiB where they are whole, milliseconds in seconds. */
export function writeValue(value: string, unit: string): string {
  const number = Number(value);
  if (Number.isNaN(number)) return `\`${value}\` ${unit}`;
  if (unit === "milliseconds") return `${number / 1_000} s`;
  if (unit === "bytes" && number % (1 << 20) === 0) return `${number / (1 << 20)} MiB`;
  if (unit === "bytes" && number % 1_024 === 0) return `${number / 1_024} KiB`;
  return `${number.toLocaleString("en-US")} ${unit}`;
}

const UNIT =
  /, in (?:bytes|characters|milliseconds|MiB|levels|tokens|UTF-16 units|CSS pixels)(?: of UTF-8| of JSON| as they are serialised)?\b/g;

/** The sentence of a constant without its unit, which stands beside it, and without its reason, after a colon. */
export function shorten(summary: string): string {
  return summary.replaceAll(UNIT, "").replaceAll(/ \((?:\d+ [KM]iB|lifecycle specification[^)]*)\)/g, "")
    .replace(
      /: .*$/,
      "",
    );
}

/** What is wrong with the table, a line for each fault. */
export function findTableFaults(limits: readonly FoundLimit[]): string[] {
  const rows = Object.values(LIMIT_SECTIONS).flat();
  const listed = [...rows.map(({ at }) => at as string), ...OTHER_CONSTANTS];
  const faults = listed.filter((at, index) => listed.indexOf(at) !== index)
    .map((at) => `tests/check/limit_table.ts has ${at} twice`);
  const found = new Map(limits.map((limit) => [limit.at, limit]));
  for (const at of new Set(listed)) {
    if (!found.has(at)) faults.push(`tests/check/limit_table.ts has ${at}, which is not in the sources`);
  }
  for (const { at } of rows) {
    if (found.get(at)?.summary === null) faults.push(`${at} has no comment directly above it`);
  }
  for (const { at } of limits) {
    const isAuthors = AUTHORS_TOOLS.some((folder) => at.startsWith(folder));
    if (!isAuthors && !listed.includes(at)) faults.push(`${at} is not in tests/check/limit_table.ts`);
  }
  return faults;
}

/** Reads the limits of all sources. */
export async function readLimits(root: string): Promise<FoundLimit[]> {
  const files = await glob("{core,hosts,preview,terminal,web}/**/*.{ts,tsx}", {
    cwd: root,
    ignore: ["**/node_modules/**"],
  });
  const found = await Promise.all(
    files.sort().map(async (file) => findLimits(file, await readFile(join(root, file), "utf8"))),
  );
  return found.flat();
}

/** The lines between which the document's tables are. */
const [BEGIN, END] = ["<!-- limits -->", "<!-- end of the limits -->"];

if (import.meta.main) {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const path = join(root, "docs", "limits.md");
  const limits = await readLimits(root);
  const faults = findTableFaults(limits);
  const document = await readFile(path, "utf8");
  const [before, rest = ""] = document.split(BEGIN);
  const [, after = ""] = rest.split(END);
  const expected = `${before}${BEGIN}\n\n${writeTables(limits)}\n${END}${after}`;
  if (Deno.args.includes("--write")) await writeFile(path, expected);
  else if (document !== expected) faults.push("docs/limits.md does not have the values of the sources");
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
