/**
 * The reference of the kit for authors, `API.md` in the npm package: every export with its props, defaults and an example,
 * the sizes and the tokens. It is generated from the sources.
 *
 * @module
 */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  CARD_FOOTER_HEIGHT,
  FILL_AUTO_WIDTH,
  FOOTPRINTS,
  WIDGET_SIZES,
  type WidgetSize,
} from "../../../core/contract/mod.ts";
import { describeExports, type DocSymbol } from "../../packages/mod.ts";
import { readTokens, type Token } from "./tokens.ts";
import { isComponent, type Section, writeSection } from "./write_section.ts";

const TSCONFIG = fileURLToPath(new URL("tsconfig.json", import.meta.url));

/** Where the reference is in the tree. */
export const REFERENCE_FILE = "web/tck/API.md";

/** The pictures that it shows, which are in the package's folder `pictures`. */
const PICTURES = "docs/images/kit";

/**
 * Generates the reference. The same sources give the same text.
 *
 * @param root the project's folder
 */
export async function generateReference(root: string): Promise<string> {
  const [kit, charts] = await describeExports(TSCONFIG) as [DocSymbol[], DocSymbol[]];
  const tokens = readTokens(await readFile(join(root, "web/assets/style.css"), "utf8"));
  const { blocks, functions, types } = splitKit(kit, charts);
  const pictures = await readdir(join(root, PICTURES));
  const sections: Section[] = [
    { title: "Blocks", text: BLOCKS, symbols: blocks },
    { title: "Charts", text: CHARTS, symbols: charts.filter(isComponent) },
    { title: "Hooks and functions", symbols: functions },
    { title: "Types and errors", symbols: types },
    { title: "Types of the charts", symbols: charts.filter(isSharedType) },
  ];
  const text = [
    INTRODUCTION,
    writeSizes(),
    writeTokens(tokens),
    ...sections.map((section) => writeSection(section, pictures)),
  ];
  return `${text.join("\n\n")}\n`;
}

const INTRODUCTION = `# @tck/kit

Every export of the kit for authors, generated from its types. Import from \`@tck/kit\`, charts from
\`@tck/kit/charts\`, icons from \`lucide-react\`, where it is installed. \`?\` after a name means that it is optional.`;

const BLOCKS =
  `All blocks fit both themes, every size and both writing directions without CSS. Where a card of a fixed size has
too little room, they drop details step by step, and list items and blocks from the end: put the most important content
first.`;

const CHARTS =
  `Import them from \`@tck/kit/charts\`; the build bundles them into the widget. Every chart has a \`label\`, which
screen readers read before a table of the values.`;

/** What the kit exports for hosts and tests only. */
const HOST_EXPORTS = ["BLOCK_STYLES", "WidgetContextProvider"];

function splitKit(
  exports: readonly DocSymbol[],
  charts: readonly DocSymbol[],
): { blocks: DocSymbol[]; functions: DocSymbol[]; types: DocSymbol[] } {
  const omitted = [...HOST_EXPORTS, ...charts.map(({ name }) => name)];
  const ownExports = exports.filter(({ name }) => !omitted.includes(name));
  const blocks = ownExports.filter(isComponent);
  const functions = ownExports.filter((symbol) => symbol.kind === "Function" && !isComponent(symbol));
  return {
    blocks,
    functions,
    types: ownExports.filter((symbol) => !blocks.includes(symbol) && !functions.includes(symbol)),
  };
}

/** The props of a component are in its own table. */
function isSharedType(symbol: DocSymbol): boolean {
  return !isComponent(symbol) && !symbol.name.endsWith("Props");
}

function writeSizes(): string {
  const { minimum, maximum } = FILL_AUTO_WIDTH;
  const rows = WIDGET_SIZES.map((size) => {
    const { columns, rows, width, height } = FOOTPRINTS[size];
    return width === null
      ? `| \`${size}\` | full width | ${minimum} to ${maximum} px | that of its content | |`
      : `| \`${size}\` | ${columns} × ${rows} | ${width} px | ${height} px | ${contentBox(size)} |`;
  });
  return `## Sizes

Columns × rows, in CSS pixels at the browser's default font size. \`useFootprint()\` returns them. A card of a fixed size
clips what is outside it.

| size | cells | width | height | room in a \`Card\`, without and with the footer |
|---|---|---|---|---|
${rows.join("\n")}

- \`Card\` has a padding of 8 % of its width, from 12 to 20 px; in cards over 500 px 4 %, up to 24 px. A card of one row has
  13 px above and below.
- The footer (actions, time of update) is the host's. At the bottom of a card of a fixed size it takes ${CARD_FOOTER_HEIGHT} px; a
  card of \`fill-auto\` is higher by it. A widget without slots has none.`;
}

/** What the padding of `Card` and the border of one pixel leave. */
function contentBox(size: WidgetSize): string {
  const { width, height, rows } = FOOTPRINTS[size];
  const inner = width! - 2;
  const padding = Math.max(Math.min(Math.max(12, inner * 0.08), 20), Math.min(inner * 0.04, 24));
  const above = rows === 1 ? 13 : padding;
  const room = (footer: number) =>
    `${Math.round(inner - 2 * padding)} × ${Math.round(height! - 2 - 2 * above - footer)}`;
  return `${room(0)}, ${room(CARD_FOOTER_HEIGHT)} px`;
}

function writeTokens(tokens: readonly Token[]): string {
  const rows = tokens.map(({ name, light, dark }) =>
    `| \`${name}\` | ${light} | ${light === dark ? "the same" : dark} |`
  );
  return `## Tokens

CSS custom properties of every page with widgets: \`color: var(--color-text-muted)\`. Colours change with the theme.

| token | light | dark |
|---|---|---|
${rows.join("\n")}`;
}
