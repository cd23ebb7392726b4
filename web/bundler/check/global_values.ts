import type * as ESTree from "estree";
import { ConstantTexts } from "./constant_texts.ts";
import type { ModuleTree, Node } from "./module_tree.ts";

/**
 * What an expression may evaluate to, as far as the rules for widgets are concerned. A global getter is
 * `Function("return this")`, the old way to get at the global object.
 */
export type GlobalValue = "global object" | "document" | "Function" | "global getter" | "timer" | "kit";

/** One property of a global value that is read or written: `object.name`, or `const { name } = object`. */
export interface PropertyAccess {
  /** Where the name is written. */
  node: Node;
  /** The value that the property belongs to. */
  object: GlobalValue;
  /** Its name; null when it is known at run time only. */
  name: string | null;
}

const NAMES: ReadonlyMap<string, GlobalValue> = new Map([
  ...["window", "self", "globalThis", "frames", "top", "parent"].map((name) =>
    [name, "global object"] as const
  ),
  ["document", "document"],
  ["Function", "Function"],
  ["setTimeout", "timer"],
  ["setInterval", "timer"],
]);

/** Methods of `Reflect` and `Object` that read a property of their first argument: the one named by the second. */
const READERS = ["get", "getOwnPropertyDescriptor"];

/**
 * Follows the global object and its properties from where they are named through a module's variables: `const page =
 * window` makes `page` the global object wherever it is used. A variable is a global value as soon as one of its
 * assignments is one. Each value of each expression is followed once, so that the time grows with the module's length.
 */
export class GlobalValues {
  /** Every property of a global value that the module reads or writes. */
  readonly accesses: PropertyAccess[] = [];
  readonly texts: ConstantTexts;
  /** By expression and by variable. */
  readonly #values = new Map<object, Set<GlobalValue>>();
  /** Grows while it is worked through. */
  readonly #found: { node: ESTree.Node; value: GlobalValue }[] = [];

  constructor(private readonly tree: ModuleTree) {
    this.texts = new ConstantTexts(tree);
    for (const node of tree.nodes) this.#start(node);
    for (const { node, value } of this.#found) this.#follow(node, value);
  }

  /** Whether an expression may evaluate to a value. */
  isValue(expression: ESTree.Node, value: GlobalValue): boolean {
    return this.#values.get(expression)?.has(value) ?? false;
  }

  #start(node: Node): void {
    if (node.type === "ImportNamespaceSpecifier") {
      const declaration = this.tree.parentOf(node) as ESTree.ImportDeclaration;
      if (declaration.source.value === "@tck/kit") this.#bind(node.local, "kit");
    }
    const value = node.type === "Identifier" && this.tree.variableOf(node) === null && NAMES.get(node.name);
    if (value) this.#add(node, value);
  }

  #add(node: ESTree.Node, value: GlobalValue): void {
    if (this.#isNew(node, value)) this.#found.push({ node, value });
  }

  #isNew(key: object, value: GlobalValue): boolean {
    const values = this.#values.get(key) ?? new Set();
    if (values.has(value)) return false;
    this.#values.set(key, values.add(value));
    return true;
  }

  /** Passes a value on to the expression, variable or property that an expression is a part of. */
  #follow(node: ESTree.Node, value: GlobalValue): void {
    const parent = this.tree.parentOf(node);
    switch (parent?.type) {
      case "ChainExpression":
      case "LogicalExpression":
        return this.#add(parent, value);
      case "ConditionalExpression":
        return node === parent.test ? undefined : this.#add(parent, value);
      case "SequenceExpression":
        return node === parent.expressions.at(-1) ? this.#add(parent, value) : undefined;
      case "MemberExpression":
        if (node === parent.object) this.#read(parent, value, parent.property, parent.computed);
        return;
      case "VariableDeclarator":
        return this.#bind(parent.id, value);
      case "AssignmentPattern":
        return node === parent.right ? this.#bind(parent.left, value) : undefined;
      case "AssignmentExpression":
        if (node !== parent.right) return;
        this.#bind(parent.left, value);
        return this.#add(parent, value);
      case "CallExpression":
      case "NewExpression":
        return node === parent.callee
          ? this.#followCall(parent, value)
          : this.#followArgument(parent, node, value);
    }
  }

  #followCall(call: ESTree.CallExpression | ESTree.NewExpression, callee: GlobalValue): void {
    if (callee === "global getter") this.#add(call, "global object");
    const [body, ...others] = call.arguments;
    if (callee !== "Function" || !body || others.length > 0) return;
    if (/^\s*return this;?\s*$/.test(this.texts.textOf(body) ?? "")) this.#add(call, "global getter");
  }

  /** Into the parameter of a function that is called at once; `Reflect.get(window, name)` reads as `window[name]` does. */
  #followArgument(
    { callee, arguments: values }: ESTree.CallExpression | ESTree.NewExpression,
    node: ESTree.Node,
    value: GlobalValue,
  ): void {
    const index = values.indexOf(node as ESTree.Expression);
    const parameter = /^(Arrow)?FunctionExpression$/.test(callee.type) &&
      (callee as ESTree.FunctionExpression).params[index];
    if (parameter) this.#bind(parameter, value);
    const [, key] = values;
    if (index !== 0 || !key || callee.type !== "MemberExpression") return;
    const isReader = READERS.includes(this.texts.nameOf(callee.property, callee.computed) ?? "");
    if (isReader) this.#access(value, key, true);
  }

  #bind(pattern: ESTree.Node, value: GlobalValue): void {
    switch (pattern.type) {
      case "Identifier":
        return this.#bindVariable(pattern, value);
      case "AssignmentPattern":
        return this.#bind(pattern.left, value);
      case "ObjectPattern":
        for (const property of pattern.properties) {
          if (property.type === "RestElement") this.#bind(property.argument, value);
          else this.#bindProperty(property, value);
        }
    }
  }

  /** An import is not a reference: its variable is found by the declaration. */
  #bindVariable(identifier: ESTree.Identifier, value: GlobalValue): void {
    const variable = this.tree.variableOf(identifier) ?? this.tree.declaredBy(identifier);
    if (!variable || !this.#isNew(variable, value)) return;
    for (const reference of variable.references) {
      if (reference.isRead()) this.#add(reference.identifier as ESTree.Identifier, value);
    }
  }

  #bindProperty({ key, computed, value: pattern }: ESTree.AssignmentProperty, object: GlobalValue): void {
    const value = this.#access(object, key, computed);
    if (value) this.#bind(pattern, value);
  }

  #read(member: ESTree.Node, object: GlobalValue, key: ESTree.Node, computed: boolean): void {
    const value = this.#access(object, key, computed);
    if (value) this.#add(member, value);
  }

  /** @returns the property's value, if it is a global one */
  #access(object: GlobalValue, key: ESTree.Node, computed: boolean): GlobalValue | null {
    const name = this.texts.nameOf(key, computed);
    this.accesses.push({ node: key as Node, object, name });
    if (object === "global object") return NAMES.get(name ?? "") ?? null;
    return object === "document" && name === "defaultView" ? "global object" : null;
  }
}
