import assert from "node:assert/strict";
import type { ReactNode } from "react";
import { WidgetKitError } from "@tck/kit";
import { AreaChart, BarChart, LineChart, Sparkline } from "@tck/kit/charts";
import { findExtremes } from "../../../../web/tck/charts/plan/extremes.ts";
import { renderWidget } from "../widget_rendering.tsx";
import { barsOf, cellsOf, textsOf } from "./chart_markup.ts";

const ferries = [
  { pier: "Föhr", cars: 42, people: 1310.5 },
  { pier: "Amrum", cars: null, people: 870 },
  { pier: "Sylt", cars: 7, people: -3 },
];

Deno.test("a chart has its label and the formatted values of all series in a table for screen readers", () => {
  for (const Chart of [LineChart, AreaChart, BarChart]) {
    const markup = renderWidget(
      <Chart
        label="Tickets by pier"
        data={ferries}
        index="pier"
        categories={["cars", "people"]}
        names={{ cars: "Autos" }}
      />,
      { locale: "de" },
    );
    assert.match(markup, /^<figure /);
    assert.match(markup, /<svg [^>]*aria-hidden="true"/);
    const table = markup.slice(markup.indexOf("<table>"));
    assert.match(table, /<caption>Tickets by pier<\/caption>/);
    assert.deepEqual(cellsOf(table), [
      ["", "Autos", "people"],
      ["Föhr", "42", "1.310,5"],
      ["Amrum", "–", "870"],
      ["Sylt", "7", "\u22123"],
    ]);
  }
});

Deno.test("a band is an area between two fields, which the table has and the legend has not", () => {
  const data = [
    { at: "a", level: 3, low: null, high: null },
    { at: "b", level: 4, low: 4, high: 4 },
    { at: "c", level: 5, low: 3, high: 9 },
  ];
  const markup = renderWidget(
    <LineChart
      label="l"
      data={data}
      index="at"
      categories={["level"]}
      band={["low", "high"]}
      names={{ low: "Lowest" }}
    />,
  );
  assert.deepEqual(cellsOf(markup), [
    ["", "level", "Lowest", "high"],
    ["a", "3", "–", "–"],
    ["b", "4", "4", "4"],
    ["c", "5", "3", "9"],
  ]);
  const [band] = [...markup.matchAll(/<path d="([^"]*Z)"/g)].map(([, path]) => path!);
  const heights = band!.match(/-?[\d.]+/g)!.map(Number).filter((_, index) => index % 2 === 1);
  assert.ok(Math.min(...heights) >= 0, "the axis encloses the band");
  assert.equal(new Set(heights).size > 2, true);
  assert.ok(!textsOf(markup.slice(0, markup.indexOf("<table>"))).includes("Lowest"));
  assert.throws(
    () =>
      renderWidget(
        <LineChart
          label="l"
          data={[{ at: "a", level: 3, low: 1, high: NaN }]}
          index="at"
          categories={["level"]}
          band={["low", "high"]}
        />,
      ),
    { code: "chart.invalid_value" },
  );
});

Deno.test("of equal values the first is the extreme, and of values that are all equal there is one", () => {
  const find = (...values: number[]) =>
    findExtremes(values.map((value, row) => ({ row, value, color: "red" })))
      .map(({ row, isHighest, isBelow }) => [row, isHighest, isBelow]);
  assert.deepEqual(find(3, 9, 1, 9, 1), [[1, true, false], [2, false, true]]);
  assert.deepEqual(find(5, 5), [[0, true, false]]);
  assert.deepEqual(find(), []);
});

Deno.test("a formatter of values applies to the table, the axis and marked extremes", () => {
  const markup = renderWidget(
    <LineChart
      label="l"
      data={[{ at: "a", km: 3 }, { at: "b", km: 11 }, { at: "c", km: 7 }]}
      index="at"
      categories={["km"]}
      valueFormatter={(value) => `${value} km`}
      markExtremes
    />,
  );
  assert.deepEqual(cellsOf(markup), [["a", "3 km"], ["b", "11 km"], ["c", "7 km"]]);
  const labels = textsOf(markup);
  assert.ok(labels.includes("11 km") && labels.includes("3 km") && labels.includes("10 km"), labels.join());
});

Deno.test("a formatter of the axis applies to the axis alone", () => {
  const markup = renderWidget(
    <LineChart
      label="l"
      data={[{ at: "a", km: 3000 }, { at: "b", km: 11000 }]}
      index="at"
      categories={["km"]}
      valueFormatter={(value) => `${value} m`}
      axisFormatter={(value) => `${value / 1000} km`}
      markExtremes
    />,
  );
  assert.deepEqual(cellsOf(markup), [["a", "3000 m"], ["b", "11000 m"]]);
  const labels = textsOf(markup);
  assert.ok(
    labels.includes("10 km") && labels.includes("11000 m") && !labels.includes("10000 m"),
    labels.join(),
  );
});

Deno.test("marked extremes have as many decimals as tell the two apart", () => {
  const labelsOf = (...values: number[]) => {
    const data = values.map((y, index) => ({ x: `${index}`, y }));
    return [LineChart, BarChart].map((Chart) => {
      const markup = renderWidget(<Chart label="l" data={data} index="x" categories={["y"]} markExtremes />);
      return cellsOf(markup).map(([, text]) => text).filter((text) => textsOf(markup).includes(text!));
    });
  };
  const same = (...texts: string[]) => [texts, texts];
  assert.deepEqual(labelsOf(1e-9, 2e-9), same("0.000000001", "0.000000002"));
  assert.deepEqual(labelsOf(10.00011, 10.00014), same("10.00011", "10.00014"));
  assert.deepEqual(labelsOf(4e-7, 4e-7), same("0.0000004", "0.0000004"));
  assert.deepEqual(labelsOf(0.12345, 1234.56789), same("0.123", "1,234.568"));
});

Deno.test("a line that ends at the present has its dot there, wherever that is between two pixels", () => {
  for (let minutes = 61; minutes < 300; minutes += 7) {
    const now = new Date(Date.UTC(2026, 2, 4, 0, minutes)).toISOString();
    const markup = renderWidget(
      <LineChart
        label="l"
        data={[
          { at: "2026-03-04T00:00:00Z", y: 1 },
          { at: "2026-03-04T01:00:00Z", y: 3 },
          { at: now, y: 2 },
          {
            at: "2026-03-04T05:30:00Z",
            y: null,
          },
        ]}
        index="at"
        categories={["y"]}
        now={now}
      />,
    );
    assert.match(markup, /<circle [^>]*r="4"/, `${minutes} minutes`);
  }
});

Deno.test("the bars of a row are in the middle of its place, also where another series has no value", () => {
  const data = [{ at: "a", y: 10, z: 20 }, { at: "b", y: 10, z: null }, { at: "c", y: null, z: 20 }];
  const markup = renderWidget(<BarChart label="l" data={data} index="at" categories={["y", "z"]} />);
  const bars = barsOf(markup).map(({ left }) => left);
  const [first, second, other, third] = bars as [number, number, number, number];
  assert.equal(bars.length, 4, bars.join());
  const [a, b, c] = [(first + other) / 2, second, third];
  assert.ok(Math.abs((b - a) - (c - b)) < 0.2, bars.join());
});

Deno.test("a present that is a day is at the bar of that day", () => {
  const days = ["2026-03-02", "2026-03-03", "2026-03-04"];
  const placeOf = (now: string) => {
    const data = days.map((at) => ({ at, y: 5 }));
    const markup = renderWidget(<BarChart label="l" data={data} index="at" categories={["y"]} now={now} />);
    const bars = [...markup.matchAll(/<path d="M([\d.]+),[^"]*?H[\d.]+Q([\d.]+),/g)].map(([, left, right]) =>
      (Number(left) + Number(right)) / 2
    );
    const line = Number(/<line x1="([\d.]+)" x2="\1"/.exec(markup)![1]);
    return bars.map((bar) => Math.abs(bar - line) < 0.2);
  };
  assert.deepEqual(placeOf("2026-03-03"), [false, true, false]);
  assert.deepEqual(placeOf("2026-03-03T00:00:00Z"), [false, false, false]);
});

Deno.test("a chart without values renders nothing", () => {
  for (const Chart of [LineChart, AreaChart, BarChart]) {
    assert.equal(renderWidget(<Chart label="l" data={[]} index="x" categories={["y"]} />), "");
    const gaps = [{ x: "a", y: null }, { x: "b", y: null }];
    assert.equal(renderWidget(<Chart label="l" data={gaps} index="x" categories={["y"]} />), "");
    assert.equal(renderWidget(<Chart label="l" data={ferries} index="pier" categories={[]} />), "");
  }
  assert.equal(renderWidget(<Sparkline label="s" values={[]} />), "");
  assert.equal(renderWidget(<Sparkline label="s" values={[null]} />), "");
});

Deno.test("one value, equal, negative, tiny and huge values are inside the plot", () => {
  const cases = [[0], [5], [-5, -5, -5], [-3, 4], [1e-12, 3e-12], [1e15, 1e15 + 1], [1e308, -1e308], [
    8e307,
    1.7e308,
  ], [
    0.1,
    0.2,
    0.3,
  ]];
  for (const values of cases) {
    const data = values.map((y, index) => ({ x: `${index}`, y }));
    for (const type of ["grouped", "stacked"] as const) {
      assertInside(<BarChart label="b" data={data} index="x" categories={["y"]} type={type} markExtremes />);
    }
    for (const curveType of ["monotone", "linear", "step"] as const) {
      const props = {
        label: "l",
        data,
        index: "x",
        categories: ["y"],
        curveType,
        markExtremes: true,
      } as const;
      assertInside(<LineChart {...props} />);
      assertInside(<AreaChart {...props} />);
    }
    assertInside(<Sparkline label="s" values={values} />);
  }
});

Deno.test("a sparkline of a build has the room of a row", () => {
  assert.match(renderWidget(<Sparkline label="s" values={[90, 92]} />), /<svg width="72" height="24"/);
});

Deno.test("a value that is not a finite number throws with the chart, the row and the field", () => {
  for (const [value, shown] of [[NaN, "NaN"], [Infinity, "Infinity"], ["12", '"12"'], [true, "true"]]) {
    const data = [{ day: "Mon", wind: 3 }, { day: "Tue", wind: value as number }];
    for (const Chart of [LineChart, AreaChart, BarChart]) {
      const chart = <Chart label="Wind" data={data} index="day" categories={["wind"]} />;
      assert.throws(() => renderWidget(chart), (error) => {
        assert.ok(error instanceof WidgetKitError);
        assert.equal(error.code, "chart.invalid_value");
        assert.equal(
          error.message,
          `Cannot draw ${shown} in row 2 of chart "Wind" as "wind": a value is a finite number, or null for a gap`,
        );
        return true;
      });
    }
  }
  assert.throws(
    () => renderWidget(<Sparkline label="s" values={[1, NaN]} />),
    /Cannot draw NaN in value 2 of sparkline "s"/,
  );
});

Deno.test("a gap interrupts a line, and a value between two gaps is a dot", () => {
  const data = [1, 2, null, 4, null, 5, 6].map((y, x) => ({ x: `${x}`, y }));
  const chart = (values: typeof data) =>
    renderWidget(<LineChart label="l" data={values} index="x" categories={["y"]} curveType="linear" />);
  const starts = (markup: string) => / d="([^"]*)"/.exec(markup)![1]!.split("M").length - 1;
  assert.equal(starts(chart(data)), 3);
  assert.equal(starts(chart(data.filter(({ y }) => y !== null))), 1);
  assert.equal(chart(data).match(/<circle [^>]*r="2.5"/g)?.length, 1);
  const bars = renderWidget(<BarChart label="b" data={data} index="x" categories={["y"]} />);
  assert.equal(bars.match(/<path /g)?.length, 5);
});

Deno.test("stacked bars end at the sum of their values, positive and negative ones apart", () => {
  const rows = [{ x: "a", p: 2, q: 3, r: -1 }, { x: "b", p: null, q: 4, r: -3 }];
  const stacked = renderWidget(
    <BarChart label="b" data={rows} index="x" categories={["p", "q", "r"]} type="stacked" />,
  );
  const sums = [{ x: "a", high: 5, low: -1 }, { x: "b", high: 4, low: -3 }];
  const summed = renderWidget(<BarChart label="b" data={sums} index="x" categories={["high", "low"]} />);
  const highest = (markup: string) => Math.min(...barsOf(markup).map(({ end }) => end));
  const lowest = (markup: string) => Math.max(...barsOf(markup).map(({ end }) => end));
  assert.equal(barsOf(stacked).length, 5);
  assert.ok(Math.abs(highest(stacked) - highest(summed)) < 16 && highest(stacked) < lowest(stacked));
  const [p, q] = barsOf(stacked).filter(({ left }) => left === barsOf(stacked)[0]!.left);
  assert.ok(
    Math.abs(p!.end - q!.start - 2) < 0.01,
    "the second stands on the first, with a seam between them",
  );
});

Deno.test("a zero in a stacked area is at the end of its stack, above zero or below it", () => {
  for (const sign of [1, -1]) {
    const rows = [{ x: "a", p: 4 * sign, q: 0 }, { x: "b", p: 4 * sign, q: 2 * sign }];
    const markup = renderWidget(
      <AreaChart label="a" data={rows} index="x" categories={["p", "q"]} type="stacked" curveType="linear" />,
    );
    const lines = Array.from(
      markup.matchAll(/ d="M[\d.]+,([\d.]+)L[\d.]+,([\d.]+)"/g),
      ([, ...ends]) => ends,
    );
    const [p, q] = lines.filter((_, index, all) => index >= all.length - 2);
    assert.equal(lines.length, 2, markup);
    assert.equal(q![0], p![0]);
    assert.notEqual(q![1], p![1]);
  }
});

Deno.test("what is later than the present is dashed or lighter", () => {
  const data = [6, 7, 8, 9].map((hour) => ({ at: `2026-03-04T0${hour}:00:00Z`, y: hour }));
  const line = (now?: string) =>
    renderWidget(<LineChart label="l" data={data} index="at" categories={["y"]} {...now && { now }} />);
  assert.doesNotMatch(line(), /dasharray/);
  assert.match(line("2026-03-04T07:30:00Z"), /<clipPath .*stroke-dasharray/);
  assert.ok(textsOf(line("2026-03-04T07:30:00Z")).includes("now"));
  assert.doesNotMatch(line("2026-03-05T00:00:00Z"), /dasharray/);
  assert.match(line("2026-03-01T00:00:00Z"), /dasharray/);

  const bars = renderWidget(
    <BarChart label="b" data={data} index="at" categories={["y"]} now="2026-03-04T07:30:00Z" />,
  );
  const ink = "var(--color-chart-1)";
  const pale = `color-mix(in srgb, ${ink} 40%, var(--color-surface))`;
  const fills = (markup: string) => Array.from(markup.matchAll(/style="fill:([^"]+)"/g), ([, fill]) => fill);
  assert.deepEqual(fills(bars), [ink, ink, pale, pale]);
  const days = [{ day: "Mon", y: 1 }, { day: "Tue", y: 2 }];
  const named = renderWidget(<BarChart label="b" data={days} index="day" categories={["y"]} now="Mon" />);
  assert.deepEqual(fills(named), [ink, pale]);
});

Deno.test("a chart without its label, or of a field that the rows do not have, is a type error", () => {
  const rows = [{ day: "Mon", wind: 3 }];
  const wrong = () => [
    // @ts-expect-error a chart needs a label
    <LineChart key={1} data={rows} index="day" categories={["wind"]} />,
    // @ts-expect-error the rows have no rain
    <BarChart key={2} label="b" data={rows} index="day" categories={["rain"]} />,
    // @ts-expect-error the rows have no week
    <AreaChart key={3} label="a" data={rows} index="week" categories={["wind"]} />,
    // @ts-expect-error there are six colours
    <BarChart key={4} label="b" data={rows} index="day" categories={["wind"]} colors={[9]} />,
    // @ts-expect-error a sparkline needs a label
    <Sparkline key={5} values={[]} />,
  ];
  assert.equal(typeof wrong, "function");
});

/** Every coordinate of the drawing, which has some, is a number inside the room of a build, 320 × 160 pixels. */
function assertInside(chart: ReactNode): void {
  const markup = renderWidget(chart);
  assert.doesNotMatch(markup, /NaN|Infinity|undefined/);
  const places = Array.from(markup.matchAll(/ (?:d|c?x[12]?|c?y[12]?)="([^"]*)"/g), ([, place]) => place!);
  assert.ok(places.length > 0, markup);
  for (const place of places) {
    const numbers = Array.from(place.matchAll(/-?\d+(?:\.\d+)?(?:e-?\d+)?/g), ([number]) => Number(number));
    assert.ok(numbers.length > 0 && numbers.every((number) => number >= -0.5 && number <= 320.5), place);
  }
}
