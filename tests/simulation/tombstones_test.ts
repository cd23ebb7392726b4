import assert from "node:assert/strict";
import { planTombstones } from "./tombstones.ts";

Deno.test("tombstones are the keys of replaced rows and of intents that no row references, each once", () => {
  const candidates = ["old", "kept", "written-but-unreferenced", "old"];
  assert.deepEqual(planTombstones(candidates, new Set(["kept"])), ["old", "written-but-unreferenced"]);
});
