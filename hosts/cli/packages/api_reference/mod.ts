/**
 * The reference of the kit for authors, `API.md` in the npm package: every export with its props, defaults and an example,
 * the sizes and the tokens. It is generated from the sources.
 *
 * @module
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type DocSymbol, readSymbols } from "./symbols.ts";
import { readTokens } from "./tokens.ts";
import { isComponent, type Section, writeSection } from "./write_reference.ts";

/** Where the reference is in the tree. */
export const REFERENCE_FILE = "web/tck/API.md";

/**
 * Generates the reference. The same sources give the same text.
 *
 * @param root the project's folder
 */
export async function generateReference(root: string): Promise<string> {
  const kit = await readSymbols(root, "web/tck/mod.ts");
  const tokens = readTokens(await readFile(join(root, "web/assets/style.css"), "utf8"));
  const sections = splitKit(kit.exports).map((section) => writeSection(section, kit));
  return `${[INTRODUCTION, writeTokens(tokens), ...sections].join("\n\n")}\n`;
}

const INTRODUCTION = `# @tck/kit

Generated from the types.`;

function splitKit(exports: readonly DocSymbol[]): Section[] {
  const blocks = exports.filter((symbol) => isComponent(symbol) && isIn(symbol, "web/tck/blocks/"));
  const hooks = exports.filter(({ name, declaration }) =>
    declaration.kind === "function" && /^(use|define)/.test(name)
  );
  const types = exports.filter((symbol) =>
    !HOST_EXPORTS.includes(symbol.name) && !blocks.includes(symbol) && !hooks.includes(symbol)
  );
  return [
    { title: "Blocks", symbols: blocks },
    { title: "Hooks and functions", symbols: hooks },
    { title: "Types and errors", symbols: types },
  ];
}

/** What the kit exports for hosts and tests only. */
const HOST_EXPORTS = ["BLOCK_STYLES", "WidgetContextProvider"];

function isIn({ declaration }: DocSymbol, folder: string): boolean {
  return declaration.location.filename.includes(`/${folder}`);
}

function writeTokens(tokens: ReturnType<typeof readTokens>): string {
  return [
    "## Tokens",
    "| token | light | dark |\n|---|---|---|\n" +
    tokens.map(({ name, light, dark }) =>
      `| \`${name}\` | ${light} | ${light === dark ? "the same" : dark} |`
    ).join("\n"),
  ].join("\n\n");
}
