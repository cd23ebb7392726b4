import assert from "node:assert/strict";
import { BarChart, LineChart } from "@tck/kit/charts";
import { labelExtremes } from "../../../../web/tck/charts/plan/extremes.ts";
import { createIndexAxis } from "../../../../web/tck/charts/axes/index_axis.ts";
import { renderWidget } from "../widget_rendering.tsx";
import { cellsOf, textsOf } from "./chart_markup.ts";
import { plan, roomOf } from "./planned_plot.ts";

Deno.test("a range to compare with is a band behind the values, between the lines of its ends, on the axis", () => {
  const markup = renderWidget(
    <LineChart
      label="l"
      data={[{ at: "a", y: 90 }, { at: "b", y: 130 }]}
      index="at"
      categories={["y"]}
      reference={{ value: [70, 180], label: "Target" }}
    />,
  );
  const numbersOf = (element: string, ...names: string[]) =>
    names.map((name) => Number(new RegExp(` ${name}="([^"]*)"`).exec(element)![1]));
  const [band, ...bands] = markup.match(/<rect [^>]*>/g)!;
  const lines = markup.match(/<line [^>]*stroke-dasharray:4 4[^>]*>/g)!;
  const [top, height] = numbersOf(band!, "y", "height") as [number, number];
  assert.deepEqual(bands, []);
  assert.deepEqual(lines.map((line) => numbersOf(line, "y1")[0]), [top + height, top]);
  assert.ok(height > 20 && top >= 0, `${top} ${height}`);
  assert.ok(markup.indexOf("<rect ") < markup.indexOf("<path "), "the band is behind the line");
  assert.ok(textsOf(markup).includes("Target"), textsOf(markup).join());
});

Deno.test("the name of a reference is where it hides no value: above its line, at the other end, or below it", () => {
  const placeOf = (...values: number[]) => {
    const markup = renderWidget(
      <LineChart
        label="l"
        data={values.map((y, index) => ({ at: `${index}`, y }))}
        index="at"
        categories={["y"]}
        reference={{ value: 50, label: "The critical value" }}
        minValue={0}
        maxValue={100}
      />,
    );
    const style = /<span style="([^"]*)">The critical value</.exec(markup)![1]!;
    const line = Number(/<line [^>]*y1="([\d.]+)"[^>]*stroke-dasharray:4 4/.exec(markup)![1]);
    const top = Number(/top:([\d.]+)px/.exec(style)![1]);
    const left = Number(/left:([\d.]+)px/.exec(style)?.[1] ?? Infinity);
    return `${top < line ? "above" : "below"} ${left > 160 ? "end" : "start"}`;
  };
  assert.equal(placeOf(10, 10, 10, 10, 10), "above end");
  assert.equal(placeOf(10, 10, 20, 55, 60), "above start");
  assert.equal(placeOf(60, 55, 58, 55, 60), "below end");
  assert.equal(placeOf(57, 57, 57, 57, 43), "below start");
});

Deno.test("the name of a reference at the upper edge of a plot is below its line, and not on it", () => {
  const markup = renderWidget(
    <LineChart
      label="l"
      data={[60, 78, 95, 104, 112].map((y, index) => ({ at: `W${index}`, y }))}
      index="at"
      categories={["y"]}
      reference={{ value: 130, label: "Goal" }}
    />,
  );
  const line = Number(/<line [^>]*y1="([\d.]+)"[^>]*stroke-dasharray:4 4/.exec(markup)![1]);
  const top = Number(/top:([\d.]+)px/.exec(/<span style="([^"]*)">Goal</.exec(markup)![1]!)![1]);
  assert.ok(
    line < 12 && top - line >= 0.8 * 12,
    `the line is at ${line}, and the middle of its name at ${top}`,
  );
});

Deno.test("the name of a reference is beside the label of the present", () => {
  const hours = Array.from({ length: 24 }, (_, hour) => ({
    at: new Date(Date.UTC(2026, 2, 4, hour)).toISOString(),
    y: 40,
  }));
  const sideOf = (now: string | undefined) => {
    const markup = renderWidget(
      <LineChart
        label="l"
        data={hours}
        index="at"
        categories={["y"]}
        now={now}
        reference={{ value: 96, label: "Limit 96" }}
        minValue={0}
        maxValue={100}
      />,
    );
    const style = /<span style="([^"]*)">Limit 96</.exec(markup);
    if (style === null) return "nowhere";
    return Number(/left:([\d.]+)px/.exec(style[1]!)?.[1] ?? Infinity) > 160 ? "end" : "start";
  };
  assert.equal(sideOf(undefined), "end");
  assert.equal(sideOf("2026-03-04T21:00:00Z"), "start");
  assert.equal(sideOf("2026-03-04T03:00:00Z"), "end");
});

Deno.test("the line of the present or of a moment does not go through the name of a reference", () => {
  const hours = Array.from({ length: 24 }, (_, hour) => ({
    at: new Date(Date.UTC(2026, 2, 4, hour)).toISOString(),
    y: 10,
  }));
  const distances = (times: readonly string[]) => {
    const [now, ...moments] = times.map((time) => `2026-03-04T${time}:00Z`);
    const markup = renderWidget(
      <LineChart
        label="l"
        data={hours}
        index="at"
        categories={["y"]}
        now={now}
        moments={moments.map((at) => ({ at, label: "Tide" }))}
        reference={{ value: 50, label: "Limit 50" }}
        minValue={0}
        maxValue={100}
      />,
    );
    const middle = Number(/left:([\d.]+)px[^"]*">Limit 50</.exec(markup)![1]);
    const lines = Array.from(
      markup.matchAll(/<line [^>]*x1="([\d.]+)"[^>]*x2="\1"/g),
      ([, x]) => Math.abs(Number(x) - middle),
    );
    assert.ok(lines.length >= times.length, markup);
    return lines;
  };
  const half = 22;
  for (const times of [["12:00"], ["21:30"], ["21:30", "01:30"], ["11:00", "01:30", "22:00"]]) {
    assert.ok(Math.min(...distances(times)) > half, `${times}: ${distances(times)}`);
  }
});

Deno.test("the label of an extreme hides the axis that would go through it", () => {
  const styleOf = (lowest: number) => {
    const markup = renderWidget(
      <LineChart
        label="l"
        data={[90, lowest, 80].map((y, index) => ({ at: `${index}`, y }))}
        index="at"
        categories={["y"]}
        minValue={0}
        maxValue={100}
        markExtremes
      />,
    );
    return new RegExp(`<span style="([^"]*)">${lowest}<`).exec(markup)![1]!;
  };
  assert.match(styleOf(13), /background:var\(--color-surface\)/);
  assert.doesNotMatch(styleOf(57), /background/);
});

Deno.test("the name of a reference is beside the plot only where it would hide values in it", () => {
  const linesOf = (...values: number[]) => {
    const markup = renderWidget(
      <BarChart
        label="l"
        data={values.map((y, index) => ({ at: `${index}`, y }))}
        index="at"
        categories={["y"]}
        reference={{ value: 50, label: "Mean" }}
      />,
    );
    return Number(/<line [^>]*x2="([\d.]+)"[^>]*stroke-dasharray:4 4/.exec(markup)![1]);
  };
  assert.equal(linesOf(80, 60, 20, 10, 30), 320, "the line is as long as the chart is wide");
  assert.ok(linesOf(80, 60, 70, 90, 60) < 290, "the name is after its end");
});

Deno.test("the label of a chart is above its plot where all of it has room", () => {
  const topOf = (label: string, showLabel: boolean) => {
    const markup = renderWidget(
      <BarChart
        label={label}
        showLabel={showLabel}
        data={[{ at: "a", y: 4 }]}
        index="at"
        categories={["y"]}
        markExtremes
      />,
    );
    const paths = [...markup.matchAll(/<path d="M[\d.]+,[\d.]+V([\d.]+)/g)].map(([, top]) => Number(top));
    return { isShown: markup.includes(`>${label}</p>`), top: paths[0]! };
  };
  const [without, beside, long] = [
    topOf("Boats", false),
    topOf("Boats", true),
    topOf("Boats that leave the harbour in an hour of the summer", true),
  ];
  assert.deepEqual([without.isShown, beside.isShown, long.isShown], [false, true, false]);
  assert.ok(beside.top - without.top >= 20, `${beside.top} and ${without.top}`);
  assert.equal(long.top, without.top);
});

Deno.test("an extreme without room between it and a reference line has no label", () => {
  const labelsOf = (limit: number) =>
    textsOf(renderWidget(
      <LineChart
        label="l"
        data={[{ at: "a", y: 1 }, { at: "b", y: 48 }, { at: "c", y: 3 }]}
        index="at"
        categories={["y"]}
        markExtremes
        reference={{ value: limit, label: "Limit" }}
      />,
    ));
  assert.ok(!labelsOf(57).includes("48"), labelsOf(57).join());
  assert.ok(labelsOf(57).includes("1"), "the lowest one has");
  assert.ok(labelsOf(90).includes("48"), labelsOf(90).join());
});

Deno.test("January has its name on an axis of less than a year, and the year where months come twice", () => {
  const labelsOf = (months: number) =>
    textsOf(renderWidget(
      <LineChart
        label="l"
        data={Array.from({ length: months }, (_, month) => ({
          at: new Date(Date.UTC(2025, 10 + month)).toISOString().slice(0, 10),
          y: month,
        }))}
        index="at"
        categories={["y"]}
      />,
    ));
  const half = labelsOf(5);
  assert.ok(half.includes("Jan") && !half.includes("2026"), half.join());
  const more = labelsOf(16);
  assert.ok(more.includes("2026") && !more.includes("Jan"), more.join());
});

Deno.test("times are those of the card's time zone, and days are days everywhere", () => {
  const at = ["2026-03-04T05:00:00Z", "2026-03-04T11:00:00Z", "2026-03-04T17:00:00Z"];
  const hours = at.map((at, y) => ({ at, y }));
  const chart = (rows: { at: string | Date; y: number }[], timeZone: string, locale = "en") =>
    renderWidget(<LineChart label="l" data={rows} index="at" categories={["y"]} />, { timeZone, locale });
  const namesOf = (markup: string) => cellsOf(markup).map(([name]) => name);
  assert.deepEqual(namesOf(chart(hours, "Europe/Berlin", "de")), ["06:00", "12:00", "18:00"]);
  assert.deepEqual(namesOf(chart(hours, "Asia/Tokyo", "de")), [
    "Mi., 4. März, 14:00",
    "Mi., 4. März, 20:00",
    "Do., 5. März, 02:00",
  ]);
  assert.ok(textsOf(chart(hours, "Europe/Berlin", "de")).includes("12:00"));
  const instants = hours.map(({ at, y }) => ({ at: new Date(at), y }));
  assert.equal(chart(instants, "Europe/Berlin"), chart(hours, "Europe/Berlin"));

  const days = [1, 2, 3].map((day) => ({ at: `2026-03-0${day}`, y: day }));
  for (const timeZone of ["America/Los_Angeles", "Pacific/Kiritimati", "UTC"]) {
    assert.deepEqual(namesOf(chart(days, timeZone)), ["Sun, Mar 1", "Mon, Mar 2", "Tue, Mar 3"]);
    assert.ok(textsOf(chart(days, timeZone)).includes("Mon"));
  }
});

Deno.test("an axis of two days names the days, and no times", () => {
  for (const Chart of [LineChart, BarChart]) {
    const data = [{ at: "2026-02-28", y: 1 }, { at: "2026-03-01", y: 2 }];
    const texts = textsOf(renderWidget(<Chart label="l" data={data} index="at" categories={["y"]} />));
    assert.deepEqual(texts.filter((text) => /[a-z]/i.test(text)), ["Sat", "Sun"]);
  }
});

Deno.test("the line, the name and the band of a reference have the colour of its tone", () => {
  const chart = (value: number | readonly [number, number]) =>
    renderWidget(
      <LineChart
        label="Wind"
        data={[{ at: "a", y: 12 }, { at: "b", y: 22 }]}
        index="at"
        categories={["y"]}
        reference={{ value, label: "Beginners", tone: "warning" }}
      />,
    );
  assert.match(chart(15), /<line [^>]*stroke:var\(--color-warning\)[^>]*stroke-dasharray/);
  assert.match(chart(15), /<span [^>]*color:var\(--color-warning\)[^>]*>Beginners</);
  assert.match(chart([10, 15]), /<rect [^>]*fill:var\(--color-warning\)/);
});

Deno.test("of two dots at the ends of lines that would overlap there is only the first", () => {
  const dotsOf = (gusts: number) =>
    renderWidget(
      <LineChart
        label="Wind"
        data={[{ at: "a", wind: 10, gusts: 100 }, { at: "b", wind: 50, gusts }]}
        index="at"
        categories={["wind", "gusts"]}
      />,
    ).match(/<circle [^>]*r="4"[^>]*>/g)!.map((dot) => /fill:([^;]+)/.exec(dot)![1]);
  assert.deepEqual(dotsOf(51), ["var(--color-chart-1)"]);
  assert.deepEqual(dotsOf(90), ["var(--color-chart-1)", "var(--color-chart-2)"]);
});

Deno.test("the label of an extreme near a reference line is there from one height on", () => {
  const reference = { value: 52, label: "Limit" };
  const index = createIndexAxis({ values: ["a", "b", "c"], now: undefined, locale: "en", timeZone: "UTC" });
  const marks = { above: 48, below: 1, label: { row: 1, text: "48" } };
  const extremes = [{ row: 1, value: 48, color: "", isHighest: true, isBelow: false }];
  const labelled = Array.from({ length: 400 }, (_, more) => {
    const room = roomOf(320, 90 + more);
    const plot = plan(room, { index, bars: 0, values: [1, 48, 3, 52], marks, reference });
    const chart = {
      room,
      plot,
      series: [],
      marks,
      formatValue: String,
      drawn: undefined,
      isFuture: () => false,
    };
    return labelExtremes(extremes, chart, reference).length > 0;
  });
  const first = labelled.indexOf(true);
  assert.ok(first > 0, "a low chart has no label");
  assert.ok(labelled.slice(first).every(Boolean), "and each higher one has it");
});
