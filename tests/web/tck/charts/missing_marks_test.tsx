import assert from "node:assert/strict";
import { BarChart, type BarChartProps } from "@tck/kit/charts";
import { renderWidget } from "../widget_rendering.tsx";
import { barsOf, cellsOf } from "./chart_markup.ts";

type Row = { day: string; pages: number | null; more?: number };

const WEEK: Row[] = [
  { day: "2026-03-02", pages: 12 },
  { day: "2026-03-03", pages: 0 },
  { day: "2026-03-05", pages: 8 },
  { day: "2026-03-06", pages: null },
  { day: "2026-03-07", pages: 20 },
];

function render(others: Partial<BarChartProps<Row>> = {}): string {
  return renderWidget(
    <BarChart<Row> label="Pages" data={WEEK} index="day" categories={["pages"]} markMissing {...others} />,
  );
}

/** The marks: their places in pixels. */
function marksOf(markup: string): { x: number; y: number }[] {
  return Array.from(markup.matchAll(/<circle cx="([\d.]+)" cy="([\d.]+)"/g), ([, x, y]) => ({
    x: Number(x),
    y: Number(y),
  }));
}

Deno.test("a day without a row and one without a value have a mark on the base line, and a day of zero has none", () => {
  const markup = render();
  const [first, last] = [barsOf(markup)[0]!, barsOf(markup).at(-1)!];
  const pitch = (last.left - first.left) / 5;
  const [missed, empty, ...others] = marksOf(markup);
  assert.deepEqual(others, []);
  assert.deepEqual([missed!.y, empty!.y], [Math.round(first.start), Math.round(first.start)]);
  assert.ok(Math.abs(empty!.x - missed!.x - 2 * pitch) < 0.3, `${missed!.x} ${empty!.x} ${pitch}`);
  assert.ok(missed!.x > first.left + 2 * pitch && missed!.x < first.left + 3 * pitch, `${missed!.x}`);
  assert.deepEqual(marksOf(render({ markMissing: false })), []);
});

Deno.test("the table has the days with a mark in their order", () => {
  assert.deepEqual(cellsOf(render()), [
    ["Mon, Mar 2", "12"],
    ["Tue, Mar 3", "0"],
    ["Wed, Mar 4", "–"],
    ["Thu, Mar 5", "8"],
    ["Fri, Mar 6", "–"],
    ["Sat, Mar 7", "20"],
  ]);
  assert.equal(cellsOf(render({ markMissing: false })).length, 5);
});

Deno.test("what is not over at the present is not missing", () => {
  const at = (now: string) => marksOf(render({ now })).length;
  assert.deepEqual([at("2026-03-04"), at("2026-03-04T20:00:00Z")], [0, 0], "today may still get a value");
  assert.deepEqual([at("2026-03-05"), at("2026-03-06"), at("2026-03-07")], [1, 1, 2]);
  assert.equal(at("2026-03-01"), 0);
});

Deno.test("a row of which one series has a value is not missing, and names have no missing places", () => {
  const both = WEEK.map((row) => ({ ...row, more: 3 }));
  assert.equal(marksOf(render({ data: both, categories: ["pages", "more"] })).length, 1);
  const names = WEEK.map((row, index) => ({ ...row, day: `Day ${index}` }));
  assert.equal(marksOf(render({ data: names })).length, 0);
});
