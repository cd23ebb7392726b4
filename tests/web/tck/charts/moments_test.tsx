import assert from "node:assert/strict";
import { AreaChart, BarChart, type ChartMoment, LineChart, type LineChartProps } from "@tck/kit/charts";
import { createIndexAxis } from "../../../../web/tck/charts/axes/index_axis.ts";
import { renderWidget } from "../widget_rendering.tsx";
import { barsOf, cellsOf, textsOf } from "./chart_markup.ts";
import { plan, roomOf } from "./planned_plot.ts";

const hours = Array.from({ length: 12 }, (_, hour) => ({
  at: new Date(Date.UTC(2026, 2, 4, hour)).toISOString(),
  y: 40 + hour,
}));

/** A day with moments. */
function renderDay(
  moments: readonly ChartMoment[],
  others: Partial<LineChartProps<typeof hours[number]>> = {},
  Chart: typeof LineChart = LineChart,
): string {
  return renderWidget(
    <Chart label="l" data={hours} index="at" categories={["y"]} moments={moments} {...others} />,
  );
}

/** The horizontal places of dashed lines across the plot. */
function linesOf(markup: string): number[] {
  return Array.from(
    markup.matchAll(/<line x1="([\d.]+)" x2="\1"[^>]*stroke-dasharray:2 3/g),
    ([, x]) => Number(x),
  );
}

/** The place of a text. */
function placeOf(markup: string, text: string): number {
  return Number(new RegExp(`<span style="[^"]*left:([\\d.]+)px[^"]*"[^>]*>${text}<`).exec(markup)?.[1]);
}

Deno.test("a moment has a dashed line at its time, and its name above it and in the table", () => {
  for (const Chart of [LineChart, AreaChart]) {
    const markup = renderDay([{ at: "2026-03-04T05:30:00Z", label: "Lunch" }], {}, Chart);
    const [line, ...others] = linesOf(markup);
    assert.deepEqual(others, []);
    assert.equal(placeOf(markup, "Lunch"), line);
    // Half-way between the rows of five and six o'clock.
    const path = / d="M([\d.]+),[\d.]+C.*?,([\d.]+),[\d.]+"/.exec(markup)!;
    const [first, last] = [Number(path[1]), Number(path[2])];
    assert.ok(Math.abs(line! - (first + (last - first) / 2)) < 0.2, `${line} of ${first} to ${last}`);
    assert.deepEqual(cellsOf(markup).at(-1), ["5:30 AM", "Lunch"]);
  }
});

Deno.test("a moment can be a row of an axis without times, and one that is neither is rejected", () => {
  const data = [{ at: "start", y: 1 }, { at: "half", y: 3 }, { at: "end", y: 2 }];
  const markup = (at: string) =>
    renderWidget(
      <LineChart label="l" data={data} index="at" categories={["y"]} moments={[{ at, label: "Goal" }]} />,
    );
  assert.equal(linesOf(markup("half")).length, 1);
  assert.deepEqual(cellsOf(markup("half")).at(-1), ["half", "Goal"]);
  assert.throws(() => markup("extra"), { code: "chart.invalid_moment" });
});

Deno.test("of moments whose names would overlap the first is marked, and the chart says which are not", () => {
  const markup = renderDay([
    { at: "2026-03-04T05:00:00Z", label: "Kick-off" },
    { at: "2026-03-04T05:10:00Z", label: "First goal" },
    { at: "2026-03-04T10:00:00Z", label: "End" },
  ]);
  assert.equal(linesOf(markup).length, 2);
  assert.deepEqual(textsOf(markup).filter((text) => /^[A-Z][a-z]/.test(text)), ["Kick-off", "End"]);
  assert.match(markup, /data-unnamed="First goal"/);
  assert.deepEqual(cellsOf(markup).slice(-2), [["5:10 AM", "First goal"], ["10:00 AM", "End"]]);
});

Deno.test("of moments with one name each has its line, and those without room no name", () => {
  const watering = ["05", "06"].map((hour) => ({ at: `2026-03-04T${hour}:00:00Z`, label: "Watering" }));
  const markup = renderDay(watering);
  assert.equal(linesOf(markup).length, 2);
  assert.equal(textsOf(markup).filter((text) => text === "Watering").length, 1);
  assert.doesNotMatch(markup, /data-unnamed/);
  // A reference of the same name names no moment: the second one has no room beside the first.
  const dry = ["05:00", "05:10"].map((time, index) => ({
    at: `2026-03-04T${time}:00Z`,
    label: ["Watering", "Dry"][index]!,
  }));
  const referred = renderDay(dry, { reference: { value: 51, label: "Dry" } });
  assert.equal(linesOf(referred).length, 1);
  assert.match(referred, /data-unnamed="Dry"/);
});

Deno.test("the name of a reference is beside the name of a moment", () => {
  const data = hours.map((hour) => ({ ...hour, y: 40 }));
  const limits = { data, reference: { value: 96, label: "Limit" }, minValue: 0, maxValue: 100 };
  const markup = (at: string) => renderDay([{ at, label: "Lunch" }], limits);
  assert.ok(placeOf(markup("2026-03-04T02:00:00Z"), "Limit") > 200);
  assert.ok(placeOf(markup("2026-03-04T10:30:00Z"), "Limit") < 100);
});

Deno.test("there is room above a plot for the names of moments and of a present that is drawn, and for no other", () => {
  const room = roomOf(300, 160);
  const days = ["Mon", "Tue", "Wed"];
  const times = ["2026-03-02", "2026-03-03", "2026-03-04"];
  const topOf = (values: string[], now: string | undefined, bars: number, moments?: string) => {
    const index = createIndexAxis({ values, now, locale: "en", timeZone: "UTC" });
    const all = moments === undefined ? [] : [{ position: index.positionOf(moments)!, text: "Goal" }];
    return plan(room, { index, bars, moments: all }).box.top;
  };
  const least = topOf(days, undefined, 1);
  assert.equal(topOf(days, "Tue", 1), least, "bars without times have no line of the present");
  assert.equal(topOf(times, "2026-04-01", 1), least, "later than the last bar");
  assert.equal(topOf(days, undefined, 0), least);
  assert.ok(topOf(times, "2026-03-03", 1) > least);
  assert.ok(topOf(days, "Tue", 0) > least);
  assert.ok(topOf(days, undefined, 0, "Tue") > least);
});

Deno.test("without a legend all series are drawn, where they would have no room for their names, too", () => {
  const keys = Array.from({ length: 12 }, (_, index) => `series ${index}`);
  const data = [1, 2].map((x) => ({ x, ...Object.fromEntries(keys.map((key, index) => [key, index + x])) }));
  const markup = (showLegend: boolean) =>
    renderWidget(
      <BarChart
        label="b"
        data={data}
        index="x"
        categories={keys as never[]}
        type="stacked"
        showLegend={showLegend}
      />,
    );
  assert.match(markup(true), /data-drawn="sum"/);
  assert.doesNotMatch(markup(false), /data-drawn/);
  assert.deepEqual([barsOf(markup(true)).length, barsOf(markup(false)).length], [2, 24]);
  assert.deepEqual(textsOf(markup(false)).filter((text) => text.startsWith("series")), []);
  assert.equal(cellsOf(markup(false))[0]!.length, 13);
});
