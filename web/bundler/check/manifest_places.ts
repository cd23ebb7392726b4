import type * as ESTree from "estree";
import type { BundledModule, Node } from "./bundled_module.ts";
import type { Location } from "./diagnostic.ts";

/**
 * Finds where a manifest's field is written in the author's sources, as far as it is written out: for a field that is
 * missing or computed that is the innermost object or list around it.
 *
 * @param path as a manifest's issues name it: `manifest.sizes[1]`, `manifest.title["en-GB"]`
 * @returns null when the manifest is not written out at all
 */
export function locateInManifest(module: BundledModule, path: string): Location | null {
  let place = followVariable(module, exportedManifest(module));
  let start = place?.start;
  for (const key of keysOf(path)) {
    const child = place && childOf(place, key);
    if (!child) break;
    start = child.start;
    place = followVariable(module, child.value);
  }
  return start === undefined ? null : module.locate(start);
}

function keysOf(path: string): string[] {
  const parts = path.replace(/^manifest/, "").matchAll(/\.([^.[\]]+)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]/g);
  return Array.from(parts, ([, name, index, text]) => name ?? index ?? String(JSON.parse(text!)));
}

function exportedManifest(module: BundledModule): Node | null {
  for (const node of module.nodes) {
    const isManifest = node.type === "ExportSpecifier" && node.exported.type === "Identifier" &&
      node.exported.name === "manifest";
    if (isManifest) return node.local as Node;
  }
  return null;
}

/** What stands behind a variable that is written once, and behind `defineManifest(…)`. */
function followVariable(module: BundledModule, node: Node | null): Node | null {
  const seen = new Set<Node>();
  while (node && !seen.has(node)) {
    seen.add(node);
    if (node.type === "CallExpression") node = (node.arguments[0] ?? null) as Node | null;
    else if (node.type === "Identifier") node = initialiserOf(module, node) ?? node;
    else return node;
  }
  return node;
}

function initialiserOf(module: BundledModule, node: Node): Node | null {
  const definition = module.variableOf(node)?.defs[0]?.node as ESTree.Node | undefined;
  return definition?.type === "VariableDeclarator" ? (definition.init ?? null) as Node | null : null;
}

function childOf(place: Node, key: string): { start: number; value: Node } | null {
  if (place.type === "ArrayExpression") {
    const item = place.elements[Number(key)] as Node | null | undefined;
    return item ? { start: item.start, value: item } : null;
  }
  if (place.type !== "ObjectExpression") return null;
  const property = place.properties.find((property) =>
    property.type === "Property" && nameOf(property) === key
  );
  if (property?.type !== "Property") return null;
  return { start: (property.key as Node).start, value: property.value as Node };
}

function nameOf({ key, computed }: ESTree.Property): string | null {
  if (key.type === "Literal") return String(key.value);
  return key.type === "Identifier" && !computed ? key.name : null;
}
