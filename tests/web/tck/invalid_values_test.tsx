import assert from "node:assert/strict";
import type { ReactNode } from "react";
import {
  BarList,
  Calendar,
  Donut,
  DotMatrix,
  Gauge,
  HeatGrid,
  Image,
  ProgressBar,
  StackedBar,
  Stat,
  useFormat,
  type WidgetFormat,
  WidgetKitError,
} from "@tck/kit";
import { BarChart, LineChart } from "@tck/kit/charts";
import { renderWidget } from "./widget_rendering.tsx";

Deno.test("an image that is not a data URL throws", () => {
  // @ts-expect-error a remote image
  const remote = <Image src="https://images.example/a.png" alt="" />;
  assert.throws(() => renderWidget(remote), (error) => {
    assert.ok(error instanceof WidgetKitError);
    assert.equal(error.code, "image.not_inline");
    assert.match(error.message, /^Cannot show image "https:\/\/images\.example\/a\.png": it is not part/);
    return true;
  });
});

Deno.test("a number that is not finite throws with the block, its label and the value", () => {
  const row = { rows: ["Sat", "Sun"], columns: ["Noon"] };
  const day = { date: "2026-03-04", value: NaN };
  const missing = undefined as unknown as number;
  const text = "7" as unknown as number;
  const cases: [ReactNode, string][] = [
    [<ProgressBar key={1} label="l" value={NaN} />, 'NaN as value of ProgressBar "l"'],
    [<ProgressBar key={2} label="l" value={missing} />, 'undefined as value of ProgressBar "l"'],
    [<ProgressBar key={3} label="l" value={1} max={Infinity} />, 'Infinity as max of ProgressBar "l"'],
    [
      <StackedBar key={4} label="l" segments={[{ label: "Rent", value: NaN }]} />,
      'NaN as segment "Rent" of StackedBar "l"',
    ],
    [<StackedBar key={5} label="l" segments={[]} limit={NaN} />, 'NaN as limit of StackedBar "l"'],
    [
      <Donut key={6} label="l" segments={[{ label: "a", value: 1 }, { label: "b", value: text }]} />,
      '"7" as segment "b" of Donut "l"',
    ],
    [<Donut key={7} label="l" segments={[]} total={NaN} />, 'NaN as total of Donut "l"'],
    [<DotMatrix key={8} label="l" total={NaN} />, 'NaN as total of DotMatrix "l"'],
    [<DotMatrix key={9} label="l" total={3} filled={-Infinity} />, '-Infinity as filled of DotMatrix "l"'],
    [<DotMatrix key={10} label="l" total={3} levels={[1, NaN]} />, 'NaN as level 2 of DotMatrix "l"'],
    [<HeatGrid key={11} label="l" {...row} values={[[null], [NaN]]} />, 'NaN as "Sun, Noon" of HeatGrid "l"'],
    [<HeatGrid key={12} label="l" {...row} values={[]} max={NaN} />, 'NaN as max of HeatGrid "l"'],
    [<HeatGrid key={13} label="l" days={[day]} />, 'NaN as "Wed, Mar 4" of HeatGrid "l"'],
    [<Gauge key={14} label="l" value={NaN} max={9} />, 'NaN as value of Gauge "l"'],
    [<Gauge key={15} label="l" value={1} max={missing} />, 'undefined as max of Gauge "l"'],
    [
      <Gauge key={16} label="l" value={1} max={9} ranges={[{ label: "Low", to: NaN }]} />,
      'NaN as "Low" of Gauge "l"',
    ],
    [<BarList key={17} label="l" items={[{ label: "a", value: text }]} />, '"7" as "a" of BarList "l"'],
    [<BarList key={18} label="l" items={[]} max={NaN} />, 'NaN as max of BarList "l"'],
  ];
  for (const [block, place] of cases) {
    assert.throws(() => renderWidget(block), (error) => {
      assert.ok(error instanceof WidgetKitError);
      assert.equal(error.code, "block.invalid_value");
      assert.equal(error.message, `Cannot draw ${place}: it is not a finite number`);
      return true;
    });
  }
});

Deno.test("a mark of a calendar at a date that does not exist throws with the calendar, the mark and the date", () => {
  const mark = (date: string) =>
    renderWidget(<Calendar label="Bins" month="2026-02" marks={[{ date, label: "Paper" }]} />);
  for (const date of ["2026-99-02", "2026-02-30", "2026-02", "soon"]) {
    assert.throws(() => mark(date), {
      name: "RangeError",
      message: `Cannot mark "Paper" in Calendar "Bins": "${date}" is not a day like "2026-03-04"`,
    });
  }
  assert.match(mark("2026-02-03T10:00:00Z"), /data-marked/);
  assert.match(mark("2028-02-29"), /February 29, 2028: Paper/);
});

Deno.test("a value that is a number is written in the card's language, and what is no text throws with its prop", () => {
  const any = (value: unknown) => value as string;
  const stat = renderWidget(<Stat label="Steps" value={12_345.5} unit="m" />, { locale: "de" });
  assert.match(stat, />12\.345,5<span class="kit-stat-unit">/);
  const donut = <Donut label="Sleep" value={1_240} segments={[{ label: any(2025), value: 1 }]} />;
  assert.match(renderWidget(donut), /kit-ring-value[^>]*>1,240<.*2025: 1</);
  const heat = { label: "Visits", columns: ["8"], values: [[1]] };
  const chart = {
    label: "Steps",
    data: [{ day: "2026-02-27", steps: 5 }],
    index: "day",
    categories: ["steps"],
  } as const;
  const cases: [ReactNode, string][] = [
    [<Stat key={1} label="Steps" value={any(null)} />, 'null as value of Stat "Steps"'],
    [<Stat key={2} label="Steps" value={any(undefined)} />, 'undefined as value of Stat "Steps"'],
    [<Stat key={3} label={<b>Steps</b>} value={any({ count: 3 })} />, '{"count":3} as value of Stat'],
    [<Stat key={4} label="Steps" value="3" unit={any(7)} />, "7 as unit of Stat"],
    [<Donut key={5} label="Sleep" value={any(null)} segments={[]} />, 'null as value of Donut "Sleep"'],
    [
      <Donut key={6} label="Sleep" segments={[{ label: any(undefined), value: 1 }]} />,
      'undefined as label of a segment of Donut "Sleep"',
    ],
    [<HeatGrid key={7} {...heat} rows={[any(2026)]} />, '2026 as one of the rows of HeatGrid "Visits"'],
    [
      <Gauge key={8} label="Air" value={1} max={9} formatValue={(value) => any(value)} />,
      '1 as the result of formatValue of Gauge "Air"',
    ],
    [
      <Calendar key={9} label="Bins" month="2026-02" marks={[{ date: "2026-02-03", label: any(null) }]} />,
      'null as label of a mark of Calendar "Bins"',
    ],
    [<LineChart key={10} {...chart} label={any(4)} showLabel />, "4 as label of a chart"],
    [
      <LineChart key={11} {...chart} reference={{ value: 3, label: any(8) }} />,
      '8 as label of the reference of chart "Steps"',
    ],
    [
      <LineChart key={12} {...chart} moments={[{ at: "2026-02-27", label: any(null) }]} />,
      'null as label of a moment of chart "Steps"',
    ],
    [
      <BarChart key={13} {...chart} valueTicks={[{ value: 3, text: any(3) }]} />,
      '3 as text of 3 in valueTicks of chart "Steps"',
    ],
    [
      <BarChart key={14} {...chart} valueFormatter={(value) => any(value)} />,
      'as valueFormatter of chart "Steps"',
    ],
  ];
  for (const [block, place] of cases) {
    assert.throws(() => renderWidget(block), (error) => {
      assert.ok(error instanceof WidgetKitError, `${place}: ${error}`);
      assert.equal(error.code, "block.invalid_text");
      assert.ok(
        error.message.startsWith("Cannot show ") &&
          error.message.includes(`${place}: it is not a text. Format`),
        error.message,
      );
      return true;
    });
  }
  assert.throws(
    () => renderWidget(<Stat label="Share" value={0 / 0} />),
    /^WidgetKitError: Cannot draw NaN as value of Stat "Share": it is not a finite number$/,
  );
  assert.throws(
    () => renderWidget(<BarChart {...chart} reference={{ value: NaN, label: "Goal" }} />),
    /Cannot draw NaN as value of the reference of chart "Steps": it is not a finite number$/,
  );
  const month = any(202602);
  assert.throws(
    () => renderWidget(<Calendar label="Bins" month={month} />),
    /^RangeError: Cannot show month 202602: /,
  );
});

Deno.test("every formatter throws with the value that it cannot format", () => {
  function Formatted({ use }: { use: (format: WidgetFormat) => string }) {
    return useFormat() && use(useFormat());
  }
  const formatted = (use: (format: WidgetFormat) => string) => renderWidget(<Formatted use={use} />);
  const any = (value: unknown) => value as never;
  const noNumber = "it is not a finite number. Write a text such as – where there is no value";
  for (const value of [NaN, Infinity, -Infinity, undefined, null, "12"]) {
    const uses: ((format: WidgetFormat) => string)[] = [
      ({ number }) => number(any(value)),
      ({ percent }) => percent(any(value)),
      ({ currency }) => currency(any(value), "EUR"),
    ];
    for (const use of uses) {
      assert.throws(() => formatted(use), {
        code: "format.invalid_value",
        message: `Cannot format ${value === "12" ? '"12"' : value}: ${noNumber}`,
      });
    }
  }
  for (const value of [NaN, Infinity, null, "1h", { hours: NaN }, { minutes: "x" }]) {
    for (const style of ["narrow", "digital"] as const) {
      assert.throws(() => formatted(({ duration }) => duration(any(value), style)), {
        code: "format.invalid_value",
        message:
          /^Cannot format (NaN|Infinity|null|"1h"|\{"[a-z]+":(null|"x")\}): it is not a length of time\. Pass/,
      });
    }
  }
  for (const items of [["rye", undefined], [3], null]) {
    assert.throws(
      () => formatted(({ list }) => list(any(items))),
      /Cannot format .*: it is not a list of texts$/,
    );
  }
  for (const at of [NaN, Infinity, 9e15, new Date(NaN), "2026-02-31", "2026-02-27T25:00", ""]) {
    const uses: ((format: WidgetFormat) => string)[] = [
      ({ date }) => date(at),
      ({ time }) => time(at),
      ({ relative }) => relative(at),
      ({ relative }) => relative(0, at),
      ({ range }) => range(0, at),
      ({ today }) => today(at),
    ];
    for (const use of uses) {
      assert.throws(() => formatted(use), (error) => {
        assert.ok(error instanceof WidgetKitError, `${at}: ${error}`);
        assert.equal(error.code, "format.invalid_instant");
        return true;
      });
    }
  }
  assert.equal(formatted(({ number }) => number(1e21)), "1,000,000,000,000,000,000,000");
  assert.equal(formatted(({ percent }) => percent(0)), "0%");
});

Deno.test("a row of a chart at a day or time that does not exist throws with the row and its value", () => {
  const charts = { BarChart, LineChart };
  const cases: [unknown, RegExp][] = [
    ["2026-02-31", /at "2026-02-31", its "day": it is neither a day like "2026-03-04" nor a time like/],
    ["2026-02-27T25:00", /at "2026-02-27T25:00", its "day": it is neither a day/],
    [new Date(NaN), /at an invalid Date, its "day": it is not a time$/],
    [undefined, /at undefined, its "day": it is neither a text, a number nor a time$/],
    [null, /at null, its "day": it is neither a text/],
  ];
  for (const [name, Chart] of Object.entries(charts)) {
    const draw = (day: unknown) =>
      renderWidget(
        <Chart
          label="Steps"
          data={[{ day: "2026-02-27", steps: 5 }, { day: day as string, steps: 7 }]}
          index="day"
          categories={["steps"]}
        />,
      );
    for (const [day, why] of cases) {
      assert.throws(() => draw(day), (error) => {
        assert.ok(error instanceof WidgetKitError, `${name}: ${error}`);
        assert.equal(error.code, "chart.invalid_index");
        assert.match(error.message, /^Cannot draw row 2 of chart "Steps" at /);
        assert.match(error.message, why);
        return true;
      });
    }
    assert.match(draw("2026-02-28"), /Feb 28/);
    assert.match(draw("Total"), /Total/);
  }
});
