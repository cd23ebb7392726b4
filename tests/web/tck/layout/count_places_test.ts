// budget: 20 s: ten contents in each size, with the slots of a host and without them
import assert from "node:assert/strict";
import { withViews } from "../fitting.ts";
import { COUNTED, findCountFaults } from "./count_places.ts";

Deno.test("the number of rows that are left out is over nothing else and in the card, in every size", async (t) => {
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

Deno.test("the number makes no card higher whose font has letters that are higher than its line", async () => {
  await withViews(async (page, show) => {
    await show("trial", { slots: true });
    await page.evaluate(async () => {
      const sources = ["Noto Sans", "DejaVu Sans", "Liberation Sans"].map((name) => `local("${name}")`);
      const font = new FontFace("High", sources.join(), { ascentOverride: "200%", descentOverride: "100%" });
      document.fonts.add(await font.load());
      for (const card of document.querySelectorAll("article")) card.style.setProperty("--font-sans", "High");
    });
    const faults = await findCountFaults(page, COUNTED["a list that takes all that is left"]!);
    assert.deepEqual(faults.filter((fault) => fault.includes("higher")), []);
  });
});
