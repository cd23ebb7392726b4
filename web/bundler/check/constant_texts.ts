import type { Variable } from "eslint-scope";
import type * as ESTree from "estree";
import type { ModuleTree } from "./module_tree.ts";

/** How many nested expressions and variables are followed to find a constant. */
const MAX_DEPTH = 16;

/** In UTF-16 units. A text that is put together can double with each variable. */
const MAX_LENGTH = 10_000;

/** The texts of a module that are known without running it: constants, and what is put together from them. */
export class ConstantTexts {
  /** Each variable is followed once, and null meanwhile: variables may be assigned to each other. */
  readonly #known = new Map<Variable, string | null>();

  constructor(private readonly tree: ModuleTree) {}

  /** The text of a constant expression, or null. */
  textOf(expression: ESTree.Node, depth: number = 0): string | null {
    if (depth > MAX_DEPTH) return null;
    switch (expression.type) {
      case "Literal":
        return expression.value instanceof RegExp ? null : String(expression.value);
      case "TemplateLiteral":
        return this.#join(partsOf(expression), depth);
      case "BinaryExpression":
        return expression.operator === "+" ? this.#join([expression.left, expression.right], depth) : null;
      case "Identifier":
        return this.#textOfVariable(this.tree.variableOf(expression), depth);
      default:
        return null;
    }
  }

  /** The name of a property, or null when it is known at run time only. */
  nameOf(key: ESTree.Node, computed: boolean): string | null {
    if (computed) return this.textOf(key);
    if (key.type === "Identifier") return key.name;
    return key.type === "Literal" ? String(key.value) : null;
  }

  #join(parts: readonly (ESTree.Node | string)[], depth: number): string | null {
    let joined = "";
    for (const part of parts) {
      const text = typeof part === "string" ? part : this.textOf(part, depth + 1);
      if (text === null || joined.length + text.length > MAX_LENGTH) return null;
      joined += text;
    }
    return joined;
  }

  #textOfVariable(variable: Variable | null | undefined, depth: number): string | null {
    if (!variable) return null;
    const known = this.#known.get(variable);
    if (known !== undefined) return known;
    this.#known.set(variable, null);
    const assigned = this.#assignedTo(variable);
    const text = assigned && this.textOf(assigned, depth + 1);
    this.#known.set(variable, text);
    return text;
  }

  /** The only expression that is assigned to a variable; null for a parameter, whose values callers choose. */
  #assignedTo({ defs, references }: Variable): ESTree.Node | null {
    const [write, ...others] = references.filter((reference) => reference.isWrite());
    if (!write || others.length > 0 || defs[0]?.type !== "Variable") return null;
    const parent = this.tree.parentOf(write.identifier as ESTree.Identifier);
    if (parent?.type === "VariableDeclarator") return parent.init ?? null;
    return parent?.type === "AssignmentExpression" && parent.operator === "=" ? parent.right : null;
  }
}

/** The texts and expressions of a template in their order. */
function partsOf({ quasis, expressions }: ESTree.TemplateLiteral): (ESTree.Node | string)[] {
  return quasis.flatMap(({ value }, index) => [value.cooked ?? "", ...expressions.slice(index, index + 1)]);
}
