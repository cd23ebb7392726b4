import assert from "node:assert/strict";
import { Pauses } from "../../../hosts/commit/pauses.ts";

Deno.test("work that has kept other events waiting lets them run, again and again", async () => {
  const pauses = new Pauses();
  for (const round of [1, 2]) {
    let ran = false;
    setImmediate(() => ran = true);
    for (const end = performance.now() + 10; performance.now() < end;);
    await pauses.pause();
    assert.ok(ran, `round ${round}`);
  }
});
