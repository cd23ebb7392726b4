import assert from "node:assert/strict";
import type { ReactNode } from "react";
import { Donut, StackedBar, useFormat, type WidgetFormat, WidgetKitError } from "@tck/kit";
import { renderWidget } from "./widget_rendering.tsx";

/** What a function formats in a card of a language. */
function format(use: (format: WidgetFormat) => string, locale = "en"): string {
  const Text = () => use(useFormat());
  return renderWidget(<Text />, { locale });
}

Deno.test("a negative part of a whole, and a negative whole, are rejected by name", () => {
  const parts = [{ label: "Rent", value: 1300 }, { label: "Refund", value: -300 }];
  const cases: [ReactNode, string][] = [
    [
      <StackedBar key={1} label="l" segments={parts} limit={1200} />,
      '-300 as segment "Refund" of StackedBar "l"',
    ],
    [<Donut key={2} label="l" segments={parts} />, '-300 as segment "Refund" of Donut "l"'],
    [<StackedBar key={3} label="l" segments={[]} limit={-1} />, '-1 as limit of StackedBar "l"'],
    [<Donut key={4} label="l" segments={[]} total={-0.5} />, '-0.5 as total of Donut "l"'],
  ];
  for (const [block, place] of cases) {
    assert.throws(() => renderWidget(block), (error) => {
      assert.ok(error instanceof WidgetKitError);
      assert.equal(error.code, "block.invalid_value");
      assert.equal(error.message, `Cannot draw ${place}: a part of a whole is not negative`);
      return true;
    });
  }
  assert.doesNotThrow(() => renderWidget(<Donut label="l" segments={[{ label: "a", value: -0 }]} />));
});

Deno.test("a ring whose parts are more than its total is full, once", () => {
  const parts = [{ label: "a", value: 60 }, { label: "b", value: 90 }];
  const shares = (total: number) =>
    Array.from(
      renderWidget(<Donut label="l" segments={parts} total={total} />).matchAll(/--kit-part:([\d.]+)/g),
      ([, part]) => Number(part),
    );
  assert.deepEqual(shares(100), [0.4, 0.6]);
  assert.deepEqual(shares(300), [0.2, 0.3]);
});

Deno.test("zero has no sign, and what is rounded to it neither", () => {
  const whole = { maximumFractionDigits: 0 };
  assert.equal(format(({ number }) => `${number(-0.3, whole)}°`), "0°");
  assert.equal(format(({ number }) => number(-0)), "0");
  assert.equal(format(({ number }) => number(-0.3, { ...whole, style: "unit", unit: "celsius" })), "0°C");
  assert.equal(format(({ percent }) => percent(-0.003), "de"), "0\u00a0%");
  assert.equal(format(({ currency }) => currency(-0.3, "EUR", whole)), "€0");
  assert.equal(format(({ duration }) => duration(-300)), "0m");
  assert.equal(format(({ duration }) => duration(-300, "digital")), "0:00");
  assert.equal(format(({ duration }) => duration({ seconds: -0.3 }, "digital")), "0:00");
  assert.equal(format(({ duration }) => duration(-30_000, "digital")), "\u22120:30");
  assert.equal(format(({ number }) => number(-0.6, whole)), "\u22121");
  assert.equal(format(({ number }) => number(-0.3, { ...whole, signDisplay: "always" })), "\u22120");
});

Deno.test("a small amount of money is not nothing", () => {
  assert.equal(format(({ currency }) => currency(0.0000123, "USD")), "$0.0000123");
  assert.equal(format(({ currency }) => currency(-0.004, "USD")), "\u2212$0.004");
  assert.equal(format(({ currency }) => currency(0.25, "JPY")), "¥0.25");
  assert.equal(format(({ currency }) => currency(0, "USD")), "$0");
  assert.equal(format(({ currency }) => currency(0.1 + 0.2 - 0.3, "USD")), "$0");
  assert.equal(format(({ currency }) => currency(0.004, "USD", { maximumFractionDigits: 2 })), "$0");
  assert.equal(format(({ currency }) => currency(0.006, "USD")), "$0.01");
  assert.equal(format(({ currency }) => currency(0.0000123, "USD", { notation: "compact" })), "$0.000012");
});

Deno.test("the options of an author win over the kit's", () => {
  assert.equal(
    format(({ currency }) => currency(5, "CHF", { minimumFractionDigits: 2 })),
    "CHF\u00a05.00",
  );
  assert.equal(
    format(({ currency }) => currency(5, "CHF", { minimumSignificantDigits: 3 })),
    "CHF\u00a05.00",
  );
  assert.equal(format(({ currency }) => currency(5, "EUR", { trailingZeroDisplay: "auto" })), "€5.00");
  assert.equal(format(({ currency }) => currency(5, "EUR", { maximumFractionDigits: 2 })), "€5");
  assert.equal(format(({ currency }) => currency(5, "EUR", { signDisplay: "always" })), "+€5");
  assert.equal(format(({ percent }) => percent(0.5, { minimumFractionDigits: 1 })), "50.0%");
  assert.equal(format(({ number }) => number(5, { minimumFractionDigits: 2 })), "5.00");
  // An option without a value counts as missing.
  assert.equal(format(({ number }) => number(-0, { signDisplay: undefined })), "0");
  assert.equal(format(({ percent }) => percent(0.5, { style: undefined })), "50%");
  const noon = "2026-03-04T12:00:00Z";
  assert.equal(
    format(({ time }) => time(noon, { timeZone: undefined, timeStyle: undefined })),
    "12:00\u00a0PM",
  );
  assert.equal(format(({ date }) => date(noon, { dateStyle: undefined })), "Mar 4, 2026");
});

Deno.test("in every formatter each option of Intl that an author gives is followed", () => {
  const [noon, later] = ["2026-03-04T12:00:00Z", "2026-03-04T15:30:00Z"];
  const cases: readonly [(format: WidgetFormat) => string, string][] = [
    [({ number }) => number(1234.567, { maximumFractionDigits: 1 }), "1,234.6"],
    [({ number }) => number(1234.567, { useGrouping: false }), "1234.567"],
    [({ number }) => number(1234.567, { notation: "compact" }), "1.2K"],
    [({ number }) => number(5, { signDisplay: "exceptZero" }), "+5"],
    [({ number }) => number(5, { style: "unit", unit: "liter", unitDisplay: "long" }), "5\u00a0liters"],
    [({ number }) => number(5, { numberingSystem: "arab" }), "٥"],
    [({ currency }) => currency(5, "CHF", { minimumFractionDigits: 0 }), "CHF\u00a05"],
    [({ currency }) => currency(5.5, "CHF", { minimumFractionDigits: 0 }), "CHF\u00a05.5"],
    [({ currency }) => currency(5.5, "CHF", { maximumFractionDigits: 0 }), "CHF\u00a06"],
    [({ currency }) => currency(12345, "EUR", { notation: "compact" }), "€12K"],
    [({ currency }) => currency(0.129, "USD", { notation: "compact" }), "$0.13"],
    [({ currency }) => currency(-5, "USD", { currencySign: "accounting" }), "($5)"],
    [({ currency }) => currency(5, "USD", { currencyDisplay: "name" }), "5\u00a0US\u00a0dollars"],
    [({ currency }) => currency(5, "USD", { style: "decimal" }), "5"],
    [({ currency }) => currency(0.004, "USD", { roundingMode: "ceil" }), "$0.01"],
    [({ currency }) => currency(0.004, "CHF", { roundingIncrement: 5 }), "CHF\u00a00"],
    [({ currency }) => currency(0.004, "USD", { roundingPriority: "lessPrecision" }), "$0"],
    [({ percent }) => percent(0.2567, { maximumFractionDigits: 1 }), "25.7%"],
    [({ percent }) => percent(0.25, { signDisplay: "always" }), "+25%"],
    [({ percent }) => percent(0.25, { style: "decimal" }), "0.25"],
    [({ percent }) => percent(1234, { notation: "compact" }), "123K%"],
    [({ date }) => date(noon, { dateStyle: "full" }), "Wednesday, March 4, 2026"],
    [({ date }) => date(noon, { weekday: "short" }), "Wed"],
    [({ date }) => date(noon, { calendar: "buddhist" }), "Mar 4, 2569 BE"],
    [({ date }) => date("2026-03-04T23:00:00Z", { timeZone: "Asia/Tokyo" }), "Mar 5, 2026"],
    // A day is the same in every time zone.
    [({ date }) => date("2026-03-04", { timeZone: "Asia/Tokyo" }), "Mar 4, 2026"],
    [({ time }) => time(noon, { timeStyle: "medium" }), "12:00:00\u00a0PM"],
    [({ time }) => time(noon, { hour12: false }), "12:00"],
    [({ time }) => time(noon, { hour: "numeric" }), "12\u00a0PM"],
    [({ time }) => time(noon, { timeZoneName: "short" }), "12:00\u00a0PM\u00a0UTC"],
    [({ range }) => range(noon, later, { hourCycle: "h23" }), "12:00\u00a0–\u2060\u00a015:30"],
    [({ range }) => range(noon, later, { dateStyle: "short" }), "3/4/26"],
    [({ range }) => range("2026-03-04", "2026-03-06", { month: "long", day: "numeric" }), "March 4 – 6"],
    [({ relative }) => relative("2026-03-05", "2026-03-04", { numeric: "always" }), "in 1 day"],
    [({ relative }) => relative(noon, noon, { numeric: "always" }), "in 0 seconds"],
    [({ relative }) => relative(later, noon, { style: "narrow" }), "in 4h"],
    [({ duration }) => duration({ minutes: 90 }, "long"), "1\u00a0hour, 30\u00a0minutes"],
    [({ list }) => list(["a", "b"], { type: "unit", style: "narrow" }), "a b"],
  ];
  for (const [use, text] of cases) assert.equal(format(use), text);
});

Deno.test("formatters of other options, languages and time zones are others", () => {
  const noon = "2026-03-04T12:00:00Z";
  const at = (locale: string, timeZone: string) => {
    const Text = () => useFormat().time(noon);
    return renderWidget(<Text />, { locale, timeZone });
  };
  assert.deepEqual([at("de", "UTC"), at("de", "Asia/Tokyo"), at("en", "UTC"), at("de", "UTC")], [
    "12:00",
    "21:00",
    "12:00\u00a0PM",
    "12:00",
  ]);
  const texts = format(({ number, date, relative, list }) =>
    [
      number(1.25),
      number(1.25, { maximumFractionDigits: 1 }),
      number(1.25, { style: "percent" }),
      date("2026-03-04"),
      date("2026-03-04", { year: "numeric" }),
      relative("2026-03-05", "2026-03-04"),
      relative("2026-03-04T14:00:00Z", noon),
      list(["a", "b"]),
      list(["a", "b"], { type: "disjunction" }),
      number(1.25),
    ].join("|")
  );
  assert.equal(texts, "1.25|1.3|125%|Mar 4, 2026|2026|tomorrow|in 2 hours|a and b|a or b|1.25");
});

Deno.test("digits of the language and the usual ones are apart", () => {
  const Both = () => `${useFormat({ digits: "native" }).number(5)} ${useFormat().number(5)}`;
  assert.equal(renderWidget(<Both />, { locale: "hi" }), "५ 5");
});
