import assert from "node:assert/strict";
import fc from "fast-check";
import { calendarOptions, planCalendar } from "../../../../web/tck/blocks/calendar/calendar_plan.ts";
import { donutOptions, planDonut } from "../../../../web/tck/blocks/donut/donut_plan.ts";
import { dotOption } from "../../../../web/tck/blocks/dot_matrix.tsx";
import { figureOption } from "../../../../web/tck/blocks/figure.tsx";
import type { HeatTable } from "../../../../web/tck/blocks/heat/heat_days.ts";
import { heatOptions, planHeat } from "../../../../web/tck/blocks/heat/heat_plan.ts";
import { checkOptions, CLASSES, heightsOf, optionAt, spaceOf } from "./option_rules.ts";

const widths = fc.integer({ min: 40, max: 720 });
const sizes = fc.constantFrom(...CLASSES);

Deno.test("a ring has its legend and its caption in the heights that its options promise them for", () => {
  const entries = fc.array(fc.constantFrom("Deep 1.6", "Light 4.3", "Warmwasserbereitung 12"), {
    maxLength: 8,
  });
  const captions = fc.constantFrom(undefined, "hours", "of 240 places", "of two hundred and forty places");
  fc.assert(fc.property(entries, captions, widths, sizes, (entries, caption, width, size) => {
    const [model, space] = [{ entries, caption }, spaceOf(width, size)];
    const hasCaption = caption !== undefined;
    const options = donutOptions(model, space);
    checkOptions(options, `${width} px`);
    for (const height of heightsOf(options)) {
      const { lost } = optionAt(options, height);
      const plan = planDonut(model, space, height);
      assert.equal(entries.length > 1 && !plan.hasLegend, lost.includes("legend"), `${height} px`);
      assert.equal(hasCaption && !plan.hasCaption, lost.includes("caption"), `${height} px`);
      assert.equal(plan.place === "alone", !plan.hasLegend, `${height} px`);
      const ring = plan.place === "beside"
        ? Math.min(height, 0.46 * width)
        : Math.min(height - (plan.place === "below" ? plan.names : 0), width);
      assert.ok(
        !plan.hasCaption || ring >= 128,
        `${height} px: a ring of ${ring} px has no room for a caption`,
      );
      const largest = Math.min(plan.place === "beside" ? 0.46 * width : width, 200);
      const whole = caption === undefined ? 0 : space.widthOf(caption, space.fontSize);
      assert.ok(
        !plan.hasCaption || plan.place === "below" || 0.58 * ring >= Math.min(whole, 0.58 * largest) - 0.01,
        `${height} px: a ring of ${ring} px cuts a caption of ${whole} px`,
      );
    }
  }));
});

Deno.test("a calendar is a month with the names of its colours, a month, or a week", () => {
  fc.assert(fc.property(fc.boolean(), widths, sizes, (hasNames, width, size) => {
    const [model, space] = [{ weeks: 5, hasNames }, spaceOf(width, size)];
    const options = calendarOptions(model, space);
    checkOptions(options, `${width} px`);
    for (const height of heightsOf(options)) {
      const { lost } = optionAt(options, height);
      const { days, hasLegend } = planCalendar(model, space, height);
      assert.equal(days === "week", lost.includes("days"), `${height} px`);
      assert.equal(hasNames && !hasLegend, lost.includes("legend"), `${height} px`);
    }
  }));
});

const rows = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/** A grid of weeks, or of seven rows and some columns. */
function tableOf(columns: number, isOfDays: boolean): HeatTable {
  const cells = rows.map((row) => Array.from({ length: columns }, (_, column) => `${row} ${column}`));
  return {
    rows,
    columns: Array.from({ length: columns }, (_, column) => column % 4 === 0 ? `C${column}` : ""),
    values: cells.map((row) => row.map(() => 1)),
    names: isOfDays ? cells : null,
  };
}

Deno.test("a heat grid has the headings that its options promise, and as many weeks in each height", () => {
  const columns = fc.integer({ min: 1, max: 60 });
  fc.assert(fc.property(columns, fc.boolean(), widths, sizes, (columns, isOfDays, width, size) => {
    const [table, space] = [tableOf(columns, isOfDays), spaceOf(width, size)];
    const options = heatOptions(table, space);
    checkOptions(options, `${width} px`);
    const firsts = new Set<number>();
    for (const height of [...heightsOf(options), 30, 60, 90]) {
      const plan = planHeat(table, space, height);
      firsts.add(plan.first);
      assert.ok(plan.total <= height + 0.01, `${plan.total} of ${height} px`);
      if (isOfDays) {
        const across = Math.max(12, Math.min((width - plan.rowHead) / columns, 28, 2 * plan.height));
        assert.equal(plan.width, across, "days are as wide as the room, up to twice as wide as high");
      }
      if (height < options.at(-1)!.height) continue;
      const { lost } = optionAt(options, height);
      assert.equal(!plan.hasColumns, lost.includes("axis"), `${height} px`);
      assert.equal(plan.rowHead === 0 || !plan.areRowsNamed, lost.includes("names"), `${height} px`);
      assert.ok(plan.rowHead === 0 || !plan.areRowsNamed || plan.height >= 12, `${height} px`);
      assert.equal(
        plan.first > 0 || (!isOfDays && plan.width * columns > width - plan.rowHead + 0.01),
        lost.includes("columns"),
      );
    }
    assert.equal(firsts.size, 1, "more height never shows fewer weeks");
  }));
});

Deno.test("columns of which one alone could have its heading have none, and say so", () => {
  const headings = ["Working days", "Weekends"];
  const table: HeatTable = { ...tableOf(2, false), columns: headings };
  const lostAt = (width: number) => heatOptions(table, spaceOf(width, "S"))[0]!.lost.includes("axis");
  assert.equal(lostAt(134), true);
  assert.equal(planHeat(table, spaceOf(134, "S"), 120).hasColumns, false);
  assert.equal(lostAt(320), false);
});

Deno.test("dots and drawings of an author show everything in each legible height", () => {
  fc.assert(fc.property(fc.integer({ min: 1, max: 1_000 }), widths, sizes, (count, width, size) => {
    const space = spaceOf(width, size);
    for (const columns of [undefined, 7]) checkOptions([dotOption(count, columns, space)], `${count}`);
    checkOptions([figureOption(space, 160)], size);
    assert.equal(figureOption(space, 160).height, { S: 36, M: 64, L: 112 }[size]);
    assert.equal(figureOption(space, 24).height, 24, "a low drawing is as low as its author says");
  }));
});
