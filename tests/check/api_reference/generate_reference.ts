/**
 * The reference of the kit for authors, in the npm package: `API.md`, with a line for each export, and files of `api/` with
 * its props, defaults and an example. It is generated from the sources.
 *
 * @module
 */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import {
  CARD_FOOTER_HEIGHT,
  FILL_AUTO_WIDTH,
  FOOTPRINTS,
  WIDGET_SIZES,
  type WidgetSize,
} from "../../../core/contract/mod.ts";
import { describeExports, type DocMember, type DocSymbol } from "../../packages/mod.ts";
import { readTokens, type Token } from "./tokens.ts";
import { isComponent, type Section, writeIndex, writeMembers, writeSection } from "./write_section.ts";

const TSCONFIG = fileURLToPath(new URL("tsconfig.json", import.meta.url));

/** Where the reference is in the tree: the index, and the folder of what it links. */
export const REFERENCE_FILE = "web/tck/API.md";
export const REFERENCE_FOLDER = "web/tck/api";

/** The pictures that it shows, beside it here and in the package. */
export const REFERENCE_PICTURES = "web/tck/pictures";

/** A file of the reference. */
interface Part {
  /** In {@link REFERENCE_FOLDER}, without its extension. */
  readonly file: string;
  readonly title: string;
  readonly text: string;
  readonly sections: readonly Section[];
}

/**
 * Generates the reference. The same sources give the same text.
 *
 * @param root the project's folder
 * @returns the texts of {@link REFERENCE_FILE} and of the files in {@link REFERENCE_FOLDER}, by path
 */
export async function generateReference(root: string): Promise<ReadonlyMap<string, string>> {
  const [kit, charts] = await describeExports(TSCONFIG) as [DocSymbol[], DocSymbol[]];
  const parts = listParts(kit, charts);
  const pictures = await readdir(join(root, REFERENCE_PICTURES));
  const tokens = readTokens(await readFile(join(root, "web/assets/style.css"), "utf8"));
  const guide = await readFile(join(root, "docs/diagnostics.md"), "utf8");
  const files: [string, string[]][] = [
    [REFERENCE_FILE, [INTRODUCTION, writeSizes(), ...parts.map(writeLinks), OTHER_FILES]],
    ...parts.map(({ file, title, text, sections }): [string, string[]] => [
      pathOf(file),
      [`# ${title}`, text, ...sections.map((section) => writeSection(section, pictures))],
    ]),
    [pathOf("tokens"), [writeTokens(tokens)]],
    [pathOf("diagnostics"), [writeDiagnostics(guide)]],
  ];
  return new Map(files.map(([path, texts]) => [path, `${texts.join("\n\n")}\n`]));
}

function pathOf(file: string): string {
  return `${REFERENCE_FOLDER}/${file}.md`;
}

const INTRODUCTION = `# @tck/kit

The index of the kit for authors, generated from its types: a line for each export, with the file that has its props,
defaults, an example and a picture. Import from \`@tck/kit\`, charts from \`@tck/kit/charts\`, icons from
\`lucide-react\`, where it is installed. In the files, \`?\` after a name means that it is optional.`;

const OTHER_FILES = `## More

- [Tokens](api/tokens.md): the CSS custom properties, with their values in both themes.
- [Diagnostics](api/diagnostics.md): every code of \`tck check\`, what it means and what to do.`;

const BLOCKS =
  `All blocks fit both themes, every size and both writing directions without CSS. Where a card of a fixed size has
too little room, rows, spaces and large values are smaller; then details, rows and blocks are left out. What stands first
stays longest: put the most important content first.`;

const CHARTS =
  `Import them from \`@tck/kit/charts\`; the build bundles them into the widget. Every chart has a \`label\`, which
screen readers read before a table of the values.`;

/** The blocks that place others, and texts. Those that are no actions either show values, rows and figures. */
const LAYOUT = ["Card", "CardHeader", "EmptyState", "Figure", "Grid", "Heading", "Stack", "Text"];

/** The blocks that a reader presses or points at. */
const ACTIONS = ["ActionButton", "Choice", "Popover", "Tooltip"];

/** The types of what `defineManifest` makes, for programs that handle widgets. */
const HOST_TYPES = ["JsonState", "TypedAction", "TypedManifest", "WidgetComponent", "WidgetDocument"];

function listParts(kit: readonly DocSymbol[], chartExports: readonly DocSymbol[]): Part[] {
  const { blocks, functions, types } = splitKit(kit, chartExports);
  const isLayout = ({ name }: DocSymbol) => LAYOUT.includes(name);
  const isAction = ({ name }: DocSymbol) => ACTIONS.includes(name);
  const isHostType = ({ name }: DocSymbol) => HOST_TYPES.includes(name);
  const charts = chartExports.filter(isComponent);
  const shared = listSharedProps(charts);
  return [
    {
      file: "layout",
      title: "Layout and text",
      text: BLOCKS,
      sections: [{ symbols: blocks.filter(isLayout) }],
    },
    {
      file: "content",
      title: "Values, rows and figures",
      text: BLOCKS,
      sections: [{ symbols: blocks.filter((block) => !isLayout(block) && !isAction(block)) }],
    },
    {
      file: "actions",
      title: "Actions and tips",
      text: BLOCKS,
      sections: [{ symbols: blocks.filter(isAction) }],
    },
    {
      file: "charts",
      title: "Charts",
      text: `${CHARTS}\n\n## ${SHARED_PROPS}\n\n${writeMembers("prop", shared)}`,
      sections: [{ symbols: charts, shared: { title: SHARED_PROPS, members: shared } }],
    },
    {
      file: "hooks",
      title: "Hooks and functions",
      text: "Import them from `@tck/kit`.",
      sections: [{ symbols: functions }],
    },
    {
      file: "types",
      title: "Types and errors",
      text: "What props, hooks and functions are made of.",
      sections: [
        { symbols: types.filter((type) => !isHostType(type)) },
        { title: "Of charts", symbols: chartExports.filter(isSharedType) },
        { title: "Appendix: of hosts", symbols: types.filter(isHostType) },
      ],
    },
  ];
}

const SHARED_PROPS = "Props of charts with axes";

/** The props that every chart has which places its rows by an `index`. */
function listSharedProps(charts: readonly DocSymbol[]): readonly DocMember[] {
  const [first, ...others] = charts.filter(({ members }) => members.some(({ name }) => name === "index"));
  return first!.members.filter((prop) =>
    others.every(({ members }) => members.some((other) => isDeepStrictEqual(other, prop)))
  );
}

function writeLinks({ file, title, sections }: Part): string {
  const symbols = sections.flatMap(({ symbols }) => symbols);
  return `## ${title}\n\n${writeIndex(symbols, `api/${file}.md`)}`;
}

/** What the guide says of each code, as a list, which is shorter than its table. */
function writeDiagnostics(guide: string): string {
  const rows = guide.matchAll(/^\| `([a-z]+\.[a-z_]+)` +\| (.+?) +\| (.+?) +\|$/gm);
  const [section] = guide.split("\n## Reading a diagnostic\n")[1]!.split("\n## ");
  const lines = Array.from(
    rows,
    ([row, code, meaning, advice]) => section!.includes(row) ? `- \`${code}\`: ${meaning}. ${advice}.` : "",
  );
  return `# Diagnostics

A widget with an error is invalid, and has no bundle. A warning changes the exit code only with \`--strict\`.

${lines.filter((line) => line !== "").join("\n")}`;
}

/** What the kit exports for hosts and tests only. */
export const HOST_EXPORTS: readonly string[] = ["BLOCK_STYLES", "WidgetContextProvider"];

/** What the kit exports for charts, which are a part of the widget. An author draws in a `Figure`. */
export const DRAWING_EXPORTS: readonly string[] = [
  "useDrawingRoom",
  "DrawingRoom",
  "DrawingSpace",
  "DrawingOption",
  "DrawingLoss",
  "SizeClass",
];

function splitKit(
  exports: readonly DocSymbol[],
  charts: readonly DocSymbol[],
): { blocks: DocSymbol[]; functions: DocSymbol[]; types: DocSymbol[] } {
  const omitted = [...HOST_EXPORTS, ...DRAWING_EXPORTS, ...charts.map(({ name }) => name)];
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

- \`Card\` has a padding of 16 px; a card of one row 12 px above and below, \`4x4\` 24 px, and \`fill-auto\` 24 px from a width
  of 546.
- The footer (actions, time of update) is the host's. At the bottom of a card of a fixed size it takes ${CARD_FOOTER_HEIGHT} px; a
  card of \`fill-auto\` is higher by it. A widget without slots has none.`;
}

/** What the padding of `Card` and the border of one pixel leave. */
function contentBox(size: WidgetSize): string {
  const { width, height, rows } = FOOTPRINTS[size];
  const [beside, above] = rows === 1 ? [16, 12] : rows === 4 ? [24, 24] : [16, 16];
  const room = (footer: number) => `${width! - 2 - 2 * beside} × ${height! - 2 - 2 * above - footer}`;
  return `${room(0)}, ${room(CARD_FOOTER_HEIGHT)} px`;
}

function writeTokens(tokens: readonly Token[]): string {
  const rows = tokens.map(({ name, light, dark }) =>
    `| \`${name}\` | ${light} | ${light === dark ? "the same" : dark} |`
  );
  return `# Tokens

CSS custom properties of every page with widgets: \`color: var(--color-text-muted)\`. Colours change with the theme.

| token | light | dark |
|---|---|---|
${rows.join("\n")}`;
}
