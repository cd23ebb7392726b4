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
  WidgetKitError,
} from "@tck/kit";
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
