import assert from "node:assert/strict";
import type { Rendering } from "../../../preview/server/snapshot/mod.ts";
import {
  layOutSheets,
  MAX_SHEET_CARDS,
  type SheetPicture,
} from "../../../preview/server/snapshot/report/sheet_layout.ts";

/** A card at every size, state, language and theme, in the order in which a snapshot takes them. */
function picturesOf(
  sizes: { readonly [size: string]: readonly [number, number] },
  states: readonly (string | null)[],
  locales: readonly (string | null)[],
): SheetPicture[] {
  return Object.entries(sizes).flatMap(([size, [width, height]]) =>
    states.flatMap((state) =>
      locales.flatMap((locale) =>
        ["light", "dark"].map((theme) => ({
          rendering: { size, width: null, state, locale, theme, findings: [] } as unknown as Rendering,
          png: pngOf(width + 48, height + 48),
        }))
      )
    )
  );
}

/** The beginning of a picture, which has its size. */
function pngOf(width: number, height: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(24));
  view.setUint32(16, width);
  view.setUint32(20, height);
  return new Uint8Array(view.buffer);
}

const SIZES = { "2x2": [352, 352], "1x1": [168, 168], "4x1": [720, 168], "4x4": [720, 720] } as const;

const nameOf = ({ rendering: { size, state, locale, theme } }: SheetPicture) =>
  [state, locale, size, theme].join(" ");

Deno.test("sheets begin with the default state, and have at most twelve cards at a legible scale", () => {
  const pictures = picturesOf(SIZES, ["storm", null, "default"], ["de", "en"]);
  const sheets = layOutSheets(pictures, 1);
  const names = sheets.map(({ placed }) => placed.map(({ picture }) => nameOf(picture)));
  assert.deepEqual(names[0]!.slice(0, 4), [" de 2x2 light", " de 2x2 dark", " de 1x1 light", " de 1x1 dark"]);
  assert.deepEqual(names.flat().toSorted(), pictures.map(nameOf).toSorted());
  const states = names.flat().map((name) => name.split(" ")[0]);
  assert.deepEqual(states.filter((state, index) => state !== states[index - 1]), ["", "storm", "default"]);
  for (const { placed, scale, width, height } of sheets) {
    assert.ok(placed.length <= MAX_SHEET_CARDS && placed.length % 2 === 0, `${placed.length}`);
    assert.ok(scale >= 0.75 && width <= 1_600 && height <= 1_600, `${scale} ${width} ${height}`);
  }
});

Deno.test("cards on a sheet do not overlap, and a card that is higher than a sheet has its own", () => {
  const pictures = picturesOf({ ...SIZES, "fill-auto": [640, 2_400] }, [null], ["en"]);
  const sheets = layOutSheets(pictures, 1);
  assert.equal(sheets.at(-1)!.placed.length, 2);
  for (const { placed, width, height } of sheets) {
    for (const [index, one] of placed.entries()) {
      assert.ok(one.x >= 0 && one.x + one.width <= width && one.y + one.height <= height);
      for (const other of placed.slice(index + 1)) {
        const isApart = other.x >= one.x + one.width || other.y >= one.y + one.height;
        assert.ok(isApart, `${nameOf(one.picture)} and ${nameOf(other.picture)}`);
      }
    }
  }
});

Deno.test("few small cards are on one sheet at full size", () => {
  const [sheet, ...others] = layOutSheets(picturesOf({ "1x1": [168, 168] }, [null, "night"], [null]), 1);
  assert.deepEqual([sheet!.placed.length, sheet!.scale, others.length], [4, 1, 0]);
});
