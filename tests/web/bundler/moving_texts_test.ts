import assert from "node:assert/strict";
import { joinVariants } from "../../../web/bundler/evaluate/isolate/moving_texts.ts";

/** The markup of a card with two clocks, in which a formatter has written the day. */
function joinDays(write: (day: string) => string): string | null {
  return joinVariants(["Monday", "Tuesday"].map((text) => ({
    markup: write(text),
    texts: [{ form: "{}", time: "2026-03-02", text, shown: "Monday", places: [] }],
  })));
}

const TIME = '<time datetime="2026-03-02" data-format="{}">Monday</time>';

for (
  const [where, write, joined] of [
    ["a paragraph", (day) => `<p>on ${day}</p>`, `<p>on ${TIME}</p>`],
    ["a label and a text", (day) => `<p title="${day}">${day}</p>`, `<p>${TIME}</p>`],
    ["a drawing", (day) => `<svg><text>${day}</text></svg>`, null],
    ["a drawing within a drawing", (day) => `<svg><svg></svg><text>${day}</text></svg>`, null],
    ["a text after a drawing", (day) => `<svg></svg><p>${day}</p>`, `<svg></svg><p>${TIME}</p>`],
    ["a title", (day) => `<title>${day}</title>`, null],
  ] as [string, (day: string) => string, string | null][]
) {
  Deno.test(`a text that moves in ${where} is ${joined === null ? "not joined" : "one element"}`, () => {
    assert.equal(joinDays(write), joined);
  });
}
