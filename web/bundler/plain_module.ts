import type { BoundModule } from "./evaluation_module.ts";
import { EXPORTS } from "./host_exports.ts";
import { Rewriting } from "./rewriting.ts";

/** The list of what a module exports, which esbuild prints at its end. */
const EXPORTS_LIST = /(?<=^|[;}\n])export\{([^{}]*)\};\s*$/;

/** `import a,{b as c}from"react";`, or with `*as a` in place of the braces, as esbuild prints it. */
const IMPORT =
  /(?<=^|[;}\n])import(?:([\w$]+)(?=,|from))?,?(?:\*as ([\w$]+)|\{([^{}"]*)\})?(?:from)?"([^"]*)";/g;

/** What makes a module more than its imports, its code and that list, or another thing in a function than in a module. */
const SPECIAL = /\b(?:import|export|await)\b|tck\$|<!--|-->/;

/**
 * Binds the imports of a module by its text, which takes a hundredth of the time that parsing it does.
 *
 * @param imports the number of import statements that esbuild says to have printed: a text that only looks like one would
 * make it more
 * @returns null when the module is not as plain as that, or imports what its host does not have
 */
export function bindPlainModule(code: string, imports: number): BoundModule | null {
  const list = EXPORTS_LIST.exec(code);
  const statements = [...code.matchAll(IMPORT)];
  const bindings = statements.map(bindImport);
  if (!list || statements.length !== imports || bindings.includes(null)) return null;
  const text = new Rewriting(code);
  text.insert(`(async(tck$modules)=>{"use strict";${bindings.join("")}`);
  const head = text.code.length;
  for (const { index, 0: { length } } of statements) text.replace(index, index + length, "");
  text.replace(list.index, code.length, "");
  if (SPECIAL.test(text.code.slice(head))) return null;
  const properties = list[1]!.split(",").filter((part) => part !== "").map(bindExport);
  text.insert(`\nreturn{__proto__:null,${properties.join()}}})`);
  return { code: text.code, toBundleOffset: (offset) => text.originalOffset(offset) };
}

function bindImport([, main, namespace, list = "", specifier]: RegExpMatchArray): string | null {
  const exported = EXPORTS.get(specifier!);
  if (!exported) return null;
  const names = list.split(",").filter((part) => part !== "").map(splitName);
  if (main) names.push(["default", main]);
  if (names.some(([name]) => !exported.includes(name))) return null;
  const module = `tck$modules[${JSON.stringify(specifier)}]`;
  const properties = names.map(([name, local]) => `${name}:${local}`);
  return (namespace ? `const ${namespace}=${module};` : "") +
    (properties.length > 0 ? `const{${properties.join()}}=${module};` : "");
}

function bindExport(part: string): string {
  const [local, name] = splitName(part);
  return `${name}:${local}`;
}

/** `a as b`, or `a` for `a as a`. */
function splitName(part: string): [from: string, to: string] {
  const [from, to = from] = part.trim().split(" as ");
  return [from!, to!];
}
