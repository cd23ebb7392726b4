import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { BLOCK_STYLES } from "@tck/kit";
import { BOUNDS, TOKENS } from "../../../web/tck/layout/tokens.ts";

const ROOT = new URL("../../../", import.meta.url);
const read = async (path: string) => (await readFile(new URL(path, ROOT), "utf8")).replaceAll(/\s+/g, " ");
const guide = await read("docs/kit.md");

/** The border of a card at both sides, in CSS pixels. */
const BORDER = 2;

Deno.test("the guide states widths of a fill-auto card with its border, as a reader measures it", async () => {
  const wide = BOUNDS.feed + BORDER;
  assert.match(guide, new RegExp(`those of a \`fill-auto\` from ${wide} pixels on`));
  assert.match(guide, new RegExp(`\`4x2\`, \`fill-auto\` from ${wide} pixels on`));
  assert.match(guide, new RegExp(`\\| 16; 24 from ${wide} on +\\|`));
  assert.match(await read("web/tck/API.md"), new RegExp(`24 px from a width of ${wide}\\.`));
  assert.match(await read("web/tck/api/layout.md"), new RegExp(`\`fill-auto\` from ${wide} pixels on`));
});

Deno.test("the styles ask for the width from which a fill-auto card is a wide one", () => {
  const widths = Array.from(
    BLOCK_STYLES.matchAll(/@container tck-card \(width >= (\d+)rem\)/g),
    ([, rem]) => 16 * Number(rem),
  );
  assert.deepEqual([...new Set(widths)], [BOUNDS.feed]);
});

Deno.test("the guide states the lengths that the layout counts with", () => {
  const { small, wideSmall, medium, large } = TOKENS;
  const classes = [small, medium, large];
  const assertRow = (name: string, ...cells: readonly string[]) => {
    const row = `| ${name} | ${cells.join(" | ")} |`;
    assert.ok(guide.includes(row), row);
  };
  assertRow(
    "`Heading` of level 2",
    ...classes.map(({ headline: [usual, less] }) => `${usual} (${less})`),
  );
  assertRow(
    "`Stat` `small`, `medium`",
    ...classes.map(({ values: { small, medium } }) => `${small[0]}, ${medium[0]}`),
  );
  const [low, wide, ...others] = [small, wideSmall, medium, large].map(({ values: { large } }) =>
    `${large[0]} (${large[1]})`
  );
  assertRow("`Stat` `large`", `${low}; ${wide} if wide`, ...others);
  for (const [place, name] of ["space between blocks", "space below the header"].entries()) {
    assertRow(name, ...classes.map(({ gaps }) => `${gaps[0]![place]} (${gaps.at(-1)![place]})`));
  }
  assertRow("height of a row", ...classes.map(({ row }) => `${row.usual} (${row.least} to ${row.most})`));
  assertRow("height of a plot, at least", ...classes.map(({ chart }) => `${chart}`));
});
