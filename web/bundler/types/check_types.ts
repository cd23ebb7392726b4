import { mkdtemp, readFile, realpath, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { quote } from "../../../core/errors/mod.ts";
import { type Diagnostic, DiagnosticError } from "../diagnostic.ts";
import { findCacheFile } from "./cache_file.ts";
import { areOfSyntax, checkOthers, type Found } from "./check_others.ts";
import { findTypeScript, type TypeScript } from "./find_typescript.ts";
import { parseListedFiles, parseTypeErrors, type TypeError } from "./parse_type_errors.ts";
import { readConfig, type TypesConfig } from "./read_config.ts";
import { ReadableFiles } from "./readable_files.ts";
import { runTypeScript } from "./run_typescript.ts";
import { createForeignWarning, createTypeDiagnostic, createWarning, splitLines } from "./type_diagnostic.ts";

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
 * installed. What TypeScript remembers for the next check is in `node_modules/.cache/tck`. Its messages quote what they are
 * about: nothing is shown of them when it has read a file that no build of the project may read.
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
  const readable = new ReadableFiles(root, typescript.folder);
  try {
    const config = readConfig(root, readable);
    if (isEmpty(config)) return [NO_FILES];
    return await checkConfigured(root, typescript, config, readable, { deadline, signal });
  } catch (error) {
    if (error instanceof DiagnosticError) return [...error.diagnostics];
    throw error;
  }
}

async function checkConfigured(
  root: string,
  typescript: TypeScript,
  config: TypesConfig,
  readable: ReadableFiles,
  { deadline, signal }: { deadline: number; signal: AbortSignal | undefined },
): Promise<Diagnostic[]> {
  const cache = await findCacheFile(root);
  const folder = await realpath(await mkdtemp(join(cache === null ? tmpdir() : dirname(cache), "types-")));
  const file = join(folder, "tsconfig.json");
  const run = async (config: TypesConfig, memory: string | null): Promise<Run> => {
    await writeFile(file, JSON.stringify(config));
    const { output, failure, isComplete } = await runTypeScript(
      typescript,
      file,
      root,
      memory,
      deadline,
      signal,
    );
    const errors = parseTypeErrors(output).map((error) => nameConfig(error, root, file));
    const files = parseListedFiles(output);
    const foreign = readable.findOther(files.filter((path) => dirname(path) !== folder));
    if (foreign !== undefined) throw new DiagnosticError([createForeignWarning(foreign)]);
    const isDone = failure === null || (errors.length > 0 && isComplete);
    return { errors, files, failure: isDone ? null : failure };
  };
  try {
    const { errors, files, failure } = await run(config, cache);
    if (failure !== null) {
      const hint = "Run tsc --noEmit in the project";
      return [createWarning(`TypeScript ${typescript.version} ${failure}`, hint)];
    }
    if (!areOfSyntax(errors)) return await createDiagnostics(root, readable, errors);
    const { compilerOptions } = config;
    const others = await checkOthers(
      root,
      folder,
      { errors, files },
      (files) => run({ compilerOptions, files }, null),
    );
    if (others !== null) return await createDiagnostics(root, readable, [...errors, ...others.errors]);
    return [...await createDiagnostics(root, readable, errors), createSyntaxWarning(errors[0]!.file!)];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** An error of the configuration that TypeScript is given, as one of the project's. */
function nameConfig(error: TypeError, root: string, config: string): TypeError {
  const message = error.message.replaceAll(config, "tsconfig.json");
  if (error.file === null || resolve(root, error.file) !== config) return { ...error, message };
  return { ...error, file: "tsconfig.json", line: null, column: null, message };
}

function isEmpty({ files, include }: TypesConfig): boolean {
  return Array.isArray(files) && files.length === 0 && include === undefined;
}

/** What a run of TypeScript has found. */
interface Run extends Found {
  /** Why it found nothing. */
  failure: string | null;
}

const NOT_INSTALLED = createWarning(
  "TypeScript is not installed",
  "Install TypeScript in the project: pnpm add -D typescript",
);

const NOT_CONFIGURED = createWarning(
  "the project has no tsconfig.json",
  "Add the tsconfig.json of a new project: pnpm create @tck/widget",
);

const NO_FILES = createWarning(
  "tsconfig.json names no files",
  'Write "include": ["widgets", "*.d.ts"] into it: the projects that it refers to are not checked',
);

function createSyntaxWarning(file: string): Diagnostic {
  const hint = "Correct its syntax: until then TypeScript checks no types, as a file that parses imports it";
  return { ...createWarning(`${quote(file)} does not parse`, hint), file };
}

/** The warning that says what a project lacks for a check of its types; null when it lacks nothing. */
export async function findTypesObstacle(root: string): Promise<Diagnostic | null> {
  if (await findTypeScript(root) === null) return NOT_INSTALLED;
  return await hasConfiguration(root) ? null : NOT_CONFIGURED;
}

async function hasConfiguration(root: string): Promise<boolean> {
  return await stat(join(root, "tsconfig.json")).then((info) => info.isFile(), () => false);
}

async function createDiagnostics(
  root: string,
  readable: ReadableFiles,
  errors: readonly TypeError[],
): Promise<Diagnostic[]> {
  const foreign = errors.find(({ file }) => file !== null && !readable.include(resolve(root, file)));
  if (foreign !== undefined) return [createForeignWarning(foreign.file!)];
  const files = new Map<string, Promise<readonly string[]>>();
  const readLines = (file: string) => {
    const lines = files.get(file) ?? readText(resolve(root, file)).then(splitLines, () => []);
    files.set(file, lines);
    return lines;
  };
  return await Promise.all(errors.map(async (error) => {
    const { file, line } = error;
    const lineText = file === null || line === null ? null : (await readLines(file))[line - 1] ?? null;
    return createTypeDiagnostic(error, lineText);
  }));
}

/** The largest file of which a line is quoted, in bytes (16 MiB). */
const MAX_QUOTED_BYTES = 16_777_216;

async function readText(path: string): Promise<string> {
  const { size } = await stat(path);
  return size > MAX_QUOTED_BYTES ? "" : await readFile(path, "utf8");
}
