import assert from "node:assert/strict";
import { Reading } from "../../../../web/tck/layout/reading.ts";
import { measureBaseline } from "../../../../web/tck/layout/text.ts";
import { type Box, tokensOf } from "../../../../web/tck/layout/tokens.ts";
import { withGlobals } from "../../canvas/page_globals.ts";

Deno.test("a baseline is measured once for each weight, size, line and family, and each has its own", async () => {
  const fonts: string[] = [];
  const context = {
    font: "",
    measureText() {
      fonts.push(this.font);
      const [, weight, size] = /^(\d+) (\d+)px/.exec(this.font)!.map(Number);
      const ascent = size! * (this.font.endsWith("Second") ? 0.5 : 0.75) + (weight! === 600 ? 2 : 0);
      return { fontBoundingBoxAscent: ascent, fontBoundingBoxDescent: 4 };
    },
  };
  await withGlobals({ document: { createElement: () => ({ getContext: () => context }) } }, () => {
    const read = () => [
      measureBaseline({ family: "First", weight: 400 }, 16, 20),
      measureBaseline({ family: "First", weight: 600 }, 16, 20),
      measureBaseline({ family: "Second", weight: 400 }, 16, 20),
      measureBaseline({ family: "First", weight: 400 }, 24, 20),
      measureBaseline({ family: "First", weight: 400 }, 16, 30),
    ];
    const first = read();
    assert.deepEqual(first, [14, 15, 12, 17, 19]);
    assert.equal(fonts.length, 5);
    assert.deepEqual(read(), first);
    assert.equal(fonts.length, 5, "once");
  });
});

Deno.test("blocks of a row within a row have neighbours of their own, also after one that cannot be read", () => {
  const box: Box = { width: 347, height: 347 };
  const reading = new Reading(tokensOf(box), box, { sans: "s", serif: "t" }, "en", 1);
  const kind = Symbol("kind");
  const add = (name: string) => {
    reading.neighbours<string>(kind).push(name);
    return reading.neighbours<string>(kind);
  };
  add("outer 1");
  assert.deepEqual(reading.inRow(() => (add("inner 1"), add("inner 2"))), ["inner 1", "inner 2"]);
  assert.throws(() => reading.inRow(() => (add("lost"), assert.fail("no block"))), /no block/);
  assert.deepEqual(reading.inRow(() => add("inner 3")), ["inner 3"]);
  assert.deepEqual(add("outer 2"), ["outer 1", "outer 2"]);
});
