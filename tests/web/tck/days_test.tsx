import assert from "node:assert/strict";
import { Calendar, HeatGrid } from "@tck/kit";
import { renderWidget } from "./widget_rendering.tsx";

Deno.test("a calendar begins with the first day of the week of its language, and names its marks", () => {
  const march = (locale: string) =>
    renderWidget(
      <Calendar
        label="March"
        month="2026-03"
        today="2026-03-10"
        marks={[{ date: "2026-03-18", label: "Paper" }]}
      />,
      { locale },
    );
  const firstColumn = (markup: string) =>
    /class="kit-day"[^>]*style="grid-column-start:(\d)"/.exec(markup)![1];
  // 1 March 2026 is a Sunday.
  assert.equal(firstColumn(march("en-US")), "1");
  assert.equal(firstColumn(march("de")), "7");
  assert.match(march("en"), /<li>Wednesday, March 18, 2026: Paper<\/li>/);
  assert.equal(march("en").match(/class="kit-day"/g)!.length, 31);
  assert.equal(march("en").match(/data-today="true"/g)!.length, 1);
  const marks = ([1, 4] as const).map((color) => ({ date: "2026-03-18", label: `m${color}`, color }));
  const twice = renderWidget(<Calendar label="c" month="2026-03" marks={marks} />);
  assert.deepEqual(
    twice.match(/class="kit-day"[^>]*--kit-ink:[^;"]+/g)!.map((day) => day.split(":").at(-1)),
    [
      "var(--color-chart-1)",
    ],
  );
  assert.match(twice, /: m1<\/li>.*: m4<\/li>/);
  assert.throws(() => renderWidget(<Calendar label="c" month="soon" />), RangeError);
});

Deno.test("a calendar names its colours where each of several has one name", () => {
  const namesOf = (marks: readonly [day: string, label: string, color: 1 | 2 | 3 | 4 | 5 | 6][]) => {
    const markup = renderWidget(
      <Calendar
        label="c"
        month="2026-03"
        marks={marks.map(([day, label, color]) => ({ date: `2026-${day}`, label, color }))}
      />,
    );
    return Array.from(markup.matchAll(/kit-legend-label">([^<]+)/g), ([, name]) => name);
  };
  assert.deepEqual(namesOf([["03-02", "Paper", 1], ["03-04", "Glass", 2], ["03-16", "Paper", 1]]), [
    "Paper",
    "Glass",
  ]);
  assert.deepEqual(namesOf([["03-02", "Paper", 1], ["03-04", "Paper", 1]]), [], "one colour");
  assert.deepEqual(namesOf([["03-02", "Paper", 1], ["04-04", "Glass", 2]]), [], "one colour in this month");
  assert.deepEqual(
    namesOf([["03-02", "Mara", 1], ["03-04", "Elif", 1], ["03-05", "Tom", 2]]),
    [],
    "two names",
  );
  assert.deepEqual(
    namesOf(([1, 2, 3, 4, 5] as const).map((color) => [`03-0${color}`, `m${color}`, color])),
    [],
    "more colours than there is room for",
  );
});

Deno.test("a heat grid has its headings, a name for each cell, and one cell that Tab reaches", () => {
  const markup = renderWidget(
    <HeatGrid
      label="Visits"
      rows={["Sat", "Sun"]}
      columns={["Noon", "Evening"]}
      values={[[null, 8], [2, 0]]}
      formatValue={(value) => `${value} guests`}
    />,
  );
  assert.match(markup, /role="grid"[^>]*aria-label="Visits"/);
  assert.match(markup, /role="columnheader"[^>]*><span>Noon/);
  assert.match(markup, /role="rowheader"[^>]*><span>Sun/);
  const cells = Array.from(
    markup.matchAll(/data-level="(\d)" data-cell="(\d \d)" tabindex="(-?\d)" aria-label="([^"]*)"/gi),
    ([, ...parts]) => parts,
  );
  assert.deepEqual(cells, [
    ["4", "0 1", "0", "Sat, Evening: 8 guests"],
    ["1", "1 0", "-1", "Sun, Noon: 2 guests"],
    ["0", "1 1", "-1", "Sun, Evening: 0 guests"],
  ]);
});

Deno.test("days are weeks beside one another in the week of the language, headed by their months", () => {
  const days = Array.from({ length: 40 }, (_, day) => ({
    date: new Date(Date.UTC(2026, 1, 10 + day)).toISOString().slice(0, 10),
    value: day,
  }));
  const grid = (locale: string) => renderWidget(<HeatGrid label="l" days={days} />, { locale });
  // 10 February 2026 is a Tuesday, in the third row of a week from Sunday on, and in the second from Monday on.
  assert.match(grid("en-US"), /data-cell="2 0"[^>]*aria-label="Tue, Feb 10: 0"/);
  assert.match(grid("de"), /data-cell="1 0"[^>]*aria-label="Di\., 10\. Feb\.: 0"/);
  const months = Array.from(
    grid("en-US").matchAll(/role="columnheader"[^>]*><span[^>]*>([^<]*)</g),
    ([, text]) => text,
  );
  assert.deepEqual(months, ["Feb", "Mar"]);
  assert.equal(grid("en").match(/data-cell=/g)!.length, 40);
  assert.doesNotMatch(renderWidget(<HeatGrid label="l" days={[]} />), /data-cell|NaN/);
});

Deno.test("a calendar marks the week of today, or else of the first mark", () => {
  const week = (props: { today: string; marks?: { date: string; label: string }[] }) => {
    const markup = renderWidget(<Calendar label="c" month="2026-03" {...props} />, { locale: "de" });
    return Array.from(markup.matchAll(/data-week=""[^>]*><span>(\d+)</g), ([, day]) => Number(day));
  };
  assert.deepEqual(week({ today: "2026-03-04" }), [2, 3, 4, 5, 6, 7, 8]);
  assert.deepEqual(week({ today: "2026-03-31" }), [30, 31]);
  assert.deepEqual(week({ today: "2026-05-01", marks: [{ date: "2026-03-10", label: "p" }] }), [
    9,
    10,
    11,
    12,
    13,
    14,
    15,
  ]);
  assert.deepEqual(week({ today: "2026-05-01" }), [1]);
});
