// budget: 20 s: nine contents in each size, with the slots of a host and without them
import assert from "node:assert/strict";
import { withViews } from "../fitting.ts";
import { COUNTED, findCountFaults } from "./count_places.ts";

Deno.test("the number of rows that are left out is over nothing else, in every size", async (t) => {
  await withViews(async (page, show) => {
    for (const slots of [false, true]) {
      await show("trial", { slots });
      for (const [name, trial] of Object.entries(COUNTED)) {
        await t.step(`${name}${slots ? ", with slots" : ""}`, async () => {
          assert.deepEqual(await findCountFaults(page, trial), []);
        });
      }
    }
  });
});
