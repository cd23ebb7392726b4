import { type Node as AcornNode, parse } from "acorn";
import { analyze, type Reference, type Variable } from "eslint-scope";
import type * as ESTree from "estree";
import { DiagnosticError, inFile, type Location } from "./diagnostic.ts";
import type { WidgetSource } from "./project.ts";
import { SourcePlaces } from "./source_places.ts";

/** A node of a bundled module's syntax tree, with its place in the bundle. */
export type Node = ESTree.Node & { start: number; end: number };

/**
 * The module that goes into a bundle, as a syntax tree with its scopes: what the browser will run, whichever file or
 * package it comes from. Places in it are told as places in the author's sources.
 */
export class BundledModule {
  #nodes: readonly Node[] | null = null;
  readonly #parents = new Map<ESTree.Node, Node>();
  readonly #references = new Map<object, Reference>();
  readonly #declarations = new Map<object, Variable>();
  readonly #places: SourcePlaces;
  #isAnalyzed = false;

  /**
   * @param widget whose module it is
   * @param code the module, as esbuild prints it
   * @param map its source map, as JSON
   * @param imports the number of its import statements, or null when only parsing it would tell
   */
  constructor(
    readonly widget: WidgetSource,
    readonly code: string,
    map: string,
    readonly imports: number | null = null,
  ) {
    this.#places = new SourcePlaces(map);
  }

  /**
   * Every node, each after the node that it stands in. The code is parsed when they are asked for: most modules hold
   * nothing that any rule is about.
   *
   * @throws {DiagnosticError} when the code is no module: esbuild passes on what only sloppy mode allows
   */
  get nodes(): readonly Node[] {
    return this.#nodes ??= this.#collect(this.#parse());
  }

  /** The node that a node stands in; undefined for the module itself. */
  parentOf(node: ESTree.Node): Node | undefined {
    return this.#parents.get(node);
  }

  /** The variable that an identifier means: null for a global one, undefined when it means none, like a property's name. */
  variableOf(identifier: ESTree.Node): Variable | null | undefined {
    this.#analyzeScopes();
    const reference = this.#references.get(identifier);
    return reference && (reference.resolved ?? null);
  }

  /** The variable that an identifier declares, or null when it declares none. */
  declaredBy(identifier: ESTree.Node): Variable | null {
    this.#analyzeScopes();
    return this.#declarations.get(identifier) ?? null;
  }

  /** Where in the sources that stands which a place of the module was made from. */
  locate(offset: number): Location {
    const before = this.code.lastIndexOf("\n", offset - 1) + 1;
    const line = this.code.slice(0, before).split("\n").length;
    return this.#places.locate(line, offset - before) ?? inFile(this.widget.file);
  }

  /** Done when a variable is asked for. */
  #analyzeScopes(): void {
    if (this.#isAnalyzed) return;
    this.#isAnalyzed = true;
    const root = this.nodes[0] as ESTree.Program;
    const { scopes } = analyze(root, { ecmaVersion: 2022, sourceType: "module" });
    for (const scope of scopes) {
      for (const reference of scope.references) this.#references.set(reference.identifier, reference);
      for (const variable of scope.variables) {
        for (const identifier of variable.identifiers) this.#declarations.set(identifier, variable);
      }
    }
  }

  #parse(): Node {
    try {
      const options = { ecmaVersion: "latest", sourceType: "module", ranges: true } as const;
      return parse(this.code, options) as AcornNode as Node;
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      const { pos } = error as SyntaxError & { pos: number };
      throw new DiagnosticError([{
        code: "source.syntax",
        widget: this.widget.name,
        ...this.locate(pos),
        message: error.message.replace(/ \(\d+:\d+\)$/, ""),
        hint: "Correct the source at this place: a widget is a module, and modules are strict",
      }]);
    }
  }

  #collect(root: Node): Node[] {
    const nodes = [root];
    for (const node of nodes) {
      for (const child of childrenOf(node)) {
        this.#parents.set(child, node);
        nodes.push(child);
      }
    }
    return nodes;
  }
}

function childrenOf(node: Node): Node[] {
  const children: Node[] = [];
  for (const value of Object.values(node)) {
    for (const item of Array.isArray(value) ? value : [value]) if (isNode(item)) children.push(item);
  }
  return children;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && typeof (value as Node).type === "string";
}
