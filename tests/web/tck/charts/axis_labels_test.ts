import assert from "node:assert/strict";
import { createIndexAxis } from "../../../../web/tck/charts/axes/index_axis.ts";
import type { Plot } from "../../../../web/tck/charts/plan/plot_model.ts";
import { plan, roomOf } from "./planned_plot.ts";
import { estimateTextWidth } from "../../../../web/tck/text_width.ts";

function planLine(
  values: readonly string[],
  width: number,
  height = 200,
  namedRow: number | null = null,
): Plot {
  const index = createIndexAxis({ values, now: undefined, locale: "en", timeZone: "UTC" });
  return plan(roomOf(width, height), { index, bars: 0, namedRow });
}

Deno.test("more than four times have half of the widest label between them, and fewer are shown as long as they do not touch", () => {
  const days = Array.from(
    { length: 21 },
    (_, day) => new Date(Date.UTC(2026, 4, 1 + day)).toISOString().slice(0, 10),
  );
  for (let width = 120; width <= 700; width += 20) {
    const { indexTicks } = planLine(days, width);
    const widest = Math.max(...indexTicks.map(({ text }) => estimateTextWidth(text, 12)));
    const gaps = indexTicks.slice(1).map(({ at }, tick) => at - indexTicks[tick]!.at - widest);
    assert.ok(indexTicks.length >= 2, `${width} pixels: ${indexTicks.length}`);
    if (indexTicks.length > 4) {
      assert.ok(Math.min(...gaps) >= 0.5 * widest - 1, `${width} pixels: ${gaps.join()}`);
    }
  }
  assert.ok(planLine(days, 640).indexTicks.length <= 6);
});

Deno.test("more than eight numbers have as much between them, and names are shown as long as they do not touch", () => {
  const textsOf = (names: readonly string[], width = 318) =>
    planLine(names, width).indexTicks.map(({ text }) => text);
  assert.deepEqual(textsOf(Array.from({ length: 10 }, (_, row) => `${1.5 * row}`)), [
    "0",
    "3",
    "6",
    "9",
    "12",
  ]);
  const names = ["Ana", "Ben", "Cem", "Dan", "Eva", "Fay", "Gil", "Hal", "Ida"];
  assert.deepEqual(textsOf(names, 360), names);
});

Deno.test("where names are left out, that of the highlighted bar is there", () => {
  const names = ["Clara", "Jonas", "Ines", "Amir", "Ruth", "You", "Pavel", "Lotte", "Tom"];
  for (const [name, row] of [["You", 5], ["Clara", 0], ["Tom", 8]] as const) {
    const texts = planLine(names, 160, 200, row).indexTicks.map(({ text }) => text);
    assert.ok(texts.length < names.length && texts.includes(name), `${texts}`);
  }
  const months = Array.from({ length: 10 }, (_, month) => `2026-${`${month + 1}`.padStart(2, "0")}-01`);
  for (const [name, row] of [["Oct", 9], ["Sep", 8], ["Feb", 1]] as const) {
    const texts = planLine(months, 240, 200, row).indexTicks.map(({ text }) => text);
    assert.ok(texts.length < months.length && texts.includes(name), `${texts}`);
  }
});

Deno.test("where only some rows have labels, the last one has one, if that is at most half as far again", () => {
  const hours = Array.from({ length: 25 }, (_, hour) => `${hour}`.padStart(2, "0") + ":00");
  assert.deepEqual(
    planLine(hours, 320).indexTicks.map(({ text }) => text),
    ["00:00", "06:00", "12:00", "18:00", "24:00"],
  );
  // To the last one there are 14 rows: it would take a distance of 7 instead of 4.
  const sales = Array.from({ length: 15 }, (_, day) => `Day ${day}`);
  const [first, second] = planLine(sales, 260).indexTicks;
  assert.deepEqual([first!.text, second!.text], ["Day 0", "Day 4"]);
});

Deno.test("a plot of half a low card has an axis of values, and one of a card of one column has none", () => {
  const days = Array.from({ length: 7 }, (_, day) => `2026-05-0${day + 1}`);
  assert.ok(planLine(days, 176, 108).valueTicks.length >= 2);
  assert.deepEqual(planLine(days, 134, 108).valueTicks, []);
});

Deno.test("a formatter that rounds puts no label at another value", () => {
  const counts = { rows: 4, formatTick: (value: number) => `${Math.round(value)}` };
  for (const size of ["S", "M", "L"] as const) {
    for (const most of [1, 2, 3, 5, 12]) {
      for (let height = 60; height <= 420; height += 20) {
        const plot = plan(roomOf(320, height, size), { ...counts, values: [0, most] });
        const values = plot.valueTicks.map(({ at }) => most * (plot.y(0) - at) / (plot.y(0) - plot.y(most)));
        for (const [tick, { text }] of plot.valueTicks.entries()) {
          assert.ok(
            Math.abs(values[tick]! - Number(text)) < 0.05,
            `0 to ${most}, ${height} pixels, ${size}: ${text} is at ${values[tick]}`,
          );
        }
      }
    }
  }
});

/** Times at a distance of some milliseconds. */
function timesOf(first: string, distance: number, count: number): string[] {
  return Array.from(
    { length: count },
    (_, row) => new Date(Date.parse(first) + row * distance).toISOString(),
  );
}

Deno.test("times of less than a minute have labels and names that differ", () => {
  for (
    const [distance, name] of [[5_000, "10:00:05 AM"], [100, "10:00:00.1 AM"], [
      1,
      "10:00:00.001 AM",
    ]] as const
  ) {
    const values = timesOf("2026-03-04T10:00:00Z", distance, 13);
    const { names } = createIndexAxis({ values, now: undefined, locale: "en", timeZone: "UTC" });
    assert.deepEqual([names[1], new Set(names).size], [name, 13]);
    for (let width = 120; width <= 700; width += 20) {
      const texts = planLine(values, width).indexTicks.map(({ text }) => text);
      assert.equal(new Set(texts).size, texts.length, `${distance} ms, ${width} pixels: ${texts}`);
    }
  }
  // What tells no rows apart is not there.
  const uneven = ["2026-03-04T10:00:07.123Z", "2026-03-04T11:30:12.456Z"];
  const { names } = createIndexAxis({ values: uneven, now: undefined, locale: "en", timeZone: "UTC" });
  assert.deepEqual(names, ["10:00 AM", "11:30 AM"]);
});

Deno.test("where clocks are put forward, the hours around have their labels, and the one that is not there has none", () => {
  for (
    const [timeZone, first] of [["America/New_York", "2026-03-08T05:00Z"], [
      "Europe/Berlin",
      "2026-03-28T23:00Z",
    ]]
  ) {
    const values = timesOf(first!, 3_600_000, 7);
    const index = createIndexAxis({ values, now: undefined, locale: "en", timeZone: timeZone! });
    const { indexTicks } = plan(roomOf(640, 200), { index, bars: 0 });
    assert.deepEqual(
      indexTicks.map(({ text }) => text),
      ["12 AM", "1 AM", "3 AM", "4 AM", "5 AM", "6 AM", "7 AM"],
    );
  }
});

Deno.test("a year is between two labels of the same month, in every width", () => {
  for (const count of [400, 800, 1200]) {
    const days = timesOf("2026-03-02T00:00:00Z", 86_400_000, count).map((time) => time.slice(0, 10));
    for (let width = 120; width <= 700; width += 20) {
      const texts = planLine(days, width).indexTicks.map(({ text }) => text);
      const between = texts.map((text, tick) => texts.slice(tick + 1, texts.indexOf(text, tick + 1)));
      for (const [tick, inside] of between.entries()) {
        if (!texts.slice(tick + 1).includes(texts[tick]!)) continue;
        assert.ok(inside.some((text) => /^\d{4}$/.test(text)), `${count} days, ${width} pixels: ${texts}`);
      }
    }
  }
});
