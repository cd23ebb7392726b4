import assert from "node:assert/strict";
import { countFilling, placeCards } from "../../../web/canvas/card_layout.ts";

const card = (cardType: unknown) => ({ id: "w", cardType, sizes: ["fill-auto", "2x1"] });

Deno.test("a card of an unknown type is one of the grid, as in the bundler and the preview", () => {
  for (const type of ["grid", "Feed", "banner", "constructor"]) {
    const [place, other] = placeCards([card(type), card("grid")]);
    assert.equal(place!.size, "2x1", type);
    assert.deepEqual([place!.placement?.column, other!.placement?.column], [0, 2]);
  }
  assert.equal(countFilling([card("banner"), card("banner"), card("banner")], 160), 2);
});

Deno.test("a card of the feed, and one whose manifest says nothing, are in the column", () => {
  for (const manifest of [card("feed"), card(undefined), card(5), card(null), null, undefined, "x", {}]) {
    assert.equal(placeCards([manifest])[0]!.placement, null);
  }
});

Deno.test("a card after a grid is below the lowest card of it, and a height that is filled exactly needs no further card", () => {
  const grid = (size: string) => ({ id: "w", cardType: "grid", sizes: [size] });
  const rows = placeCards([grid("2x2"), grid("2x1"), card("feed"), grid("1x1")]).map(({ row }) => row);
  assert.deepEqual(rows, [0, 0, 2, 3]);
  const feed = card("feed");
  assert.deepEqual([119, 120, 240, 241].map((height) => countFilling([feed, feed, feed], height)), [
    1,
    1,
    2,
    3,
  ]);
});
