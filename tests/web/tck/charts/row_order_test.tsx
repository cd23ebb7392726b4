import assert from "node:assert/strict";
import type { ReactElement } from "react";
import { AreaChart, BarChart, LineChart, StateChart } from "@tck/kit/charts";
import { type Instant, WidgetKitError } from "@tck/kit";
import { createIndexAxis } from "../../../../web/tck/charts/axes/index_axis.ts";
import { renderWidget } from "../widget_rendering.tsx";
import { barsOf, cellsOf } from "./chart_markup.ts";
import { plan, roomOf } from "./planned_plot.ts";

const MARCH = [
  { day: "2026-03-02", one: 1, two: 5 },
  { day: "2026-03-03", one: 4, two: 2 },
  { day: "2026-03-04", one: 9, two: 3 },
];
const BOTH = ["one", "two"] as const;
const ORDERS = [[0, 1, 2], [2, 1, 0], [1, 2, 0]];
const arrange = (order: readonly number[]) => order.map((row) => MARCH[row]!);

Deno.test("a chart with an axis of time is the same for rows in any order", () => {
  for (
    const draw of [
      (data: typeof MARCH) => (
        <LineChart
          label="l"
          data={data}
          index="day"
          categories={["one"]}
          band={BOTH}
          now="2026-03-03"
          markExtremes
        />
      ),
      (data: typeof MARCH) => (
        <AreaChart
          label="l"
          data={data}
          index="day"
          categories={BOTH}
          type="stacked"
        />
      ),
      (data: typeof MARCH) => (
        <BarChart
          label="l"
          data={data}
          index="day"
          categories={["one"]}
          highlight={({ day }) => day === "2026-03-03"}
          markExtremes
        />
      ),
      (data: typeof MARCH) => (
        <BarChart label="l" data={data} index="day" categories={BOTH} type="stacked" now="2026-03-03" />
      ),
    ]
  ) {
    const [ordered, ...others] = ORDERS.map((order) => renderWidget(draw(arrange(order))));
    assert.deepEqual(cellsOf(ordered!).map(([name]) => name).filter(Boolean), [
      "Mon, Mar 2",
      "Tue, Mar 3",
      "Wed, Mar 4",
    ]);
    for (const other of others) assert.equal(other, ordered);
  }
});

Deno.test("months, and times with zones in any order, are sorted, and names keep their order", () => {
  const first = (values: readonly string[], timeZone = "UTC") => {
    const data = values.map((index, value) => ({ index, value }));
    const chart = <LineChart label="l" data={data} index="index" categories={["value"]} />;
    const markup = renderWidget(chart, { timeZone });
    return cellsOf(markup).map(([, value]) => Number(value));
  };
  assert.deepEqual(first(["2026-03", "2026-02", "2026-01"]), [2, 1, 0]);
  assert.deepEqual(first(["2026-03-04T10:00:00+05:00", "2026-03-04T04:00:00Z"]), [1, 0]);
  assert.deepEqual(first(["2026-03-04T04:00:00Z", "2026-03-04T10:00"], "Asia/Tokyo"), [1, 0]);
  assert.deepEqual(first(["Zoe", "Al"]), [0, 1]);
  assert.deepEqual(first(["2026-03-04", "2026-03-02", "2026-03-04"]), [1, 0, 2]);
});

Deno.test("a present or moment that is neither a time nor a row is rejected, and one beside the axis is not drawn", () => {
  const rejects = (draw: () => ReactElement, message: RegExp) =>
    assert.throws(() => renderWidget(draw()), (error) => {
      assert.ok(error instanceof WidgetKitError && error.code === "chart.invalid_moment", `${error}`);
      assert.match(error.message, message);
      return true;
    });
  const names = MARCH.map((row, number) => ({ ...row, day: ["Mon", "Tue", "Wed"][number]! }));
  for (const data of [MARCH, names]) {
    for (const now of ["soon", "2026-02-30", NaN, new Date(NaN), ""]) {
      for (const Chart of [LineChart, AreaChart, BarChart]) {
        rejects(
          () => <Chart label="l" data={data} index="day" categories={["one"]} now={now} />,
          /^Cannot draw .+ as the present of chart "l": it is neither a time nor the index of a row$/,
        );
      }
      rejects(
        () => (
          <LineChart
            label="l"
            data={data}
            index="day"
            categories={["one"]}
            moments={[{ at: now, label: "m" }]}
          />
        ),
        /as moment "m" of chart "l"/,
      );
    }
    for (const now of ["2026-09-09T10:00Z", "2026-09", 0, new Date(0), data[1]!.day]) {
      renderWidget(
        <LineChart
          label="l"
          data={data}
          index="day"
          categories={["one"]}
          now={now}
          moments={[{ at: now, label: "m" }]}
        />,
      );
    }
  }
});

Deno.test("a span of a state that ends before it begins, or at no time, is rejected by its place", () => {
  const states = [{ key: "a", name: "A" }] as const;
  const draw = (from: Instant, to: Instant, now?: Instant) =>
    renderWidget(
      <StateChart
        label="l"
        states={states}
        data={[{ state: "a", from: "2026-03-01", to: "2026-03-02" }, { state: "a", from, to }]}
        now={now}
      />,
    );
  const rejects = (message: RegExp, ...span: Parameters<typeof draw>) =>
    assert.throws(() => draw(...span), { code: "chart.invalid_moment", message });
  rejects(
    /^Cannot draw span 2 of StateChart "l": it ends at "2026-03-03", before it begins at "2026-03-04"$/,
    "2026-03-04",
    "2026-03-03",
  );
  rejects(/it ends at "2026-03-04T10:00:00\+05:00"/, "2026-03-04T06:00:00Z", "2026-03-04T10:00:00+05:00");
  rejects(/^Cannot draw "22:50" in span 2 of StateChart "l": it is not a time/, "22:50", "2026-03-03");
  rejects(/^Cannot draw NaN in span 2/, "2026-03-03", NaN);
  rejects(/as the present of StateChart "l"/, "2026-03-03", "2026-03-04", "later");
  const days = draw("2026-03-04", "2026-03-05");
  assert.deepEqual(cellsOf(draw(Date.UTC(2026, 2, 4), new Date("2026-03-05"))), cellsOf(days));
  assert.match(draw("2026-03", "2026-04"), /Mar 1[^<]*–[^<]*Apr 1/);
  draw("2026-03-04", "2026-03-04");
});

Deno.test("a value that is no number is named by its row in the author's order", () => {
  const data = [{ day: "2026-03-04", value: NaN }, { day: "2026-03-02", value: 1 }];
  assert.throws(
    () => renderWidget(<LineChart label="l" data={data} index="day" categories={["value"]} />),
    /row 1 of chart "l"/,
  );
});

Deno.test("the spans of a state chart are sorted by their beginning, and one within another ends no axis", () => {
  const span = (state: "a" | "b", from: number, to: number) => ({
    state,
    from: `2026-03-04T${String(from).padStart(2, "0")}:00:00Z`,
    to: `2026-03-04T${String(to).padStart(2, "0")}:00:00Z`,
  });
  const draw = (data: ReturnType<typeof span>[]) =>
    renderWidget(
      <StateChart label="l" states={[{ key: "a", name: "A" }, { key: "b", name: "B" }]} data={data} />,
    ).replaceAll(/_R_\w*_/g, "");
  const spans = [span("a", 1, 3), span("b", 3, 4), span("a", 6, 8)];
  assert.equal(draw(spans.toReversed()), draw(spans));
  const axis = createIndexAxis({
    values: [span("a", 1, 9), span("b", 2, 4)].flatMap(({ from, to }) => [from, to]),
    now: undefined,
    locale: "en",
    timeZone: "UTC",
  });
  assert.equal(axis.last - axis.first, 8 * 3_600_000);
});

const slotsOf = (values: readonly string[], timeZone = "UTC") => {
  const { slots, positions } = createIndexAxis({ values, now: undefined, locale: "en", timeZone });
  return { count: slots.length, rows: positions.map((position) => slots.indexOf(position)) };
};

Deno.test("bars keep the places of days, weeks, months and hours that have no row", () => {
  const cases: [string[], number, number[]][] = [
    [["2026-03-02", "2026-03-03", "2026-03-06"], 5, [0, 1, 4]],
    [["2026-03-01", "2026-03-03", "2026-03-10"], 10, [0, 2, 9]],
    [["2026-03-01", "2026-03-08", "2026-03-22"], 4, [0, 1, 3]],
    [["2026-01-01", "2026-02-01", "2026-05-01"], 5, [0, 1, 4]],
    [["2026-01-31", "2026-02-28", "2026-04-30"], 4, [0, 1, 3]],
    [["2024-01-01", "2026-01-01", "2027-01-01"], 4, [0, 2, 3]],
    [["2026-03-04T06:00:00Z", "2026-03-04T07:00:00Z", "2026-03-04T10:00:00Z"], 5, [0, 1, 4]],
    [["2026-03-04T06:00:00Z", "2026-03-04T06:37:00Z", "2026-03-04T09:13:00Z"], 3, [0, 1, 2]],
    [["1926-03-01", "2026-03-02"], 2, [0, 1]],
    [["2024-01-01", "2024-01-02", "2024-12-31"], 366, [0, 1, 365]],
    [["2025-01-01", "2025-01-02", "2026-01-02"], 3, [0, 1, 2]],
    [["2026-01-30", "2026-03-30", "2026-04-30"], 91, [0, 59, 90]],
    [["2026-03-01"], 1, [0]],
  ];
  for (const [values, count, rows] of cases) assert.deepEqual(slotsOf(values), { count, rows }, `${values}`);
  // The clock is put forward on the 29th.
  const midnights = ["2026-03-27T23:00:00Z", "2026-03-28T23:00:00Z", "2026-03-30T22:00:00Z"];
  assert.deepEqual(slotsOf(midnights, "Europe/Berlin"), { count: 4, rows: [0, 1, 3] });
});

Deno.test("a bar after a missing day is as far away as that day is wide", () => {
  const data = [1, 2, 4].map((day) => ({ day: `2026-03-0${day}`, value: day }));
  const [one, two, four] = barsOf(
    renderWidget(<BarChart label="l" data={data} index="day" categories={["value"]} />),
  ).map(({ left }) => left);
  assert.ok(Math.abs((four! - two!) - 2 * (two! - one!)) < 0.5);
  const index = createIndexAxis({
    values: ["2026-03-01", "2026-03-02", "2026-03-04"],
    now: "2026-03-03",
    locale: "en",
    timeZone: "UTC",
  });
  const plot = plan(roomOf(300, 200), { index });
  assert.ok(
    Math.abs(plot.now! - (plot.x(1) + plot.x(2)) / 2) < 0.2,
    "the present is at the place of the missing day",
  );
});

Deno.test("days at uneven distances have round labels, and not those of weeks", () => {
  const ticks = (values: string[]) =>
    createIndexAxis({ values, now: undefined, locale: "en", timeZone: "UTC" });
  const axis = ticks(["2026-03-01", "2026-03-03", "2026-03-10"]);
  const days = axis.ticks(axis.first, axis.last, 10).map(({ text }) => text);
  assert.equal(days.length, 10);
  // Two rows of one day leave the rows' places alone.
  const twice = ticks(["2026-03-01", "2026-03-03", "2026-03-03", "2026-03-10"]);
  assert.deepEqual(twice.ticks(twice.first, twice.last, 10).map(({ text }) => text), days);
  const weeks = ticks(["2026-03-04", "2026-03-11", "2026-03-25"]);
  assert.deepEqual(weeks.ticks(weeks.first, weeks.last, 4).map(({ text }) => text), [
    "Mar 4",
    "Mar 11",
    "Mar 18",
    "Mar 25",
  ]);
  const repeated = ticks(["2026-03-04", "2026-03-11", "2026-03-11", "2026-03-18"]);
  const labels = repeated.ticks(repeated.first, repeated.last, 4).map(({ text }) => text);
  assert.equal(new Set(labels).size, labels.length, "no label is there twice");
});

Deno.test("two bars of one day are rejected by its name; two points of one time are kept", () => {
  const data = [{ day: "2026-03-02", value: 1 }, { day: "2026-03-01", value: 2 }, {
    day: "2026-03-02",
    value: 3,
  }];
  assert.throws(
    () => renderWidget(<BarChart label="Steps" data={data} index="day" categories={["value"]} />),
    (error) => {
      assert.ok(error instanceof WidgetKitError);
      assert.equal(error.code, "chart.repeated_day");
      assert.equal(
        error.message,
        'Cannot draw row 3 of BarChart "Steps": row 1 has the day "2026-03-02" as well. Add its values to that row',
      );
      return true;
    },
  );
  assert.doesNotThrow(() =>
    renderWidget(<LineChart label="l" data={data} index="day" categories={["value"]} />)
  );
  // The clock shows this hour twice when it is put back.
  const hours = [1, 2, 2, 3].map((hour, row) => ({ at: `2026-10-25T0${hour}:00`, value: row + 1 }));
  const bars = barsOf(renderWidget(<BarChart label="l" data={hours} index="at" categories={["value"]} />));
  assert.equal(new Set(bars.map(({ left }) => left)).size, 4, "no bar is before another");
});
