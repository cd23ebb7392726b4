import assert from "node:assert/strict";
import { nearestName } from "../../../core/errors/mod.ts";

Deno.test("a misspelt name is nearest to the one that was meant", () => {
  const known = ["states", "slots", "sizes", "defaultState", "title"];
  const meant = {
    stats: "states",
    slot: "slots",
    titel: "title",
    size: "sizes",
    defaultstate: "defaultState",
  };
  for (const [name, expected] of Object.entries(meant)) {
    assert.equal(nearestName(name, known), expected, name);
  }
});

Deno.test("a name that is like none has no nearest one", () => {
  for (const name of ["theme", "x", "", "a".repeat(5_000)]) {
    assert.equal(nearestName(name, ["states", "sizes", "b".repeat(5_000)]), null, name.slice(0, 10));
  }
  assert.equal(nearestName("states", []), null);
});
