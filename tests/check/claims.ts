// deno-lint-ignore-file no-console -- a program that prints its result
/**
 * The claims of `docs/threat-model.md` and the tests that attack them, as one step of `deno task check`: each claim has a
 * test with a comment `// claim: id` directly above it, each such comment has a claim, and each row lists the files of
 * its tests. With `--write` (`deno task claims`), the files are written into the rows.
 *
 * @module
 */
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

/** A comment `// claim: id` in a test. */
export interface ClaimMark {
  readonly id: string;
  /** The file, relative to `tests`. */
  readonly file: string;
  /** One-based. */
  readonly line: number;
  /** Whether a test begins in the next line, or after further marks. */
  readonly isAboveTest: boolean;
}

/** A row of the threat model. */
interface ClaimRow {
  readonly id: string;
  /** One-based. */
  readonly line: number;
  /** The row up to its last cell, which lists the files. */
  readonly start: string;
  readonly files: string;
}

/** A row whose first cell is an id; rows of other tables have text there. */
const ROW = /^(\| *`([^`|]*)` *\|.*\|)([^|]*)\|$/;
const ID = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const MARK = /^\s*\/\/ claim:(.*)$/;
/** A test, a step of one, or a case of a table of tests: a title, as a key, an argument or a `name`. */
const TEST = /^\s*(?:(?:await )?(?:Deno\.test|t\.step|\w*[tT]est\w*)\(|(?:name: )?(?:"[^"]+"|`.+`)(?:: |,$))/;

/** Reads the marks of one file. */
export function findMarks(file: string, text: string): ClaimMark[] {
  const lines = text.split("\n");
  return lines.flatMap((line, index) => {
    const id = MARK.exec(line)?.[1]?.trim();
    if (id === undefined) return [];
    const next = lines.slice(index + 1).find((other) => !MARK.test(other)) ?? "";
    return [{ id, file, line: index + 1, isAboveTest: TEST.test(next) }];
  });
}

/** What is wrong with a threat model and the marks of the tests, a line for each fault. */
export function findClaimFaults(document: string, marks: readonly ClaimMark[]): string[] {
  const rows = findRows(document);
  const ids = new Set(rows.map(({ id }) => id));
  const faults: string[] = [];
  for (const [index, { id, line, files }] of rows.entries()) {
    const place = `docs/threat-model.md:${line}: claim "${id}"`;
    if (!ID.test(id)) faults.push(`${place} is not lower-case words joined by hyphens`);
    if (rows.findIndex((row) => row.id === id) !== index) faults.push(`${place} occurs twice`);
    const expected = formatFiles(id, marks);
    if (expected === "") {
      faults.push(`${place} has no test: write "// claim: ${id}" above the one that attacks it`);
    } else if (files.trim() !== expected) {
      faults.push(`${place} does not list its tests: run deno task claims`);
    }
  }
  for (const { id, file, line, isAboveTest } of marks) {
    const place = `tests/${file}:${line}: claim "${id}"`;
    if (!ids.has(id)) faults.push(`${place} is not in docs/threat-model.md`);
    if (!isAboveTest) faults.push(`${place} is not directly above a test`);
  }
  return faults;
}

/** Writes the files of the tests into the last cell of each row. */
export function writeFiles(document: string, marks: readonly ClaimMark[]): string {
  const lines = document.split("\n");
  for (const { id, line, start } of findRows(document)) {
    lines[line - 1] = `${start} ${formatFiles(id, marks)} |`;
  }
  return lines.join("\n");
}

function findRows(document: string): ClaimRow[] {
  return document.split("\n").flatMap((text, index) => {
    const [, start, id, files] = ROW.exec(text) ?? [];
    return start === undefined ? [] : [{ id: id!, line: index + 1, start, files: files! }];
  });
}

function formatFiles(id: string, marks: readonly ClaimMark[]): string {
  const files = marks.filter((mark) => mark.id === id).map(({ file }) => `\`${file}\``);
  return [...new Set(files)].sort().join(", ");
}

/** These have marks as examples. */
const EXAMPLES = ["check/claims.ts", "check/claims_test.ts"];

/** Reads the marks of every test. */
async function readMarks(tests: string): Promise<ClaimMark[]> {
  const marks: ClaimMark[] = [];
  for (const entry of await readdir(tests, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const file = relative(tests, path).split(sep).join("/");
    if (!entry.isFile() || !/\.tsx?$/.test(file) || EXAMPLES.includes(file)) continue;
    marks.push(...findMarks(file, await readFile(path, "utf8")));
  }
  return marks;
}

if (import.meta.main) {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const path = join(root, "docs", "threat-model.md");
  const marks = await readMarks(join(root, "tests"));
  if (Deno.args.includes("--write")) await writeFile(path, writeFiles(await readFile(path, "utf8"), marks));
  const faults = findClaimFaults(await readFile(path, "utf8"), marks);
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
