/**
 * Whether patterns name a folder: `packages/*`, `apps/**`, `tools/{a,b}`, and `!…` for what does not count. A pattern with
 * anything else of a glob names a folder only literally.
 *
 * @param path relative to the workspace, with slashes
 */
export function matchesPatterns(path: string, patterns: readonly string[]): boolean {
  const isExcluded = patterns.some((pattern) => pattern.startsWith("!") && matches(path, pattern.slice(1)));
  return !isExcluded && patterns.some((pattern) => !pattern.startsWith("!") && matches(path, pattern));
}

function matches(path: string, pattern: string): boolean {
  const segments = pattern.replace(/^(?:\.?\/)+|\/+$/g, "").split("/");
  const source = segments.map((segment) =>
    segment === "**" ? `(?:${toSource("*")}/)*` : `${toSource(segment)}/`
  );
  return new RegExp(`^${source.join("")}$`).test(`${path}/`);
}

function toSource(segment: string): string {
  const parts = segment.split(/(\{[^{}]*\})/).map((part) =>
    /^\{.*\}$/.test(part)
      ? `(?:${part.slice(1, -1).split(",").map(escapeLiteral).join("|")})`
      : part.split(/([*?])/).map((text) => WILDCARDS[text] ?? escapeLiteral(text)).join("")
  );
  // As package managers do, it passes over hidden folders and installed packages.
  return (/^[*?]/.test(segment) ? "(?!\\.|node_modules/)" : "") + parts.join("");
}

const WILDCARDS: { readonly [wildcard: string]: string } = { "*": "[^/]*", "?": "[^/]" };

function escapeLiteral(text: string): string {
  return text.replaceAll(/[^\w-]/g, "\\$&");
}
