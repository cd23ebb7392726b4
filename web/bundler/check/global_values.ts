import type { Variable } from "eslint-scope";
import type * as ESTree from "estree";
import type { ModuleTree, Node } from "./module_tree.ts";

/** What an expression evaluates to, as far as the rules for widgets are concerned. */
export type GlobalValue = "global object" | "document" | "Function" | "timer" | "kit";

/** Where a value comes from: an expression, or a property of another value. */
type Origin = { expression: ESTree.Node } | Property;

interface Property {
  object: Origin;
  key: ESTree.Node;
  /** Whether the key is an expression and not a name. */
  computed: boolean;
}

/** One property that is read or written: `object.name`, or `const { name } = object`. */
export interface PropertyAccess {
  /** Where the name is written. */
  node: Node;
  /** The value that the property belongs to. */
  object: GlobalValue | null;
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

/** How many nested expressions and variables are followed to find a constant. */
const MAX_DEPTH = 16;

/**
 * Follows the global object and its properties through a module's variables: `const page = window` makes `page` the
 * global object wherever it is used. A variable is a global value as soon as one of its assignments is one.
 */
export class GlobalValues {
  readonly #assigned = new Map<Variable, Origin[]>();
  readonly #known = new Map<Variable, GlobalValue | null>();
  readonly #visited = new Set<Variable>();
  readonly #properties: Property[] = [];

  constructor(private readonly tree: ModuleTree) {
    for (const node of tree.nodes) this.#record(node);
  }

  /** Every property that the module reads or writes. */
  accesses(): PropertyAccess[] {
    return this.#properties.map((property) => ({
      node: property.key as Node,
      object: this.#valueOf(property.object),
      name: this.#nameOf(property),
    }));
  }

  /** What an expression evaluates to. */
  valueOf(expression: ESTree.Node): GlobalValue | null {
    return this.#valueOf({ expression });
  }

  /** The name of a member, or null when it is known at run time only. */
  memberName(node: ESTree.MemberExpression): string | null {
    return this.#nameOf(propertyOf(node));
  }

  /** The text of a constant expression, or null. */
  textOf(expression: ESTree.Node, depth: number = 0): string | null {
    if (depth > MAX_DEPTH) return null;
    switch (expression.type) {
      case "Literal":
        return expression.value instanceof RegExp ? null : String(expression.value);
      case "TemplateLiteral": {
        const parts = expression.expressions.map((part) => this.textOf(part, depth + 1));
        if (parts.includes(null)) return null;
        return expression.quasis.map(({ value }, index) => `${value.cooked ?? ""}${parts[index] ?? ""}`).join(
          "",
        );
      }
      case "BinaryExpression": {
        if (expression.operator !== "+") return null;
        const [left, right] = [
          this.textOf(expression.left, depth + 1),
          this.textOf(expression.right, depth + 1),
        ];
        return left === null || right === null ? null : left + right;
      }
      case "Identifier":
        return this.#textOfVariable(this.tree.variableOf(expression), depth);
      default:
        return null;
    }
  }

  #textOfVariable(variable: Variable | null | undefined, depth: number): string | null {
    const [origin, ...others] = variable ? this.#assigned.get(variable) ?? [] : [];
    const isConstant = origin && others.length === 0 && "expression" in origin;
    return isConstant ? this.textOf(origin.expression, depth + 1) : null;
  }

  #record(node: Node): void {
    switch (node.type) {
      case "MemberExpression":
        this.#properties.push(propertyOf(node));
        break;
      case "CallExpression":
        this.#recordCall(node);
        break;
      case "VariableDeclarator":
        if (node.init) this.#bind(node.id, { expression: node.init });
        break;
      case "AssignmentExpression":
        this.#bind(node.left, { expression: node.right });
        break;
      case "AssignmentPattern":
        this.#bind(node.left, { expression: node.right });
        break;
      case "ImportNamespaceSpecifier":
        this.#bind(node.local, { expression: node });
    }
  }

  /** `Reflect.get(window, name)` reads a property as `window[name]` does. */
  #recordCall({ callee, arguments: values }: ESTree.CallExpression): void {
    if (callee.type === "FunctionExpression" || callee.type === "ArrowFunctionExpression") {
      values.forEach((value, index) => {
        const parameter = callee.params[index];
        if (parameter) this.#bind(parameter, { expression: value });
      });
    }
    const [object, key] = values;
    if (callee.type !== "MemberExpression" || !object || !key) return;
    const isReader = READERS.includes(this.#nameOf(propertyOf(callee)) ?? "");
    if (isReader) this.#properties.push({ object: { expression: object }, key, computed: true });
  }

  #bind(pattern: ESTree.Node, origin: Origin): void {
    if (pattern.type === "AssignmentPattern") return this.#bind(pattern.left, origin);
    if (pattern.type === "ObjectPattern") {
      for (const property of pattern.properties) {
        if (property.type === "RestElement") this.#bind(property.argument, origin);
        else this.#bindProperty(property, origin);
      }
    }
    const variable = pattern.type === "Identifier" && this.#declaredBy(pattern);
    if (variable) this.#assigned.set(variable, [...this.#assigned.get(variable) ?? [], origin]);
  }

  #bindProperty({ key, computed, value }: ESTree.AssignmentProperty, object: Origin): void {
    const property = { object, key, computed };
    this.#properties.push(property);
    this.#bind(value, property);
  }

  /** An import is not a reference: its variable is found by the declaration. */
  #declaredBy(identifier: ESTree.Identifier): Variable | null {
    return this.tree.variableOf(identifier) ?? this.tree.declaredBy(identifier);
  }

  #nameOf({ key, computed }: Property): string | null {
    if (computed) return this.textOf(key);
    if (key.type === "Identifier") return key.name;
    return key.type === "Literal" ? String(key.value) : null;
  }

  #valueOf(origin: Origin): GlobalValue | null {
    return "object" in origin ? this.#valueOfProperty(origin) : this.#valueOfExpression(origin.expression);
  }

  #valueOfProperty(property: Property): GlobalValue | null {
    const object = this.#valueOf(property.object);
    if (object === null) return null;
    const name = this.#nameOf(property) ?? "";
    if (object === "global object") return NAMES.get(name) ?? null;
    return object === "document" && name === "defaultView" ? "global object" : null;
  }

  #valueOfExpression(node: ESTree.Node): GlobalValue | null {
    switch (node.type) {
      case "Identifier":
        return this.#valueOfIdentifier(node);
      case "MemberExpression":
        return this.#valueOfProperty(propertyOf(node));
      case "ChainExpression":
        return this.#valueOfExpression(node.expression);
      case "LogicalExpression":
        return this.#valueOfExpression(node.left) ?? this.#valueOfExpression(node.right);
      case "ConditionalExpression":
        return this.#valueOfExpression(node.consequent) ?? this.#valueOfExpression(node.alternate);
      case "AssignmentExpression":
        return this.#valueOfExpression(node.right);
      case "SequenceExpression":
        return this.#valueOfExpression(node.expressions.at(-1)!);
      case "CallExpression":
        return this.returnsGlobalObject(node.callee) ? "global object" : null;
      case "ImportNamespaceSpecifier":
        return this.#importsKit(node) ? "kit" : null;
      default:
        return null;
    }
  }

  /** Whether an expression is `Function("return this")`, the old way to get at the global object. */
  returnsGlobalObject(node: ESTree.Node): boolean {
    if (node.type !== "CallExpression" && node.type !== "NewExpression") return false;
    const [body, ...others] = node.arguments;
    return this.valueOf(node.callee) === "Function" && others.length === 0 && body !== undefined &&
      /^\s*return this;?\s*$/.test(this.textOf(body) ?? "");
  }

  #importsKit(node: ESTree.ImportNamespaceSpecifier): boolean {
    const declaration = this.tree.parentOf(node);
    return declaration?.type === "ImportDeclaration" && declaration.source.value === "@tck/kit";
  }

  #valueOfIdentifier(node: ESTree.Identifier): GlobalValue | null {
    const variable = this.tree.variableOf(node);
    if (variable === undefined) return null;
    if (variable === null) return NAMES.get(node.name) ?? null;
    const known = this.#known.get(variable);
    if (known !== undefined) return known;
    if (this.#visited.has(variable)) return null; // Variables that are assigned to each other.
    this.#visited.add(variable);
    const values = (this.#assigned.get(variable) ?? []).map((origin) => this.#valueOf(origin));
    const value = values.find((value) => value !== null) ?? null;
    this.#visited.delete(variable);
    // Within a cycle, null may mean that the rest of the cycle is not visited yet.
    if (value !== null || this.#visited.size === 0) this.#known.set(variable, value);
    return value;
  }
}

function propertyOf({ object, property, computed }: ESTree.MemberExpression): Property {
  return { object: { expression: object }, key: property, computed };
}
