import { readFile, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { quote } from "../../../core/errors/mod.ts";
import { type Diagnostic, inFile } from "../diagnostic.ts";
import { findCacheFile } from "./cache_file.ts";
import { areOfSyntax, checkOthers, type Found } from "./check_others.ts";
import { listConfigs } from "./config_files.ts";
import { findTypeScript } from "./find_typescript.ts";
import { parseListedFiles, parseTypeErrors, type TypeError } from "./parse_type_errors.ts";
import { ReadableFiles } from "./readable_files.ts";
import { runTypeScript } from "./run_typescript.ts";
import { createTypeDiagnostic, splitLines } from "./type_diagnostic.ts";

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
  const cache = findCacheFile(root);
  const run = async (project: string, memory: string | null): Promise<Run> => {
    const { output, failure, isComplete } = await runTypeScript(
      typescript,
      project,
      root,
      memory,
      deadline,
      signal,
    );
    const errors = parseTypeErrors(output);
    const isDone = failure === null || (errors.length > 0 && isComplete);
    return { errors, files: parseListedFiles(output), failure: isDone ? null : failure };
  };
  const { errors, files, failure } = await run(root, cache);
  const readable = new ReadableFiles(root, typescript.folder);
  const configs = listConfigs(root);
  const foreign = [...configs.files, ...files].find((path) => !readable.include(path));
  if (foreign !== undefined) return [createForeignWarning(foreign)];
  if (failure !== null) {
    return [createWarning(`TypeScript ${typescript.version} ${failure}`, "Run tsc --noEmit in the project")];
  }
  // TypeScript reads a configuration with mistakes as well.
  const shown = configs.areAll ? errors : errors.filter(isSyntaxOfConfig);
  if (!configs.areAll && shown.length === 0) return [UNKNOWN_CONFIGURATION];
  if (!configs.areAll || !areOfSyntax(errors)) return await createDiagnostics(root, readable, shown);
  const others = await checkOthers(root, cache, { errors, files }, (config) => run(config, null));
  const [broken] = errors;
  if (others === null) {
    return [...await createDiagnostics(root, readable, errors), createSyntaxWarning(broken!.file!)];
  }
  const hidden = others.files.find((path) => !readable.include(path));
  if (hidden !== undefined) return [createForeignWarning(hidden)];
  return await createDiagnostics(root, readable, [...errors, ...others.errors]);
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

const UNKNOWN_CONFIGURATION = createWarning(
  "what tsconfig.json extends is not known",
  "Extend a file by its path, or a package without exports, and write no escapes and no field twice",
);

function createSyntaxWarning(file: string): Diagnostic {
  const hint = "Correct its syntax: until then TypeScript checks no types, as a file that parses imports it";
  return { ...createWarning(`${quote(file)} does not parse`, hint), file };
}

function createForeignWarning(path: string): Diagnostic {
  return createWarning(
    `TypeScript reads ${quote(path)}, which is neither a file of the project nor of its packages`,
    "Let imports, paths, types and extends lead to files of the project, of a package that is installed in it, or of a " +
      "package of its workspace",
  );
}

/** Whether an error is about the text of the project's own configuration. */
function isSyntaxOfConfig({ file, code }: TypeError): boolean {
  return file === "tsconfig.json" && code < 2_000;
}

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
