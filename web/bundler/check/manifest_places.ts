import type * as ESTree from "estree";
import type { ModuleTree, Node } from "./module_tree.ts";

/** Where a manifest's value is written in the module, and the values in it: line one-based, column zero-based. */
export interface ManifestPlace {
  line: number;
  column: number;
  /** By property name or by index. */
  children: { [key: string]: ManifestPlace };
}

/** The deepest level that an issue of a manifest is at. */
const MAX_DEPTH = 6;

/** A variable that is used twice is followed twice: values in values could become very many. */
const MAX_PLACES = 5_000;

/** Finds where a manifest's values are written, as far as they are written out. @returns null when none is */
export function findManifestPlaces(tree: ModuleTree): ManifestPlace | null {
  const specifier = tree.nodes.find((node) =>
    node.type === "ExportSpecifier" && node.exported.type === "Identifier" &&
    node.exported.name === "manifest"
  ) as ESTree.ExportSpecifier | undefined;
  return specifier ? new PlaceFinder(tree).find(specifier.local as Node, 0) : null;
}

class PlaceFinder {
  #count = 0;

  constructor(private readonly tree: ModuleTree) {}

  find(node: Node, depth: number, start?: number): ManifestPlace {
    const value = this.#followVariables(node);
    const place = { ...this.tree.position(start ?? value.start), children: {} as ManifestPlace["children"] };
    if (depth === MAX_DEPTH) return place;
    for (const child of childrenOf(value)) {
      if (++this.#count > MAX_PLACES) break;
      place.children[child.key] = this.find(child.value, depth + 1, child.start);
    }
    return place;
  }

  /** The value of a variable that is written once, and the argument of `defineManifest(…)`. */
  #followVariables(node: Node): Node {
    const seen = new Set<Node>();
    let value = node;
    while (!seen.has(value)) {
      seen.add(value);
      if (value.type === "CallExpression") value = (value.arguments[0] ?? value) as Node;
      else if (value.type === "Identifier") value = this.#initialiserOf(value) ?? value;
    }
    return value;
  }

  #initialiserOf(node: Node): Node | null {
    const definition = this.tree.variableOf(node)?.defs[0]?.node as ESTree.Node | undefined;
    return definition?.type === "VariableDeclarator" ? (definition.init ?? null) as Node | null : null;
  }
}

interface Child {
  key: string;
  /** The offset of the property or item. */
  start: number;
  value: Node;
}

function childrenOf(node: Node): Child[] {
  if (node.type === "ArrayExpression") {
    return node.elements.flatMap((item, index) => {
      return item ? [{ key: String(index), start: (item as Node).start, value: item as Node }] : [];
    });
  }
  if (node.type !== "ObjectExpression") return [];
  return node.properties.flatMap((property) => {
    const key = property.type === "Property" ? nameOf(property) : null;
    if (property.type !== "Property" || key === null) return [];
    return [{ key, start: (property.key as Node).start, value: property.value as Node }];
  });
}

function nameOf({ key, computed }: ESTree.Property): string | null {
  if (key.type === "Literal") return String(key.value);
  return key.type === "Identifier" && !computed ? key.name : null;
}
