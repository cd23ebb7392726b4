import { type AnyNode, type Expression, parse, type Program } from "acorn";
import type { ConfigFault } from "../../../protocol.ts";
import { toSlashes } from "../discovery/bundle_glob.ts";

/** Finds where a value of a configuration is written, by the keys that lead to it. */
export type PlaceFinder = (path: readonly unknown[]) => Pick<ConfigFault, "file" | "line">;

/**
 * Finds places in the source of a configuration: the line of the value, or of the innermost object around it that is
 * written there. The line is null when the source has types, which are not parsed.
 *
 * @param file absolute
 */
export function findPlaces(file: string, source: string): PlaceFinder {
  const program = parseModule(source);
  return (path) => ({ file: toSlashes(file), line: program === null ? null : findLine(program, path) });
}

function parseModule(source: string): Program | null {
  try {
    return parse(source, { sourceType: "module", ecmaVersion: "latest", locations: true });
  } catch {
    return null;
  }
}

function findLine(program: Program, path: readonly unknown[]): number | null {
  const exported = program.body.find(({ type }) => type === "ExportDefaultDeclaration");
  if (exported?.type !== "ExportDefaultDeclaration") return null;
  let place: AnyNode = exported;
  let value: AnyNode | null = resolve(program, exported.declaration);
  for (const key of path) {
    const member = value === null ? null : findMember(value, key);
    if (member === null) break;
    place = member.place;
    value = resolve(program, member.value);
  }
  return place.loc?.start.line ?? null;
}

/** Where a key is written, and its value. */
function findMember(node: AnyNode, key: unknown): { place: AnyNode; value: AnyNode } | null {
  if (node.type === "ArrayExpression") {
    const element = node.elements[Number(key)];
    return element ? { place: element, value: element } : null;
  }
  if (node.type !== "ObjectExpression") return null;
  for (const property of node.properties) {
    if (property.type === "Property" && nameOf(property.key) === key) {
      return { place: property, value: property.value };
    }
  }
  return null;
}

function nameOf(key: Expression | { type: "PrivateIdentifier" }): unknown {
  if (key.type === "Identifier") return key.name;
  return key.type === "Literal" ? key.value : undefined;
}

/** How many names and calls are followed: a name may refer to itself. */
const MAX_STEPS = 8;

/** Follows a name to the constant of the module, and a call such as `defineConfig` to its argument. */
function resolve(program: Program, node: AnyNode, steps = MAX_STEPS): AnyNode {
  const next = steps === 0 ? null : stepFrom(program, node);
  return next === null ? node : resolve(program, next, steps - 1);
}

function stepFrom(program: Program, node: AnyNode): AnyNode | null {
  if (node.type === "CallExpression") return node.arguments.length === 1 ? node.arguments[0]! : null;
  if (node.type !== "Identifier") return null;
  for (const statement of program.body) {
    if (statement.type !== "VariableDeclaration") continue;
    const found = statement.declarations.find(({ id }) => id.type === "Identifier" && id.name === node.name);
    if (found?.init) return found.init;
  }
  return null;
}
