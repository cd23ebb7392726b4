import { type Options, Parser } from "acorn";
import type * as ESTree from "estree";
import type { ModuleNode, ModuleSource } from "./module_function.ts";

const OPTIONS: Options = { ecmaVersion: "latest", sourceType: "module" };

/** The most blocks and functions in each other: for some names acorn looks through all of them. */
const MAX_SCOPES = 256;

/** The longest regular expression, in characters: each group of one name is compared with those before it. */
const MAX_REGEX_LENGTH = 32_768;

/** What is used of acorn besides its types. */
interface ParserParts {
  readonly scopeStack: readonly unknown[];
  enterScope(flags: number): void;
  validateRegExpFlags(state: { readonly source: string }): void;
}

/**
 * Leaves to the browser whether a name is reserved, declared twice, or exported without being declared, and whether a regular
 * expression is valid: acorn looks through all names of a scope or an expression for each of them, which takes 20 s for 60,000
 * names.
 */
class LinearParser extends Parser {
  checkUnreserved(): void {}
  declareName(): void {}
  checkLocalExport(): void {}
  validateRegExpPattern(): void {}

  validateRegExpFlags(state: { readonly source: string }): void {
    if (state.source.length > MAX_REGEX_LENGTH) {
      throw new SyntaxError(`A regular expression has more than ${MAX_REGEX_LENGTH} characters`);
    }
    (Parser.prototype as unknown as ParserParts).validateRegExpFlags.call(this, state);
  }

  enterScope(flags: number): void {
    const parts = this as unknown as ParserParts;
    if (parts.scopeStack.length >= MAX_SCOPES) {
      throw new SyntaxError(`More than ${MAX_SCOPES} blocks and functions are in each other`);
    }
    (Parser.prototype as unknown as ParserParts).enterScope.call(this, flags);
  }
}

/**
 * Parses a module, in a time that grows with its length and not faster.
 *
 * @param text its text; a hashbang becomes a comment
 * @throws {SyntaxError} when it is not a module
 */
export function parseModule(text: string): ModuleSource {
  const code = text.replace(/^#!/, "//");
  const root = LinearParser.parse(code, OPTIONS) as unknown as ModuleNode;
  const nodes = [root];
  for (const node of nodes) {
    for (const child of childrenOf(node)) nodes.push(child);
  }
  return { code, body: (root as ESTree.Program).body as ModuleNode[], nodes };
}

function* childrenOf(node: ModuleNode): Generator<ModuleNode> {
  for (const value of Object.values(node)) {
    for (const item of Array.isArray(value) ? value : [value]) if (isNode(item)) yield item;
  }
}

function isNode(value: unknown): value is ModuleNode {
  return typeof value === "object" && value !== null && typeof (value as ModuleNode).type === "string";
}
