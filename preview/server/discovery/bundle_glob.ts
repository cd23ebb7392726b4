import { basename, parse, resolve, sep } from "node:path";
import picomatch from "picomatch";
import { quote } from "../../../core/errors/mod.ts";
import { PreviewConfigError } from "../config/errors.ts";

/** A glob of bundles, as its fixed part and the part with wildcards. */
export interface BundleGlob {
  /** The static root, an absolute path with forward slashes: a bundle's `relPath` is its path below. */
  readonly root: string;
  /** Whether a path below the root matches. */
  matches(relPath: string): boolean;
  /** Whether what matches may lie below a folder; the folder is given by its path below the root. */
  leadsTo(relDirectory: string): boolean;
}

const EXTENSION = ".tckb";

/** Longest glob, in UTF-16 units. */
const LONGEST = 4_096;

/**
 * Reads a glob (preview specification, §2). It may leave the project, as a configuration is the user's own code and
 * nothing but bundles is read; only the root of the file system is refused, where a scan would have no end. Wildcards do
 * not match folders called `node_modules`, nor names with a dot in front.
 *
 * @param base The absolute folder that a relative glob starts from
 * @throws {PreviewConfigError} `config.invalid_glob`
 */
export function parseBundleGlob(glob: string, base: string): BundleGlob {
  if (glob.length > LONGEST) throw invalid(glob, `it is longer than ${LONGEST} characters`);
  if (/^!(?!\()/.test(glob)) throw invalid(glob, "it is negated; name what to take, not what to leave");
  const { folder, pattern } = splitGlob(glob);
  const root = resolve(base, folder === "" ? "." : folder);
  if (root === parse(root).root) throw invalid(glob, "it starts from the root of the file system");
  if (!pattern.endsWith(EXTENSION) && !pattern.endsWith("*")) {
    throw invalid(glob, `it does not end in ${EXTENSION}`);
  }
  if (/(^|\/)\.\.?(\/|$)/.test(pattern)) throw invalid(glob, "it goes up again after a wildcard");
  const literal = hasWildcards(pattern) ? null : unescapeGlob(pattern);
  const isMatch: (path: string) => boolean = literal === null
    ? picomatch(pattern)
    : (path) => path === literal;
  return {
    root: toSlashes(root),
    matches: (relPath) => relPath.endsWith(EXTENSION) && isMatch(relPath),
    leadsTo: folderFilter(pattern),
  };
}

/** What a glob or a path is called: by the folder that it starts from, or by its file without the extension; or nothing. */
export function nameOfGlob(glob: string): string {
  const { folder, pattern } = splitGlob(glob.replace(/\/+$/, ""));
  return hasWildcards(pattern) ? basename(folder) : basename(unescapeGlob(pattern), EXTENSION);
}

/** A text as a glob that matches it alone. */
export function escapeGlob(text: string): string {
  return text.replace(/[\\$^*+?()[\]{}!@|]/g, "\\$&");
}

/** The text that a glob without wildcards stands for. */
export function unescapeGlob(glob: string): string {
  return glob.replace(/\\(.)/gu, "$1");
}

/** A path of this system with forward slashes. */
export function toSlashes(path: string): string {
  return sep === "/" ? path : path.replaceAll(sep, "/");
}

/** A glob's fixed folder, as a path, and the rest. */
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

/** Compares folders with the pattern segment by segment, so that a scan goes nowhere in vain. */
function folderFilter(pattern: string): (relDirectory: string) => boolean {
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

/** The segments of a pattern, or undefined when braces or parentheses go across a slash. */
function splitSegments(pattern: string): string[] | undefined {
  return /[{(][^})]*\//.test(pattern) ? undefined : pattern.split("/");
}

function invalid(glob: string, reason: string): PreviewConfigError {
  return new PreviewConfigError("config.invalid_glob", `Cannot use glob ${quote(glob)}: ${reason}`);
}
