import assert from "node:assert/strict";
import { Calendar, HeatGrid, useFormat } from "@tck/kit";
import { LineChart, StateChart } from "@tck/kit/charts";
import { renderWidget } from "./widget_rendering.tsx";
import { cellsOf } from "./charts/chart_markup.ts";

const BRITISH = { locale: "en", formatLocale: "en-GB" };

Deno.test("dates, numbers and weeks are those of the reader's region, and texts those of the card", () => {
  const Text = () => {
    const format = useFormat();
    return `${format.date("2026-03-04")} ${format.time("2026-03-04T15:00:00Z")} ${format.number(1234.5)}`;
  };
  assert.equal(renderWidget(<Text />, BRITISH), "4 Mar 2026 15:00 1,234.5");
  assert.equal(renderWidget(<Text />, { locale: "en" }), "Mar 4, 2026 3:00\u00a0PM 1,234.5");
  assert.equal(renderWidget(<Text />, { locale: "de", formatLocale: "de-CH" }), "04.03.2026 15:00 1’234.5");
  assert.equal(renderWidget(<Text />, { locale: "de" }), "04.03.2026 15:00 1.234,5");
});

Deno.test("the axes, weeks and days of blocks and charts are those of the reader's region", () => {
  const data = [{ at: "2026-03-04T13:00:00Z", value: 1 }, { at: "2026-03-04T15:00:00Z", value: 2 }];
  const line = <LineChart label="l" data={data} index="at" categories={["value"]} />;
  const states = (
    <StateChart
      label="l"
      states={[{ key: "a", name: "A" }]}
      data={[{ state: "a", from: "2026-03-04T13:00:00Z", to: "2026-03-04T15:00:00Z" }]}
    />
  );
  assert.deepEqual(cellsOf(renderWidget(line, BRITISH)).map(([name]) => name), ["13:00", "15:00"]);
  assert.deepEqual(cellsOf(renderWidget(states, BRITISH)).map(([name]) => name), ["13:00–15:00"]);
  const weekdays = (markup: string) =>
    Array.from(markup.matchAll(/kit-weekday">(\w)</g), ([, name]) => name).join("");
  const calendar = <Calendar label="c" month="2026-03" />;
  assert.deepEqual([weekdays(renderWidget(calendar, BRITISH)), weekdays(renderWidget(calendar))], [
    "MTWTFSS",
    "SMTWTFS",
  ]);
  const heat = <HeatGrid label="h" days={[{ date: "2026-03-04", value: 1 }]} />;
  assert.match(renderWidget(heat, BRITISH), /aria-label="Wed,? 4 Mar: 1"/);
});
