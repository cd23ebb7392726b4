/** The most patterns of a workspace that are read, and the most characters of one: others name no folder. */
const MAX_PATTERNS = 1_000;
const MAX_PATTERN = 512;

/**
 * Returns a function that says whether patterns name a folder: `packages/*`, `apps/**`, `tools/{a,b}`, and `!…` for what does
 * not count. A pattern with anything else of a glob names a folder only literally. Its time grows with the length of the
 * path times that of the patterns, and not faster: they may be a stranger's.
 *
 * @returns takes a path relative to the workspace, with slashes
 */
export function readPatterns(patterns: readonly string[]): (path: string) => boolean {
  const read = patterns.slice(0, MAX_PATTERNS).filter(({ length }) => length <= MAX_PATTERN);
  const included = read.filter((pattern) => !pattern.startsWith("!")).map(readPattern);
  const excluded = read.filter((pattern) => pattern.startsWith("!")).map((pattern) =>
    readPattern(pattern.slice(1))
  );
  const known = new Map<string, boolean>();
  const matches = (path: string) => {
    const names = path.split("/");
    return !excluded.some((segments) => matchesNames(names, segments)) &&
      included.some((segments) => matchesNames(names, segments));
  };
  return (path) => {
    const answer = known.get(path) ?? matches(path);
    known.set(path, answer);
    return answer;
  };
}

/** Any number of folders, or one whose name has these parts one after the other. */
type Segment = "**" | readonly Part[];

/** Any number of characters, one, or one of some texts. */
type Part = "*" | "?" | readonly string[];

function readPattern(pattern: string): Segment[] {
  return pattern.replace(/^(?:\.?\/)+|\/+$/g, "").split("/").map((segment) =>
    segment === "**" ? "**" : segment.split(/(\{[^{}]*\}|\*+|\?)/).filter((part) => part !== "").map(readPart)
  );
}

function readPart(part: string): Part {
  if (part === "?") return "?";
  if (part.startsWith("*")) return "*";
  return part.startsWith("{") && part.endsWith("}") ? part.slice(1, -1).split(",") : [part];
}

/** Follows all ways at once in which the first names are named by the first segments. */
function matchesNames(names: readonly string[], segments: readonly Segment[]): boolean {
  let reached = new Set([0]);
  for (const name of names) {
    const next = new Set<number>();
    // Segments for any number of folders are added while the set is walked through.
    for (const index of reached) {
      const segment = segments[index];
      if (segment === "**") {
        reached.add(index + 1);
        if (isPassable(name)) next.add(index);
      } else if (segment !== undefined && matchesName(name, segment)) next.add(index + 1);
    }
    reached = next;
  }
  for (const index of reached) if (segments[index] === "**") reached.add(index + 1);
  return reached.has(segments.length);
}

/** As package managers do, a wildcard passes over hidden folders and installed packages. */
function isPassable(name: string): boolean {
  return !name.startsWith(".") && name !== "node_modules";
}

/** The same within a name: which of its first characters the first parts can be. */
function matchesName(name: string, parts: readonly Part[]): boolean {
  if (typeof parts[0] === "string" && !isPassable(name)) return false;
  let reached = new Set([0]);
  for (const part of parts) {
    const next = new Set<number>();
    if (part === "*") { for (let end = Math.min(...reached); end <= name.length; end++) next.add(end); }
    else {
      for (const start of reached) {
        if (part === "?" && start < name.length) next.add(start + 1);
        if (part !== "?") {
          part.filter((text) => name.startsWith(text, start)).forEach((text) =>
            next.add(start + text.length)
          );
        }
      }
    }
    if (next.size === 0) return false;
    reached = next;
  }
  return reached.has(name.length);
}
