import assert from "node:assert/strict";
import { Calendar, HeatGrid, WidgetKitError } from "@tck/kit";
import { renderWidget } from "./widget_rendering.tsx";

const draw = (dates: readonly unknown[], timeZone = "UTC") =>
  renderWidget(
    <HeatGrid
      label="Practice"
      days={dates.map((date, index) => ({ date: date as string, value: index + 1 }))}
    />,
    { timeZone },
  );
const cellsOf = (markup: string) =>
  Array.from(markup.matchAll(/aria-label="(\w+, \w+ \d+: \d+)"/g), ([, text]) => text);

Deno.test("a day of a heat grid that does not exist, or is no day, is rejected by its name", () => {
  for (
    const date of [
      "3/1/2026",
      "2026-02-30",
      "2026-3-1",
      "2026-03",
      "soon",
      "",
      "2026-03-04x",
      5,
      null,
      undefined,
    ]
  ) {
    assert.throws(() => draw([date]), (error) => {
      assert.ok(error instanceof WidgetKitError);
      assert.equal(error.code, "block.invalid_day");
      const shown = typeof date === "string" ? JSON.stringify(date) : String(date);
      assert.equal(
        error.message,
        `Cannot draw ${shown} in HeatGrid "Practice": it is not a day like "2026-03-04"`,
      );
      return true;
    });
  }
});

Deno.test("a time of a heat grid is on the day that its author wrote, in each time zone", () => {
  for (const timeZone of ["UTC", "Europe/Berlin", "America/New_York"]) {
    assert.deepEqual(cellsOf(draw(["2026-03-03T23:30:00-05:00"], timeZone)), ["Tue, Mar 3: 1"]);
    assert.match(
      renderWidget(
        <Calendar
          label="c"
          month="2026-03"
          marks={[{ date: "2026-03-03T23:30:00-05:00", label: "Paper" }]}
        />,
        { timeZone },
      ),
      /Tuesday, March 3, 2026: Paper/,
    );
  }
});

Deno.test("the days of a heat grid are in any order, and a day has one value", () => {
  const days = ["2026-03-04", "2026-03-02", "2026-02-28"];
  assert.deepEqual(cellsOf(draw(days)).toSorted(), ["Mon, Mar 2: 2", "Sat, Feb 28: 3", "Wed, Mar 4: 1"]);
  assert.throws(() => draw(["2026-03-04", "2026-03-03", "2026-03-04T10:00:00Z"]), {
    code: "block.invalid_day",
    message: 'Cannot draw "2026-03-04T10:00:00Z" in HeatGrid "Practice": it has a value already',
  });
});

Deno.test("a calendar rejects a day of today that is no day, and takes a time as its day", () => {
  const month = (today: string) => renderWidget(<Calendar label="Bins" month="2026-03" today={today} />);
  assert.throws(() => month("3/4/2026"), { name: "RangeError" });
  assert.match(month("2026-03-04T10:00:00Z"), /data-today/);
});
