import assert from "node:assert/strict";
import { parseRailLayout, RAIL_LAYOUT, railSize } from "../../../../preview/shell/state/rail_layout.ts";

Deno.test("a stored rail that is not one has the first values", () => {
  for (const junk of [null, 7, "side", [], { place: "top", isHidden: "yes", width: "9", height: 1e9 }]) {
    assert.deepEqual(parseRailLayout(junk), RAIL_LAYOUT, JSON.stringify(junk));
  }
  assert.deepEqual(parseRailLayout({ place: "bottom", isHidden: true, width: 400, height: -1 }), {
    place: "bottom",
    isHidden: true,
    width: 400,
    height: null,
  });
});

Deno.test("the rail leaves the card its room, and is not smaller than its panels need", () => {
  const rail = (width: number) => ({ ...RAIL_LAYOUT, width });
  assert.equal(railSize(rail(2_000), { width: 1_280, height: 900 }), 656);
  assert.equal(railSize(rail(10), { width: 1_280, height: 900 }), 240);
  assert.equal(railSize(rail(500), { width: 700, height: 900 }), 240);
  assert.equal(railSize(RAIL_LAYOUT, { width: 900, height: 900 }), 272);
  assert.equal(railSize(RAIL_LAYOUT, { width: 1_280, height: 900 }), 272);
  const below = { ...RAIL_LAYOUT, place: "bottom", height: 800 } as const;
  assert.equal(railSize(below, { width: 1_280, height: 900 }), 612);
});
