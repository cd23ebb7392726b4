import { basename, parse, resolve, sep } from "node:path";
import picomatch from "picomatch";
import { quote } from "../../../../core/errors/mod.ts";
import { PreviewConfigError } from "../config/errors.ts";

/** A glob of bundles, parsed. */
export interface BundleGlob {
  /**
   * The folder before the first wildcard, absolute, with forward slashes. A bundle's `relPath` is its path below it.
   */
  readonly root: string;
  /** Whether a path below the root matches. */
  matches(relPath: string): boolean;
  /** Whether files that match may be below a folder, which is given by its path below the root. */
  mayMatchBelow(relDirectory: string): boolean;
}

const EXTENSION = ".tckb";

/** In UTF-16 units. */
const MAX_GLOB_LENGTH = 4_096;

/**
 * Parses a glob (preview specification, §2). It may lead out of the project: the configuration is the author's own
 * code, and only bundles are read. The root of the file system is rejected, since its scan would not end. Wildcards
 * match neither `node_modules` nor names that begin with a dot.
 *
 * @param base The absolute folder that a relative glob is resolved against
 * @throws {PreviewConfigError} `config.invalid_glob`
 */
export function parseBundleGlob(glob: string, base: string): BundleGlob {
  if (glob.length > MAX_GLOB_LENGTH) {
    throw invalid(glob, `it is longer than ${MAX_GLOB_LENGTH} characters`);
  }
  if (/^!(?!\()/.test(glob)) throw invalid(glob, "it is negated; list the files to include instead");
  const { folder, pattern } = splitGlob(glob);
  const root = resolve(base, folder === "" ? "." : folder);
  if (root === parse(root).root) throw invalid(glob, "it starts from the root of the file system");
  if (!pattern.endsWith(EXTENSION) && !pattern.endsWith("*")) {
    throw invalid(glob, `it does not end in ${EXTENSION}`);
  }
  if (/(^|\/)\.\.?(\/|$)/.test(pattern)) throw invalid(glob, 'it has "." or ".." after a wildcard');
  const literal = hasWildcards(pattern) ? null : unescapeGlob(pattern);
  const isMatch: (path: string) => boolean = literal === null
    ? picomatch(pattern)
    : (path) => path === literal;
  return {
    root: toSlashes(root),
    matches: (relPath) => relPath.endsWith(EXTENSION) && isMatch(relPath),
    mayMatchBelow: createFolderFilter(pattern),
  };
}

/** A name for a glob or path: the folder before the first wildcard, or the file without its extension; may be empty. */
export function nameOfGlob(glob: string): string {
  const { folder, pattern } = splitGlob(glob.replace(/(?<!\/)\/+$/, ""));
  return hasWildcards(pattern) ? basename(folder) : basename(unescapeGlob(pattern), EXTENSION);
}

/** Escapes a text to a glob that matches only this text. */
export function escapeGlob(text: string): string {
  return text.replace(/[\\$^*+?()[\]{}!@|]/g, "\\$&");
}

/** The text that a glob without wildcards matches. */
export function unescapeGlob(glob: string): string {
  return glob.replace(/\\(.)/gu, "$1");
}

/** A path with forward slashes. */
export function toSlashes(path: string): string {
  return sep === "/" ? path : path.replaceAll(sep, "/");
}

/** Splits a glob into the folder before the first wildcard, as a path, and the rest. */
function splitGlob(glob: string): { folder: string; pattern: string } {
  const segments = glob.split("/");
  const magic = segments.findIndex(hasWildcards);
  const fixed = magic === -1 ? segments.length - 1 : Math.min(magic, segments.length - 1);
  const folder = segments.slice(0, fixed).map((segment) => `${unescapeGlob(segment)}/`).join("");
  return { folder, pattern: segments.slice(fixed).join("/") };
}

function hasWildcards(segment: string): boolean {
  return /[*?[{(]/.test(segment.replace(/\\./g, ""));
}

/** Compares folders with the pattern segment by segment, so that a scan skips folders that cannot hold a match. */
function createFolderFilter(pattern: string): (relDirectory: string) => boolean {
  const folders = splitSegments(pattern)?.slice(0, -1);
  const matchers = folders?.map((folder): ((name: string) => boolean) | null =>
    folder.includes("**") ? null : picomatch(folder)
  );
  const named = new Set(pattern.split("/"));
  return (relDirectory) => {
    const names = relDirectory.split("/");
    if (names.some((name) => (name === "node_modules" || name.startsWith(".")) && !named.has(name))) {
      return false;
    }
    for (const [depth, name] of names.entries()) {
      const matcher = matchers === undefined ? null : matchers[depth];
      if (matcher === undefined) return false;
      if (matcher === null) return true;
      if (!matcher(name)) return false;
    }
    return true;
  };
}

/** The segments of a pattern, or undefined when braces or parentheses contain a slash. */
function splitSegments(pattern: string): string[] | undefined {
  return /[{(][^{(})]*\//.test(pattern) ? undefined : pattern.split("/");
}

function invalid(glob: string, reason: string): PreviewConfigError {
  return new PreviewConfigError("config.invalid_glob", `Cannot use glob ${quote(glob)}: ${reason}`);
}
