import assert from "node:assert/strict";
import { type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import {
  defineManifest,
  useAction,
  useFootprint,
  useFormat,
  useLocale,
  useSize,
  useSlots,
  useText,
  useTheme,
  useTimeZone,
  useWidgetContext,
  useWidgetState,
  type WidgetContext,
  WidgetContextProvider,
  type WidgetFormat,
  WidgetKitError,
} from "@tck/kit";

const manifest = defineManifest({
  id: "weather",
  cardType: "feed",
  sizes: ["2x1"],
  defaultState: { degrees: 12 },
});

const context: WidgetContext = {
  instanceId: "w_1",
  manifest: { id: "weather", cardType: "feed", sizes: ["2x1"] },
  theme: "dark",
  locale: "de-DE",
  timeZone: "Asia/Tokyo",
  size: "2x1",
  slots: { actions: [], updatedAt: null },
  portalTarget: null,
  agent: null,
  getDoc: () => ({ state: { degrees: 12 }, version: 0 }),
  applyPatch() {
    throw new Error("Not called");
  },
};

function render(Widget: () => ReactNode, overrides: Partial<WidgetContext> = {}): string {
  return renderToStaticMarkup(
    <WidgetContextProvider value={{ ...context, ...overrides }}>{<Widget />}</WidgetContextProvider>,
  );
}

function format(use: (format: WidgetFormat) => string, overrides?: Partial<WidgetContext>): string {
  return render(() => use(useFormat()), overrides);
}

function nativeFormat(use: (format: WidgetFormat) => string, locale: string): string {
  return render(() => use(useFormat({ digits: "native" })), { locale });
}

Deno.test("the hooks return the values of the context", () => {
  const all = () => [useTheme(), useLocale(), useTimeZone(), useSize()].join(" ");
  assert.equal(render(all), "dark de-DE Asia/Tokyo 2x1");
  assert.equal(render(() => useWidgetContext().instanceId), "w_1");
});

Deno.test("useWidgetState returns the state of the document", () => {
  assert.equal(render(() => String(useWidgetState(manifest).degrees)), "12");
});

for (
  const [name, hook] of Object.entries({
    useWidgetContext,
    useTheme,
    useLocale,
    useTimeZone,
    useSize,
    useFootprint,
    useText: () => useText({ en: "Weather" }),
    useWidgetState: () => useWidgetState(manifest),
    useFormat,
    useSlots,
    useAction: () => useAction("open"),
  })
) {
  Deno.test(`${name} outside a mounted widget throws an error with its name and what to do`, () => {
    const Widget = () => String(hook());
    assert.throws(() => renderToStaticMarkup(<Widget />), (error) => {
      assert.ok(error instanceof WidgetKitError);
      assert.equal(error.code, "context.missing");
      assert.match(error.message, new RegExp(`^Cannot call ${name}: .*<WidgetContextProvider>`));
      return true;
    });
  });
}

Deno.test("numbers are formatted in the card's language", () => {
  assert.equal(format(({ number }) => number(1234567.5)), "1.234.567,5");
  assert.equal(format(({ number }) => number(0.25, { style: "percent" })), "25\u00a0%");
});

Deno.test("dates and times are formatted in the card's time zone", () => {
  assert.equal(format(({ date }) => date("2026-03-04T20:30:00Z")), "05.03.2026");
  assert.equal(format(({ time }) => time("2026-03-04T20:30:00Z")), "05:30");
  assert.equal(format(({ date }) => date(0, { weekday: "long" })), "Donnerstag");
});

Deno.test("an option that names no part of a date or time keeps the default", () => {
  const at = "2026-03-04T20:30:00Z";
  assert.equal(format(({ time }) => time(at, { timeZone: "UTC" })), "20:30");
  assert.equal(
    format(({ time }) => time(at, { hour12: true, timeZone: "UTC" }), { locale: "en" }),
    "8:30\u00a0PM",
  );
  assert.equal(format(({ time }) => time(at, { timeZone: "UTC", timeZoneName: "short" })), "20:30\u00a0UTC");
  assert.equal(format(({ date }) => date(at, { timeZone: "UTC" })), "04.03.2026");
  assert.equal(format(({ date }) => date(at, { timeZone: "UTC", month: "long" })), "März");
  assert.equal(format(({ time }) => time(at, { hour: "2-digit", timeZone: "UTC" })), "20\u00a0Uhr");
});

Deno.test("no line ends within a time of day, in any language and beside a date", () => {
  const at = "2026-03-04T20:30:00Z";
  const spaces = (locale: string, options: Intl.DateTimeFormatOptions) =>
    format(({ time }) => time(at, { timeZone: "UTC", ...options }), { locale }).replace(/[^\s]/g, "");
  for (const locale of ["en", "de", "es", "ko", "tr", "ar", "ja"]) {
    assert.doesNotMatch(spaces(locale, { timeStyle: "short", hour12: true }), /[ \u202f]/, locale);
  }
  assert.equal(spaces("en", { dateStyle: "medium", timeStyle: "short" }), "   \u00a0");
});

Deno.test("a text without a zone is of the card's own clock", () => {
  for (const timeZone of ["Asia/Tokyo", "America/Los_Angeles", "UTC"]) {
    const inZone = { locale: "en", timeZone };
    assert.equal(format(({ time }) => time("2026-03-04T12:30:00"), inZone), "12:30\u00a0PM", timeZone);
    assert.equal(format(({ time }) => time("2026-03-04 12:30"), inZone), "12:30\u00a0PM", timeZone);
    assert.equal(format(({ date }) => date("2026-03-04"), inZone), "Mar 4, 2026", timeZone);
    assert.equal(format(({ date }) => date("2026-03-04", { weekday: "short" }), inZone), "Wed", timeZone);
    assert.equal(
      format(({ date }) => date("2026-03-04", { timeZone: "Pacific/Auckland" }), inZone),
      "Mar 4, 2026",
    );
    assert.equal(format(({ today }) => today("2026-03-04T23:30:00"), inZone), "2026-03-04", timeZone);
    const distance = format(({ relative }) => relative("2026-03-04T14:30", "2026-03-04T12:30:00"), inZone);
    assert.equal(distance, "in 2 hours", timeZone);
  }
  const fromZone = { locale: "en", timeZone: "Asia/Tokyo" };
  assert.equal(
    format(({ time }) => time("2026-03-04T12:30:00", { timeZone: "UTC" }), fromZone),
    "3:30\u00a0AM",
  );
  assert.equal(
    format(({ relative }) => relative("2026-03-04T12:30:00", "2026-03-04T01:30:00Z"), fromZone),
    "in 2 hours",
  );
  // A day on which the clock is put forward has 23 hours.
  const changing = { locale: "en", timeZone: "Europe/Berlin" };
  assert.equal(format(({ relative }) => relative("2026-03-30", "2026-03-29"), changing), "tomorrow");
  assert.equal(format(({ time }) => time("2026-03-29T03:30:00"), changing), "3:30\u00a0AM");
});

Deno.test("today is the day in the card's time zone", () => {
  const at = "2026-03-04T20:30:00Z";
  assert.equal(format(({ today }) => today(at)), "2026-03-05");
  assert.equal(format(({ today }) => today(at), { timeZone: "America/New_York" }), "2026-03-04");
  assert.equal(format(({ today }) => today(at), { locale: "th-TH-u-ca-buddhist" }), "2026-03-05");
  assert.match(format(({ today }) => today()), /^\d{4}-\d\d-\d\d$/);
});

Deno.test("amounts, percentages, durations and lists are formatted in the card's language", () => {
  const english = { locale: "en" };
  assert.equal(format(({ currency }) => currency(12.5, "EUR"), english), "€12.50");
  assert.equal(format(({ currency }) => currency(12, "EUR"), english), "€12");
  assert.equal(format(({ currency }) => currency(1234.5, "EUR")), "1.234,50\u00a0€");
  assert.equal(format(({ percent }) => percent(0.256), english), "26%");
  assert.equal(format(({ percent }) => percent(0.256, { maximumFractionDigits: 1 })), "25,6\u00a0%");
  assert.equal(format(({ list }) => list(["rye", "wheat", "oats"]), english), "rye, wheat, and oats");
  const duration = (value: Parameters<WidgetFormat["duration"]>[0], style?: "short" | "long") =>
    format((format) => format.duration(value, style), english);
  assert.equal(duration({ minutes: 90 }), "1h\u00a030m");
  assert.equal(duration({ minutes: 90 }, "long"), "1\u00a0hour, 30\u00a0minutes");
  assert.equal(duration({ hours: 2 }), "2h");
  assert.equal(duration({ days: 1, hours: 3, minutes: 29 }), "1d\u00a03h");
  assert.equal(duration({ minutes: 59, seconds: 59.6 }), "1h");
  assert.equal(duration({ hours: 23, minutes: 59, seconds: 40 }), "1d");
  assert.equal(duration(-90_000), "\u22121m\u00a030s");
});

Deno.test("a digital duration has minutes and seconds, and hours if there are any", () => {
  const digital = (value: Parameters<WidgetFormat["duration"]>[0], locale = "en") =>
    format((format) => format.duration(value, "digital"), { locale });
  assert.equal(digital({ hours: 1, minutes: 44, seconds: 37 }), "1:44:37");
  assert.equal(digital({ minutes: 24, seconds: 49 }), "24:49");
  assert.equal(digital(5_000), "0:05");
  assert.equal(digital(0), "0:00");
  assert.equal(digital(-114_000), "\u22121:54");
  assert.equal(digital({ seconds: -11 }), "\u22120:11");
  assert.equal(digital({ seconds: 59.6 }), "1:00");
  assert.equal(digital({ days: 1, hours: 2 }), "26:00:00");
  assert.equal(digital({ hours: 1234 }, "de"), "1234:00:00");
});

Deno.test("a duration is written as people of the language write it, and none is minutes", () => {
  const duration = (locale: string, value: Parameters<WidgetFormat["duration"]>[0]) =>
    format((format) => format.duration(value), { locale });
  assert.equal(duration("de", { hours: 7, minutes: 12 }), "7\u00a0Std.\u00a012\u00a0Min.");
  assert.equal(duration("de", { hours: 0 }), "0\u00a0Min.");
  assert.equal(duration("en", 0), "0m");
  assert.equal(duration("en", { seconds: 0 }), "0s");
  assert.equal(duration("ja", { hours: 7, minutes: 12 }), "7h12m");
  assert.equal(duration("ar", { hours: 7, minutes: 12 }), "7\u00a0س\u00a0و12\u00a0د");
});

Deno.test("a number has the true minus sign, and does not wrap before its unit", () => {
  const number = (locale: string, value: number, options?: Intl.NumberFormatOptions) =>
    format((format) => format.number(value, options), { locale });
  assert.equal(number("en", -5), "\u22125");
  assert.equal(number("de", -1234.5), "\u22121.234,5");
  assert.equal(number("ar", -5), "\u200e\u22125");
  assert.equal(number("en", -12, { style: "unit", unit: "kilometer" }), "\u221212\u00a0km");
  assert.equal(number("en", 12, { style: "unit", unit: "celsius" }), "12°C");
  assert.equal(format(({ currency }) => currency(-12, "EUR"), { locale: "en" }), "\u2212€12");
  assert.equal(format(({ percent }) => percent(-0.12), { locale: "de" }), "\u221212\u00a0%");
  // A range of values is no negative number.
  assert.equal(number("en", 0.00001, { notation: "scientific" }), "1E\u22125");
});

Deno.test("a range of times is one word, and one of days is of dates", () => {
  const range = (locale: string, from: string, to: string) =>
    format((format) => format.range(from, to), { locale, timeZone: "UTC" }).replaceAll("\u2060", "");
  const [noon, three] = ["2026-03-04T12:00:00Z", "2026-03-04T15:00:00Z"];
  assert.equal(range("en", noon, three), "12:00\u00a0–\u00a03:00\u00a0PM");
  assert.equal(range("fr", noon, three), "12:00\u00a0–\u00a015:00");
  assert.equal(range("de", noon, three), "12:00–15:00\u00a0Uhr");
  assert.doesNotMatch(
    format(({ range }) => range(noon, three), { timeZone: "UTC" }),
    /\s(?<!\u00a0)|[–-](?!\u2060)/,
  );
  // Over midnight too, but not from a whole day on, and with the dates that an author asks for.
  const ten = "2026-03-04T22:00:00Z";
  assert.equal(range("en", ten, "2026-03-05T05:00:00Z"), "10:00\u00a0PM\u00a0–\u00a05:00\u00a0AM");
  assert.equal(range("de", ten, "2026-03-05T21:59:00Z"), "22:00–21:59\u00a0Uhr");
  assert.match(range("en", ten, "2026-03-05T22:00:00Z"), /^3\/4\/2026, .* – 3\/5\/2026, /);
  assert.match(range("en", "2026-03-05T05:00:00Z", ten), /3\/5\/2026/);
  assert.match(
    format(({ range }) => range(ten, "2026-03-05T05:00:00Z", { weekday: "short" }), {
      locale: "en",
      timeZone: "UTC",
    }),
    /^Wed\s–\s.?Thu$/,
  );
  // In the night in which the clock is put forward.
  assert.equal(
    format(({ range }) => range("2026-03-28T22:00:00+01:00", "2026-03-29T05:00:00+02:00"), {
      locale: "de",
      timeZone: "Europe/Berlin",
    }).replaceAll("\u2060", ""),
    "22:00–05:00\u00a0Uhr",
  );
  assert.match(range("en", "2026-03-04", "2026-03-09"), /^Mar 4\s–\s9, 2026$/);
  // Days are the same in every time zone.
  const west = { locale: "en", timeZone: "America/Los_Angeles" };
  assert.match(format(({ range }) => range("2026-03-04", "2026-03-09"), west), /^Mar 4\s–\s9, 2026$/);
});

Deno.test("numbers, dates and times can have the language's own digits", () => {
  assert.equal(nativeFormat(({ number }) => number(1240), "ar"), "١٬٢٤٠");
  assert.equal(nativeFormat(({ time }) => time("2026-03-04T20:30:00Z"), "hi"), "५:३०\u00a0am");
  assert.equal(nativeFormat(({ number }) => number(1240), "fa"), "۱٬۲۴۰");
  assert.equal(nativeFormat(({ number }) => number(1240), "de"), "1.240");
  assert.equal(nativeFormat(({ number }) => number(7), "uz"), "7");
  assert.equal(nativeFormat(({ number }) => number(7), "uz-Arab"), "۷");
  assert.equal(format(({ number }) => number(1240), { locale: "hi" }), "1,240");
});

Deno.test("a table of texts is resolved by language, base language, another region, English and its first", () => {
  const text = (table: { [tag: string]: string }, locale: string) => render(() => useText(table), { locale });
  assert.equal(text({ en: "a", de: "b", "de-AT": "c" }, "de-AT"), "c");
  assert.equal(text({ en: "a", de: "b" }, "de-CH"), "b");
  assert.equal(text({ en: "a", "pt-BR": "b" }, "pt-PT"), "b");
  assert.equal(text({ en: "a", "zh-Hant": "b" }, "zh-hant-TW"), "b");
  assert.equal(text({ de: "b", en: "a" }, "fr"), "a");
  assert.equal(text({ de: "b", it: "c" }, "fr"), "b");
  const call = () => useText({ en: { high: (at: string) => `High at ${at}` } }).high("14:35");
  assert.equal(render(call), "High at 14:35");
  assert.throws(
    () => text({}, "fr"),
    (error) => error instanceof WidgetKitError && error.code === "text.missing",
  );
});

Deno.test("the footprint of a size is known in cells and pixels", () => {
  const footprint = (size: WidgetContext["size"]) =>
    JSON.parse(
      render(() => JSON.stringify(useFootprint()), { size })
        .replaceAll("&quot;", '"'),
    );
  assert.deepEqual(footprint("2x1"), { columns: 2, rows: 1, width: 352, height: 168 });
  assert.deepEqual(footprint("4x4"), { columns: 4, rows: 4, width: 720, height: 720 });
  assert.deepEqual(footprint("fill-auto"), { columns: null, rows: null, width: null, height: null });
});

Deno.test("a relative time uses the largest unit that it fills when rounded", () => {
  const now = new Date("2026-03-04T12:00:00Z");
  const at = (seconds: number) => format(({ relative }) => relative(now.getTime() + seconds * 1000, now));
  assert.equal(at(0), "jetzt");
  assert.equal(at(-20), "vor 20 Sekunden");
  assert.equal(at(59.7), "in 1 Minute");
  assert.equal(at(-30 * 60), "vor 30 Minuten");
  assert.equal(at(-90 * 60), "vor 2 Stunden");
  assert.equal(at(23 * 3600), "in 23 Stunden");
  assert.equal(at(-24 * 3600), "vor 1 Tag");
  assert.equal(at(29 * 86400), "in 29 Tagen");
  assert.equal(at(45 * 86400), "in 1 Monat");
  assert.equal(at(-800 * 86400), "vor 2 Jahren");
});

Deno.test("the distance of two days is one of days", () => {
  const at = (day: string) => format(({ relative }) => relative(day, "2026-01-03"));
  assert.deepEqual(
    ["2026-01-02", "2026-01-03", "2026-01-04", "2026-01-05", "2026-01-15", "2026-02-02", "2026-03-31"].map(
      at,
    ),
    ["gestern", "heute", "morgen", "übermorgen", "in 12 Tagen", "in 30 Tagen", "in 3 Monaten"],
  );
  // The 30th of December is not "next year", and 370 days ago is not "last year".
  assert.deepEqual(["2026-12-30", "2024-12-29"].map(at), ["in 1 Jahr", "vor 1 Jahr"]);
});

Deno.test("a day is apart from the day of the card by days", () => {
  const at = (timeZone: string) =>
    format(({ relative }) => relative("2026-01-16", "2026-01-15T18:00:00Z"), { locale: "en", timeZone });
  assert.deepEqual(["America/Los_Angeles", "UTC", "Asia/Tokyo"].map(at), ["tomorrow", "tomorrow", "today"]);
});

Deno.test("a time that the clock is put forward over is later, and one that comes twice is the first", () => {
  const utc = (text: string, timeZone: string) =>
    format(({ time }) => time(text, { timeZone: "UTC", timeStyle: "medium" }), { locale: "en-GB", timeZone });
  assert.equal(utc("2026-03-08T02:30:00", "America/Los_Angeles"), "10:30:00");
  assert.equal(utc("2026-03-08T01:59:59", "America/Los_Angeles"), "09:59:59");
  assert.equal(utc("2026-03-08T03:00:00", "America/Los_Angeles"), "10:00:00");
  assert.equal(utc("2026-11-01T01:30:00", "America/Los_Angeles"), "08:30:00");
  assert.equal(utc("2026-04-24T00:00:00", "Africa/Cairo"), "22:00:00");
  assert.equal(utc("2026-06-01T12:00:00", "Pacific/Kiritimati"), "22:00:00");
});

Deno.test("a year or month begins with its first day", () => {
  const west = { locale: "en", timeZone: "America/Los_Angeles" };
  assert.equal(format(({ date }) => date("2026-03", { month: "long" }), west), "March");
  assert.equal(format(({ date }) => date("2026", { year: "numeric" }), west), "2026");
});

Deno.test("what is not a time throws an error that names it", () => {
  const wrong = [
    "soon",
    "2026-02-30",
    "2026-02-30T10:00:00Z",
    "2026-13-01",
    "2026-03-04T25:00",
    "03/04/2026",
    NaN,
    null,
  ];
  for (const value of wrong) {
    const code = "format.invalid_instant";
    assert.throws(() => format(({ date }) => date(value as string)), { code }, `${value}`);
    assert.throws(() => format(({ relative }) => relative("2026-03-04T10:00:00Z", value as string)), {
      code,
    });
  }
  assert.throws(
    () => format(({ relative }) => relative("2026-02-30")),
    /Cannot format "2026-02-30": it is not a time\. Pass/,
  );
});
