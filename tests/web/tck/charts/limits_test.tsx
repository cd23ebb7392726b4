import assert from "node:assert/strict";
import { AreaChart, BarChart, LineChart, Sparkline, StateChart } from "@tck/kit/charts";
import { createChartSteps } from "../../../../web/tck/charts/plan/chart_steps.ts";
import { createIndexAxis } from "../../../../web/tck/charts/axes/index_axis.ts";
import { placeWithin } from "../../../../web/tck/charts/axes/labels.ts";
import { type LegendPlan, planLegends } from "../../../../web/tck/charts/plan/legend.ts";
import { stepAt } from "../../../../web/tck/drawings/option.ts";
import { estimateTextWidth } from "../../../../web/tck/text_width.ts";
import { modelOf, plan, roomOf } from "./planned_plot.ts";
import { renderWidget } from "../widget_rendering.tsx";

Deno.test("a bar is at most 32, 48 or 64 pixels wide, by the width of the plot, and leaves a gap of 28 percent", () => {
  for (const [width, limit] of [[200, 32], [320, 48], [700, 64]] as const) {
    assert.equal(plan(roomOf(width, 200), { rows: 2 }).bandWidth, limit, `${width} pixels`);
    const dense = plan(roomOf(width, 200), { rows: 30 });
    const pitch = dense.x(1) - dense.x(0);
    assert.ok(dense.bandWidth <= 0.73 * pitch, `${dense.bandWidth} of ${pitch}`);
  }
});

Deno.test("rows of days at a distance of weeks are labelled by days, however few labels there are", () => {
  const values = Array.from(
    { length: 8 },
    (_, week) => new Date(Date.UTC(2025, 10, 24 + 7 * week)).toISOString().slice(0, 10),
  );
  const { positions, ticks } = createIndexAxis({ values, now: undefined, locale: "en", timeZone: "UTC" });
  assert.deepEqual(ticks(positions[0]!, positions.at(-1)!, 2).map(({ text }) => text), ["Nov 24", "Dec 22"]);
});

Deno.test("extremes are marked only where the plot is not flat beside their labels", () => {
  const marks = { above: 34, below: 0 };
  const [low, high] = [plan(roomOf(300, 84), { marks, bars: 0 }), plan(roomOf(300, 160), { marks, bars: 0 })];
  assert.deepEqual([low.hasMarks, high.hasMarks], [false, true]);
  assert.ok(low.box.height > 50, `${low.box.height}`);
  assert.ok(high.y(34) >= 1.8 * 12, `${high.y(34)}`);
});

Deno.test("the label of the present is above the highest dot", () => {
  const values = ["a", "b", "c"];
  const index = createIndexAxis({ values, now: "b", locale: "en", timeZone: "UTC" });
  const { box, y } = plan(roomOf(300, 160), { index, bars: 0 });
  const [labelEnd, dotStart] = [(0.55 + 0.65) * 12, y(34) - 5];
  assert.ok(dotStart >= labelEnd, `${dotStart} and ${labelEnd} of ${JSON.stringify(box)}`);
});

Deno.test("the axis of values has at most as many labels as its card allows, and none beside a narrow plot", () => {
  for (const [size, mostTicks] of [["S", 3], ["M", 4], ["L", 5]] as const) {
    for (const values of [[0, 34], [0, 7], [-3, 99], [0.1, 0.9], [0, 1e6]]) {
      const { valueTicks } = plan(roomOf(600, 400, size), { values });
      assert.ok(valueTicks.length >= 2 && valueTicks.length <= mostTicks, `${values}: ${valueTicks.length}`);
    }
  }
  assert.deepEqual(plan(roomOf(134, 114)).valueTicks, []);
});

Deno.test("an axis of several days keeps the days", () => {
  const values = Array.from(
    { length: 15 },
    (_, row) => new Date(Date.UTC(2026, 2, 2, 6 + 6 * row)).toISOString(),
  );
  const index = createIndexAxis({ values, now: undefined, locale: "en", timeZone: "UTC" });
  for (let width = 160; width <= 700; width += 20) {
    const texts = plan(roomOf(width, 200), { index, bars: 0, rows: 15 }).indexTicks.map(({ text }) => text);
    assert.deepEqual(
      texts.filter((text) => /^[A-Z][a-z]{2}$/.test(text)),
      ["Tue", "Wed", "Thu"],
      `${width} pixels: ${texts}`,
    );
  }
});

Deno.test("days at a distance of weeks are labelled themselves, and not days beside them", () => {
  const values = Array.from(
    { length: 8 },
    (_, row) => new Date(Date.UTC(2025, 10, 24 + 7 * row)).toISOString(),
  );
  const days = values.map((value) => value.slice(0, 10));
  const index = createIndexAxis({ values: days, now: undefined, locale: "en", timeZone: "UTC" });
  for (let width = 160; width <= 700; width += 20) {
    const { indexTicks, x } = plan(roomOf(width, 200), { index, bars: 0, rows: 8 });
    const places = days.map((_, row) => x(row));
    assert.ok(indexTicks.length >= 2, `${width} pixels`);
    for (const { at } of indexTicks) {
      assert.ok(places.some((place) => Math.abs(place - at) < 0.2), `${width} pixels: ${at} of ${places}`);
    }
  }
});

Deno.test("the names of values do not touch, also where the values are close to one another", () => {
  const ticks = [0, 300, 320, 340, 900].map((value) => ({ value, text: `Stage ${value}` }));
  for (let height = 80; height <= 400; height += 20) {
    const { valueTicks } = plan(roomOf(500, height), { ticks, values: [0, 900] });
    const places = valueTicks.map(({ at }) => at);
    assert.ok(places.length >= 2, `${height} pixels`);
    for (const [index, at] of places.slice(1).entries()) {
      assert.ok(places[index]! - at >= 1.35 * 12 - 0.1, `${height} pixels: ${places}`);
    }
  }
});

/** The names above a chart: null where one series is drawn, which needs none. */
function legendOf(
  names: readonly string[],
  width: number,
  height: number,
  { title = null, isBar = false }: { title?: string | null; isBar?: boolean } = {},
): LegendPlan | null {
  const [model, room] = [modelOf({ isBar }), roomOf(width, height)];
  const variants = [{ model, title, names, lost: [] }, {
    model,
    title,
    names: null,
    lost: ["legend", "names", "series"] as const,
  }];
  return stepAt(createChartSteps(variants, room), height).form.plot.legend;
}

Deno.test("the names of series are whole, or several letters long, or not there", () => {
  const names = ["Level", "Lowest", "Highest"];
  assert.equal(legendOf(names, 100, 100), null);
  assert.equal(legendOf(names, 240, 100)!.entryWidth, 240);
});

Deno.test("the names of states are above a bar that is lower for them", () => {
  const names = ["Running", "Throttled", "Cleaning", "Stopped"];
  assert.equal(legendOf(names, 318, 58), null, "a plot of values would be too low");
  const { height } = legendOf(names, 318, 58, { isBar: true })!;
  assert.ok(58 - height >= 18, `${height} px`);
  assert.equal(legendOf(names, 318, 40, { isBar: true }), null);
});

Deno.test("labels of the index begin at the plot's edge, and not below the labels of the values", () => {
  const texts = ["Monday morning", "Tuesday", "Wednesday"];
  const index = createIndexAxis({ values: texts, now: undefined, locale: "en", timeZone: "UTC" });
  const { box, indexTicks } = plan(roomOf(320, 200), { index, bars: 0 });
  assert.ok(box.left > 20 && indexTicks.length > 0);
  const markup = renderWidget(
    <LineChart
      label="l"
      data={texts.map((at, y) => ({ at, y: 1000 * y }))}
      index="at"
      categories={["y"]}
    />,
  );
  const first = /<span style="([^"]*)">Monday morning</.exec(markup)![1]!;
  const gutter = Number(/x1="([\d.]+)"/.exec(markup)![1]);
  assert.equal(Number(/left:([\d.]+)px/.exec(first)?.[1]), gutter);
});

Deno.test("labels of times are at even distances, also those that are moved inwards at the plot's edges", () => {
  const hours = Array.from({ length: 19 }, (_, hour) => new Date(Date.UTC(2026, 2, 4, hour)).toISOString());
  const index = createIndexAxis({ values: hours, now: undefined, locale: "en", timeZone: "UTC" });
  for (const width of [318, 480, 600, 640, 684]) {
    const { box, indexTicks } = plan(roomOf(width, 200), { index, bars: 0 });
    const middles = indexTicks.map(({ at, text }) => {
      const needed = estimateTextWidth(text, 12);
      return placeWithin(at, needed, box.left, box.left + box.width) + needed / 2;
    });
    const distances = middles.slice(1).map((middle, tick) => middle - middles[tick]!);
    const isEven = Math.min(...distances) >= 0.85 * Math.max(...distances);
    assert.ok(distances.length >= 2 && isEven, `${width} pixels: ${distances.map(Math.round).join()}`);
  }
});

Deno.test("several series always have their names: in fewer lines, shortened, or else one series is drawn", () => {
  const names = ["Nachtspeicherheizung", "Wärmepumpe", "Warmwasserbereitung"];
  assert.equal(legendOf(["Out", "Home"], 318, 200)!.height, 24);
  const wide = legendOf(names, 600, 200)!;
  const narrow = legendOf(names, 286, 200)!;
  assert.ok(narrow.height > wide.height && narrow.height <= 40);
  const low = legendOf(names, 286, 90)!;
  assert.deepEqual([low.height, low.isOneLine, low.isCut], [24, true, true]);
  assert.equal(legendOf(names, 286, 50), null);
  assert.equal(legendOf(names, 100, 70), null);
});

Deno.test("the names of series are beside the title where both have room, and below it otherwise", () => {
  const plan = (width: number, title = { height: 27, width: 90 }) =>
    planLegends(["Wind", "Gusts"], roomOf(width, 200), title)[0]!;
  assert.deepEqual([plan(318).isBeside, plan(318).height], [true, 0]);
  assert.deepEqual([plan(180).isBeside, plan(180).height], [false, 24]);
  assert.equal(plan(318, { height: 0, width: 0 }).isBeside, false, "without a title");
});

Deno.test("where names have no room, stacked bars are their sum, and lines the first of them", () => {
  const rows = [{ x: "a", p: 2, q: 3 }, { x: "b", p: 1, q: 4 }];
  const names = Object.fromEntries(["p", "q"].map((key) => [key, "A name that is far too long ".repeat(4)]));
  const paths = (chart: React.ReactElement) =>
    renderWidget(chart).match(/<path d="M[\d.]+,[\d.]+[VL]/g)!.length;
  // In the room of a build, 320 × 160 pixels, two shortened names fit; twelve do not.
  const many = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`s${index}`, index + 1]));
  const data = [{ x: "a", ...many }, { x: "b", ...many }];
  const categories = Object.keys(many) as never[];
  const long = Object.fromEntries(Object.keys(many).map((key) => [key, `The series ${key}`]));
  assert.equal(
    paths(<BarChart label="b" data={rows} index="x" categories={["p", "q"]} names={names} type="stacked" />),
    4,
  );
  assert.equal(
    paths(<BarChart label="b" data={data} index="x" categories={categories} names={long} type="stacked" />),
    2,
  );
  assert.equal(
    paths(
      <LineChart label="l" data={data} index="x" categories={categories} names={long} curveType="linear" />,
    ),
    1,
  );
  // The table still has all of them.
  const table = renderWidget(
    <BarChart label="b" data={data} index="x" categories={categories} names={long} type="stacked" />,
  );
  assert.equal(table.match(/<th scope="col">/g)!.length, 12);
});

Deno.test("highlighted bars have their colour, and the others, past or to come, are paler by the same", () => {
  const data = ["06", "07", "08"].map((hour) => ({ at: `2026-03-04T${hour}:00:00Z`, y: 3 }));
  const markup = renderWidget(
    <BarChart
      label="b"
      data={data}
      index="at"
      categories={["y"]}
      now="2026-03-04T06:30:00Z"
      highlight={({ at }) => at.includes("T08")}
    />,
  );
  const ink = "var(--color-chart-1)";
  const pale = `color-mix(in srgb, ${ink} 55%, var(--color-surface))`;
  assert.deepEqual(Array.from(markup.matchAll(/style="fill:([^"]+)"/g), ([, fill]) => fill), [
    pale,
    pale,
    ink,
  ]);
});

Deno.test("a range is a bar from its lower to its higher value, on an axis that need not begin at zero", () => {
  const data = [{ x: "a", low: 18, high: 24 }, { x: "b", low: 20, high: 20 }, {
    x: "c",
    low: null,
    high: 22,
  }];
  const markup = renderWidget(
    <BarChart label="r" data={data} index="x" categories={["low", "high"]} type="range" markExtremes />,
  );
  const bars = Array.from(markup.matchAll(/<path d="([^"]+)"/g), ([, path]) => path!);
  assert.equal(bars.length, 2, "a row without one of its ends has no bar, and equal ends have a thin one");
  assert.doesNotMatch(bars[0]!, /V[\d.]+Z$/, "both of its ends are round");
  const labels = Array.from(markup.matchAll(/<span [^>]*>([^<]+)<\/span>/g), ([, text]) => text);
  assert.ok(labels.includes("24") && labels.includes("18") && !labels.includes("0"), labels.join());
});

Deno.test("a step lasts until the next row, also where that one is a gap", () => {
  const data = [1, 2, null, 1].map((y, x) => ({ x: `${x}`, y }));
  const line = (curveType: "step" | "linear") =>
    / d="(M[^"]*)"/.exec(renderWidget(
      <LineChart label="l" data={data} index="x" categories={["y"]} curveType={curveType} />,
    ))![1]!;
  const ends = (path: string) =>
    path.split("M").slice(1).map((part) => Number(part.match(/[\d.]+/g)!.at(-2)));
  const third = (290 / 3).toFixed(0);
  const [step, linear] = [ends(line("step"))[0]!, ends(line("linear"))[0]!];
  assert.ok(step > linear + Number(third) - 20, `${step} and ${linear}`);
});

Deno.test("named values of the axis replace the round ones, and every second is left out where they have no room", () => {
  const ticks = ["Deep", "Light", "REM", "Awake"].map((text, value) => ({ value, text }));
  const texts = (height: number) =>
    plan(roomOf(400, height), { ticks, values: [0, 1, 2, 3], bars: 0 }).valueTicks.map(({ text }) => text);
  assert.deepEqual(texts(160), ["Deep", "Light", "REM", "Awake"]);
  assert.deepEqual(texts(62), ["Deep", "REM"]);
});

Deno.test("a chart of states has a bar for each span, hatches what is between two, and lists them with their times", () => {
  const at = (hour: number) => `2026-03-04T0${hour}:00:00Z`;
  const chart = (type: "lanes" | "strip") =>
    renderWidget(
      <StateChart
        label="The door"
        states={[{ key: "open", name: "Open" }, { key: "shut", name: "Closed", color: "muted" }]}
        data={[
          { state: "open", from: at(1), to: at(2) },
          { state: "shut", from: at(2), to: at(5) },
          { state: "open", from: at(6), to: at(7) },
        ]}
        type={type}
      />,
      { locale: "de", timeZone: "UTC" },
    );
  for (const type of ["lanes", "strip"] as const) {
    const markup = chart(type);
    const fills = Array.from(markup.matchAll(/<rect [^>]*style="fill:([^"]+)"/g), ([, fill]) => fill!);
    assert.equal(fills.filter((fill) => fill.startsWith("url(")).length, 1);
    assert.deepEqual(fills.filter((fill) => !fill.startsWith("url(")), [
      "var(--color-chart-1)",
      "color-mix(in srgb, var(--color-text-muted) 72%, var(--color-surface))",
      "var(--color-chart-1)",
    ]);
    assert.match(markup, /<th scope="row">01:00–02:00<\/th><td>Open<\/td>/);
    assert.match(markup, /<th scope="row">02:00–05:00<\/th><td>Closed<\/td>/);
  }
  assert.equal(renderWidget(<StateChart label="s" states={[{ key: "a", name: "A" }]} data={[]} />), "");
});

Deno.test("a span of a state that is not one of the chart's is named, and the axis tells spans of some seconds apart", () => {
  const [first, second, third] = ["10:00:00", "10:00:10", "10:00:40"].map((time) => `2026-03-04T${time}Z`);
  const chart = (state: string) =>
    renderWidget(
      <StateChart
        label="Door"
        states={[{ key: "open", name: "Open" }, { key: "shut", name: "Shut" }]}
        data={[{ state: "open", from: first!, to: second! }, {
          state: state as "shut",
          from: second!,
          to: third!,
        }]}
      />,
    );
  assert.match(chart("shut"), /<th scope="row">10:00:10 AM–10:00:40 AM<\/th><td>Shut<\/td>/);
  assert.throws(() => chart("ajar"), {
    code: "chart.invalid_value",
    message: 'Cannot draw span 2 of StateChart "Door": its state "ajar" is not one of the keys of states',
  });
});

Deno.test("a strip of states is as high as its title, bar and axis, and the label of the present where it has one", () => {
  const heightOf = (others: { now?: string; showLabel?: boolean }) => {
    const markup = renderWidget(
      <StateChart
        type="strip"
        label="Vents"
        states={[{ key: "open", name: "Open" }, { key: "shut", name: "Shut" }]}
        data={[
          { state: "shut", from: "2026-03-04T00:00:00Z", to: "2026-03-04T09:00:00Z" },
          { state: "open", from: "2026-03-04T09:00:00Z", to: "2026-03-04T18:00:00Z" },
        ]}
        {...others}
      />,
    );
    return Number(/max-block-size:(\d+)px/.exec(markup)?.[1]);
  };
  // In font sizes of 12 pixels: a title or names, half a line or the label of the present, and the axis.
  const [title, names, half, present, axis] = [2.25 * 12, 2 * 12, 12 / 2 + 1, 1.75 * 12, 1.6 * 12];
  assert.equal(
    heightOf({ showLabel: true }),
    Math.ceil(title + half + 32 + axis),
    "the names are beside the title",
  );
  assert.equal(heightOf({}), Math.ceil(names + half + 32 + axis));
  assert.equal(heightOf({ now: "2026-03-04T12:00:00Z" }), Math.ceil(names + present + 32 + axis));
});

Deno.test("areas are filled from zero only, and a spark not at all", () => {
  const data = [{ x: "a", y: 90 }, { x: "b", y: 92 }];
  assert.doesNotMatch(
    renderWidget(<Sparkline label="s" values={[90, 92]} />),
    /fill-opacity|<path [^>]*fill:(?!none)/,
  );
  const line = renderWidget(<LineChart label="l" data={data} index="x" categories={["y"]} />);
  assert.doesNotMatch(line, /<path [^>]*fill:(?!none)/);
  const area = renderWidget(<AreaChart label="a" data={data} index="x" categories={["y"]} />);
  assert.match(area, />0</, "the axis of an area has zero");
});
