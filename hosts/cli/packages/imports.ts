import { posix } from "node:path";
import { type Node, parse } from "acorn";

/** What the modules of a package need at run time. */
export interface ModuleNeeds {
  /** The paths of the modules that the entries load, themselves included. */
  modules: Set<string>;
  /** The npm packages that these import. */
  packages: Set<string>;
}

/**
 * Follows the imports of compiled modules. Types leave none, and a `require` of what the user's own project has is none.
 *
 * @param files JavaScript, by path
 * @param entries the paths to begin with
 */
export function followImports(files: ReadonlyMap<string, string>, entries: readonly string[]): ModuleNeeds {
  const needs: ModuleNeeds = { modules: new Set(entries), packages: new Set() };
  for (const path of needs.modules) {
    for (const specifier of listImports(files.get(path)!)) {
      if (specifier.startsWith(".")) needs.modules.add(posix.join(posix.dirname(path), specifier));
      else if (!specifier.startsWith("node:")) needs.packages.add(packageName(specifier));
    }
  }
  return needs;
}

/** What a module imports and exports from elsewhere, by literal names, at once or later. */
function listImports(text: string): string[] {
  const specifiers: string[] = [];
  const visit = (value: unknown) => {
    if (typeof value !== "object" || value === null) return;
    const { type, source } = value as { type?: Node["type"]; source?: { value?: unknown } };
    if (/^(Import|Export)/.test(type ?? "") && typeof source?.value === "string") {
      specifiers.push(source.value);
    }
    Object.values(value).forEach(visit);
  };
  visit(parse(text, { ecmaVersion: "latest", sourceType: "module" }).body);
  return specifiers;
}

function packageName(specifier: string): string {
  return specifier.split("/").slice(0, specifier.startsWith("@") ? 2 : 1).join("/");
}
