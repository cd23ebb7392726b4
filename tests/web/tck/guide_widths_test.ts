import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { BLOCK_STYLES } from "@tck/kit";

const ROOT = new URL("../../../", import.meta.url);
const read = async (path: string) => (await readFile(new URL(path, ROOT), "utf8")).replaceAll(/\s+/g, " ");
const guide = await read("docs/kit.md");

/** The border of a card at both sides, and the padding of `Card` in a `fill-auto`, in CSS pixels. */
const [BORDER, PADDING] = [2, 32];

/** The widths that the blocks' styles ask a container for, in CSS pixels. */
function queriedWidths(condition: RegExp): number[] {
  return [...new Set(Array.from(BLOCK_STYLES.matchAll(condition), ([, rem]) => Number(rem) * 16))].sort();
}

Deno.test("the guide states widths of a fill-auto card with its border, as a reader measures it", async () => {
  const [lined, wide] = queriedWidths(/@container tck-card \(width >= (\d+)rem\)/g).map((px) => px + BORDER);
  assert.match(guide, new RegExp(`those of a \`fill-auto\` from ${lined} pixels on`));
  assert.match(guide, new RegExp(`\`4x2\`, and \`fill-auto\` from ${wide} pixels on`));
  assert.match(guide, new RegExp(`\\| 16; 24 from ${wide} on +\\|`));
  assert.match(await read("web/tck/API.md"), new RegExp(`24 px from a width of ${wide}\\.`));
  assert.match(await read("web/tck/api/layout.md"), new RegExp(`\`fill-auto\` from ${wide} pixels on`));
});

Deno.test("the guide states up to which width of a card the columns of a grid with rows are below one another", () => {
  const rule = BLOCK_STYLES.split("@container ").find((text) =>
    text.includes(".kit-grid:has(.kit-item-end")
  )!;
  const [, narrow] = /^kit-card \(max-width: (\d+)rem\)/.exec(rule)!;
  assert.match(guide, new RegExp(`In a card of up to ${Number(narrow) * 16 + PADDING + BORDER} pixels`));
});
