import assert from "node:assert/strict";
import { forgetTextWidths, measureTextWidth } from "../../../web/tck/text_width.ts";
import { withGlobals } from "../canvas/page_globals.ts";

Deno.test("a measured width is that of its text in its weight, size and family, until the widths are forgotten", async () => {
  let scale = 1;
  let measured = 0;
  /** A canvas whose letters are as wide as the numbers of its font say. */
  const context = {
    font: "",
    measureText: (text: string) => {
      measured++;
      const [, weight, size, family] = /^(\d+) (\d+)px (.*)$/.exec(context.font)!;
      return { width: scale * text.length * Number(size) * Number(weight) * family!.length };
    },
  };
  const document = { createElement: () => ({ getContext: () => context }) };
  await withGlobals({ document }, () => {
    const asks = ["serif", "sans"].flatMap((family) =>
      [400, 600].flatMap((weight) =>
        [10, 20].flatMap((size) => ["a", "ab"].map((text) => ({ family, weight, size, text })))
      )
    );
    const first = measureTextWidth("serif");
    for (const times of [1, 2, 3]) {
      if (times === 3) {
        scale = 2;
        forgetTextWidths();
      }
      assert.equal(
        measureTextWidth("serif") === first,
        times < 3,
        "by another function once they are forgotten",
      );
      for (const { family, weight, size, text } of asks) {
        const width = measureTextWidth(family)(text, size, weight);
        assert.equal(width, scale * text.length * size * weight * family.length, context.font);
      }
      assert.equal(measured, times === 3 ? 2 * asks.length : asks.length);
    }
  });
});
