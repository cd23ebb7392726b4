import assert from "node:assert/strict";
import { join } from "node:path";
import { createTree } from "../hosts/packaging/tree.ts";
import { describeExports } from "../packages/mod.ts";
import { isComponent, writeSection } from "./api_reference/write_section.ts";

const SOURCES = {
  "tsconfig.json": JSON.stringify({
    compilerOptions: { strict: true, lib: ["esnext"], module: "preserve", allowImportingTsExtensions: true },
    files: ["mod.ts"],
  }),
  "ink.ts": `type Space = 1 | 2;
type Pair<Item> = [Item, Item];
export interface InkProps {
  /** Its colour, see {@linkcode Size}. */
  readonly color?: string;
  /**
   * The space around it.
   *
   * @default 2
   */
  gap?: Space;
  pair?: Pair<Space>;
}
`,
  "mod.ts": `import type { InkProps } from "./ink.ts";
const SIZES = ["small", "large"] as const;
/** A size (lifecycle specification, §1). */
export type Size = typeof SIZES[number];
interface DotProps extends InkProps {
  label: string;
  sizes: readonly Size[];
}
/**
 * A dot.
 *
 * @throws {RangeError} if it is
 * too small
 *
 * @example
 * \`\`\`ts
 * Dot({ label: "", sizes: [] });
 * \`\`\`
 */
export function Dot({ label }: DotProps): string {
  return label;
}
/** Formats. */
export interface Format {
  /** A number. */
  number(value: number, options?: Intl.NumberFormatOptions): string;
}
/** Creates one. */
export function createFormat<Item extends object = string[]>({ item }: { item: Item }, size?: Size): Format {
  return { number: () => item + size };
}
`,
};

Deno.test("the reference of a module", async (t) => {
  await using tree = await createTree(SOURCES);
  const [symbols] = await describeExports(join(tree.root, "tsconfig.json"));
  const write = (name: string) =>
    writeSection({ title: "T", symbols: symbols!.filter((symbol) => symbol.name === name) }, ["dot.png"]);

  await t.step("has each export once, and nothing else", () => {
    assert.deepEqual(symbols!.map(({ name }) => name), ["Dot", "createFormat", "Size", "Format"]);
    assert.deepEqual(symbols!.filter(isComponent).map(({ name }) => name), ["Dot"]);
  });

  await t.step(
    "has the props of a component, also those that it inherits from a file that exports nothing to authors",
    () => {
      assert.equal(
        write("Dot"),
        `## T

## \`Dot\`

A dot.

| prop | type | |
|---|---|---|
| \`label\` | \`string\` |  |
| \`sizes\` | \`Size[]\` |  |
| \`color?\` | \`string\` | Its colour, see \`Size\`. |
| \`gap?\` | \`1 \\| 2\` | The space around it. Default: \`2\`. |
| \`pair?\` | \`Pair<Space>\` |  |

Throws \`RangeError\`: if it is too small.

\`\`\`ts
Dot({ label: "", sizes: [] });
\`\`\`

![Dot at every size, light and dark](../pictures/dot.png)`,
      );
    },
  );

  await t.step("has types by the names that they were declared with, and methods as functions", () => {
    assert.match(write("Size"), /^type Size = typeof SIZES\[number\]\n```\n\nA size\.$/m);
    const method = "`(value: number, options?: Intl.NumberFormatOptions) => string`";
    assert.ok(
      write("Format").includes(`| field | type | |\n|---|---|---|\n| \`number\` | ${method} | A number. |`),
    );
    assert.match(
      write("createFormat"),
      /^createFormat<Item extends object = string\[\]>\(options: \{ item: Item \}, size\?: Size\): Format$/m,
    );
  });
});
