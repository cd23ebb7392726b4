import { createHash } from "node:crypto";
import { mkdir, readFile, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Diagnostic, inFile } from "../diagnostic.ts";
import { findTypeScript, type TypeScript } from "./find_typescript.ts";
import { parseTypeErrors, type TypeError } from "./parse_type_errors.ts";
import { runTypeScript } from "./run_typescript.ts";

/** Milliseconds that the types of a project may take until the check is given up. */
const TYPES_DEADLINE_MS = 60_000;

export interface TypesCheckOptions {
  /** Milliseconds until the check is given up. @default 60000 */
  deadline?: number;
  /** Ends TypeScript. */
  signal?: AbortSignal;
}

/**
 * Checks the types of a project's sources as an editor does, by its `tsconfig.json` and the TypeScript that it has
 * installed. What TypeScript remembers for the next check is in `node_modules/.cache/tck`.
 *
 * @param root the project folder, as a real path
 * @returns the type errors in the order of their places; or one warning that says why types are not checked
 */
export async function checkTypes(
  root: string,
  { deadline = TYPES_DEADLINE_MS, signal }: TypesCheckOptions = {},
): Promise<Diagnostic[]> {
  const typescript = await findTypeScript(root);
  if (typescript === null) return [NOT_INSTALLED];
  if (!await hasConfiguration(root)) return [NOT_CONFIGURED];
  const cache = await cacheFile(root, typescript);
  const { output, failure } = await runTypeScript(typescript, root, cache, deadline, signal);
  const errors = parseTypeErrors(output);
  if (failure !== null && errors.length === 0) {
    return [createWarning(`TypeScript ${typescript.version} ${failure}`, "Run tsc --noEmit in the project")];
  }
  return await createDiagnostics(root, errors);
}

const NOT_INSTALLED = createWarning(
  "TypeScript is not installed",
  "Install TypeScript in the project: pnpm add -D typescript",
);

const NOT_CONFIGURED = createWarning(
  "the project has no tsconfig.json",
  "Add the tsconfig.json of a new project: pnpm create @tck/widget",
);

/** The warning that says what a project lacks for a check of its types; null when it lacks nothing. */
export async function findTypesObstacle(root: string): Promise<Diagnostic | null> {
  if (await findTypeScript(root) === null) return NOT_INSTALLED;
  return await hasConfiguration(root) ? null : NOT_CONFIGURED;
}

async function hasConfiguration(root: string): Promise<boolean> {
  return await stat(join(root, "tsconfig.json")).then((info) => info.isFile(), () => false);
}

function createWarning(reason: string, hint: string): Diagnostic {
  const message = `types are not checked: ${reason}`;
  return { code: "types.not_checked", widget: null, ...inFile(null), message, hint };
}

/** One file for each project: a folder of packages may be shared. Null when nothing can be written there. */
async function cacheFile(root: string, { folder }: TypeScript): Promise<string | null> {
  const own = join(root, "node_modules");
  const packages = await stat(own).then(() => own, () => dirname(folder));
  const cache = join(packages, ".cache", "tck");
  const name = `types-${createHash("sha256").update(root).digest("hex").slice(0, 16)}.tsbuildinfo`;
  return await mkdir(cache, { recursive: true }).then(() => join(cache, name), () => null);
}

async function createDiagnostics(root: string, errors: readonly TypeError[]): Promise<Diagnostic[]> {
  const files = new Map<string, Promise<readonly string[]>>();
  const readLines = (file: string) => {
    const lines = files.get(file) ?? readFile(join(root, file), "utf8").then(splitLines, () => []);
    files.set(file, lines);
    return lines;
  };
  return await Promise.all(errors.map(async (error) => {
    const { file, line, column, code, message } = error;
    const lineText = file === null || line === null ? null : (await readLines(file))[line - 1] ?? null;
    return {
      code: "types.error" as const,
      widget: /^widgets\/([^/]+)\//.exec(file ?? "")?.[1] ?? null,
      file: file ?? "tsconfig.json",
      line,
      column,
      lineText,
      message: `${message} (TS${code})`,
      hint: hintForTypeError(code),
    };
  }));
}

function splitLines(text: string): string[] {
  return text.split(/\r\n|[\n\r\u2028\u2029]/);
}

const HINTS: readonly [codes: readonly number[], hint: string][] = [
  [[2322, 2345, 2769, 2820, 2559], "Write a value that the type accepts: the message lists what is expected"],
  [
    [2339, 2551, 2353, 2561],
    "Correct the name, or remove it: the kit and the types of the state do not have it",
  ],
  [
    [2739, 2740, 2741],
    "Add what is missing: every state has all keys, unless the type marks a key as optional",
  ],
  [[2531, 2532, 2533, 18047, 18048, 18049], "Handle the missing value: `?.`, `??`, or a condition before it"],
  [[2304, 2552, 2724, 2305, 2614], "Check the spelling, or import the name"],
  [[2307, 2792, 7016], "Check the path, or install the package and its types"],
  [[7006, 7031, 7053, 7005, 7034], "Give it a type"],
];

/** What to do about an error of TypeScript, by its number. */
export function hintForTypeError(code: number): string {
  const known = HINTS.find(([codes]) => codes.includes(code));
  return known?.[1] ?? "Correct the types at this place";
}
