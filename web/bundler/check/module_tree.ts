import { type Node as AcornNode, parse } from "acorn";
import { analyze, type Reference, type Variable } from "eslint-scope";
import type * as ESTree from "estree";
import type { CompiledWidget } from "../compile/mod.ts";
import { type Diagnostic, DiagnosticError, type Location } from "../diagnostic.ts";
import type { DiagnosticCode } from "../diagnostic_codes.ts";
import { SourcePlaces } from "../source_places.ts";

/** A node of a bundled module's syntax tree, with its place in the bundle. */
export type Node = ESTree.Node & { start: number; end: number };

/** A bundled module as a syntax tree with its scopes: what the browser will run, whichever file or package it comes from. */
export class ModuleTree {
  /** Every node, each after the node that it is in; the first one is the program. */
  readonly nodes: readonly Node[];
  readonly code: string;
  readonly #widget: string;
  readonly #parents = new Map<ESTree.Node, Node>();
  readonly #references = new Map<object, Reference>();
  readonly #declarations = new Map<object, Variable>();
  readonly #places: SourcePlaces;

  /** @throws {DiagnosticError} when the code is not a module: esbuild accepts what only sloppy mode allows */
  constructor({ source, module, map }: Pick<CompiledWidget, "source" | "module" | "map">) {
    this.code = module;
    this.#widget = source.name;
    this.#places = new SourcePlaces(map, source.file);
    const root = this.#parse();
    this.nodes = this.#collect(root);
    this.#analyzeScopes(root as ESTree.Program);
  }

  /** The top-level statements. */
  get body(): readonly Node[] {
    return (this.nodes[0] as ESTree.Program).body as Node[];
  }

  /** The node that a node is in; undefined for the program. */
  parentOf(node: ESTree.Node): Node | undefined {
    return this.#parents.get(node);
  }

  /** The variable that an identifier refers to: null for a global one, undefined when it refers to none. */
  variableOf(identifier: ESTree.Node): Variable | null | undefined {
    const reference = this.#references.get(identifier);
    return reference && (reference.resolved ?? null);
  }

  /** The variable that an identifier declares, or null when it declares none. */
  declaredBy(identifier: ESTree.Node): Variable | null {
    return this.#declarations.get(identifier) ?? null;
  }

  /** Line, one-based, and column, zero-based, of an offset in the module. */
  position(offset: number): { line: number; column: number } {
    const start = this.code.lastIndexOf("\n", offset - 1) + 1;
    return { line: this.code.slice(0, start).split("\n").length, column: offset - start };
  }

  /** The place in the author's sources that an offset was made of. */
  locate(offset: number): Location {
    const { line, column } = this.position(offset);
    return this.#places.locate(line, column);
  }

  createDiagnostic(code: DiagnosticCode, offset: number, message: string, hint: string): Diagnostic {
    return { code, widget: this.#widget, ...this.locate(offset), message, hint };
  }

  #parse(): Node {
    try {
      // In a bundle, the lines of the banner precede a hashbang.
      const options = {
        ecmaVersion: "latest",
        sourceType: "module",
        ranges: true,
        allowHashBang: false,
      } as const;
      return parse(this.code, options) as AcornNode as Node;
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      const { pos } = error as SyntaxError & { pos: number };
      const message = error.message.replace(/ \(\d+:\d+\)$/, "");
      const hint = "Correct the source at this place: a widget is a module, and modules are strict";
      throw new DiagnosticError([this.createDiagnostic("source.syntax", pos, message, hint)]);
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

  #analyzeScopes(root: ESTree.Program): void {
    const { scopes } = analyze(root, { ecmaVersion: 2022, sourceType: "module" });
    for (const scope of scopes) {
      for (const reference of scope.references) this.#references.set(reference.identifier, reference);
      for (const variable of scope.variables) {
        for (const identifier of variable.identifiers) this.#declarations.set(identifier, variable);
      }
    }
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
