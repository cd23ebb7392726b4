/**
 * What one source file names: the modules it imports, with the names it takes from each, the names it passes on, and the
 * files and folders that its texts name.
 *
 * @module
 */
import { dirname, posix } from "node:path";
import { MAPPED_SPECIFIERS } from "../check/imports.ts";

/** One import or re-export of values. Types are left out: they are gone when a test runs. */
export interface ModuleEdge {
  /** The imported file, relative to the root. */
  readonly target: string;
  /** Which exports of it are taken, with the name under which a re-export passes each on; null for all of them. */
  readonly names: readonly { readonly name: string; readonly as: string }[] | null;
  /** Whether the file only passes them on. */
  readonly isReexport: boolean;
}

/** What a file names. */
export interface SourceEdges {
  readonly modules: readonly ModuleEdge[];
  /** The values that it defines and exports. */
  readonly defined: ReadonlySet<string>;
  /** Paths in text literals and in `@reads` comments, as they are written. */
  readonly paths: readonly string[];
}

const COMMENTS = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;
const STATIC = /\b(import|export)\s+(type\s+)?([^"'`;]*?)\s*from\s*["']([^"'\n]+)["']/g;
const DEFINED =
  /\bexport\s+(?:declare\s+)?(?:async\s+|abstract\s+)*(?:const\s+enum|const|let|var|function\*?|class|enum)\s+([\w$]+)/g;
const LISTED = /\bexport\s*\{([^}]*)\}(?!\s*from)/g;
const WHOLE = /\b(?:import\s*\(\s*|import\s+|import\.meta\.resolve\(\s*)["']([^"'\n]+)["']/g;
const READS = /@reads +(\S+)/g;
/** A literal of one line that could be a path: it has a slash, or the name of a file. */
const LITERAL = /["'`}]((?:[\w@.-]+\/)*[\w@.-]+(?:\/|\.\w{1,5})|(?:\.{1,2}\/|[\w@-]+\/)[\w@./-]*)["'`$]/g;

/** Reads what a file names from its text. */
export function readEdges(file: string, source: string): SourceEdges {
  const paths = [...source.matchAll(READS)].map(([, path]) => path!);
  if (!/\.(?:m?[jt]sx?)$/.test(file)) return { modules: [], defined: new Set(), paths };
  const code = source.replace(COMMENTS, "");
  const modules: ModuleEdge[] = [];
  for (const [, keyword, type, clause, specifier] of code.matchAll(STATIC)) {
    const target = resolveSpecifier(file, specifier!);
    if (target === null || type !== undefined) continue;
    const names = readNames(clause!);
    if (names?.length !== 0) modules.push({ target, names, isReexport: keyword === "export" });
  }
  for (const [, specifier] of code.matchAll(WHOLE)) {
    const target = resolveSpecifier(file, specifier!);
    if (target !== null) modules.push({ target, names: null, isReexport: false });
  }
  const rest = code.replace(STATIC, "").replace(WHOLE, "");
  paths.push(...Array.from(rest.matchAll(LITERAL), ([, path]) => path!));
  const defined = new Set([
    ...Array.from(code.matchAll(DEFINED), ([, name]) => name!),
    ...[...code.matchAll(LISTED)].flatMap(([, list]) => readNames(`{${list}}`)!.map(({ as }) => as)),
    ...(/\bexport\s+default\b/.test(code) ? ["default"] : []),
  ]);
  return { modules, defined, paths: [...new Set(paths)] };
}

/** The names of `{ a, type B, c as d }`; null for `* as x` and `*`. Types are left out. */
function readNames(clause: string): { name: string; as: string }[] | null {
  if (/^\*/.test(clause)) return null;
  const braces = /\{([^}]*)\}/.exec(clause)?.[1];
  const outside = clause.replace(/\{[^}]*\}/, "").replaceAll(/[,\s]/g, "");
  const listed = (braces ?? "").split(",").map((part) => part.trim())
    .filter((part) => part !== "" && !part.startsWith("type "))
    .map((part) => {
      const [name, as = name] = part.split(/\s+as\s+/);
      return { name: name!, as: as! };
    });
  return outside === "" ? listed : [...listed, { name: "default", as: outside }];
}

function resolveSpecifier(file: string, specifier: string): string | null {
  if (Object.hasOwn(MAPPED_SPECIFIERS, specifier)) return MAPPED_SPECIFIERS[specifier]!;
  return specifier.startsWith(".") ? posix.normalize(posix.join(dirname(file), specifier)) : null;
}
