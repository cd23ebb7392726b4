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
