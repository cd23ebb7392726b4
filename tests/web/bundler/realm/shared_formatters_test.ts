import assert from "node:assert/strict";
import {
  createIntlFormatters,
  type FormatText,
  shareFormatters,
} from "../../../../web/bundler/realm/shared_formatters.ts";
import {
  createIntlFormatters as createOwn,
  type IntlFormatters,
} from "../../../../web/tck/intl_formatters.ts";

type Call = (formatters: IntlFormatters) => string;

const NOON = new Date("2026-03-04T12:00:00Z");

const CALLS: { readonly [what: string]: Call } = {
  "a number": ({ number }) => number(1234567.891, undefined),
  "a price": ({ number }) => number(12.5, { style: "currency", currency: "EUR" }),
  "no number": ({ number }) => number(NaN, undefined),
  "an infinite number": ({ number }) => number(-Infinity, {}),
  "options that are not set": ({ number }) => number(2, { style: undefined }),
  "a text for a number": ({ number }) => number("123456789012345678901" as never, undefined),
  "a large integer": ({ number }) => number(12345678901234567890n as never, undefined),
  "a number that is missing": ({ number }) => number(undefined as never, undefined),
  "a symbol": ({ number }) => number(Symbol() as never, undefined),
  "an unknown currency": ({ number }) => number(1, { style: "currency", currency: "nowhere" }),
  "an option that is no number": ({ number }) => number(1, { maximumFractionDigits: NaN }),
  "an option of null": ({ number }) => number(1, { maximumFractionDigits: null as never }),
  "inherited options": ({ number }) => number(1.5, Object.create({ maximumFractionDigits: 0 })),
  "options of null": ({ number }) => number(1, null as never),
  "a day": ({ dateTime }) => dateTime(NOON, { dateStyle: "medium" }),
  "a time": ({ dateTime }) => dateTime(NOON, { timeStyle: "short" }),
  "a day elsewhere": ({ dateTime }) => dateTime(NOON, { dateStyle: "full", timeZone: "Pacific/Auckland" }),
  "no point in time": ({ dateTime }) => dateTime(new Date(NaN), {}),
  "options that exclude each other": ({ dateTime }) =>
    dateTime(NOON, { dateStyle: "short", year: "numeric" }),
  "a distance": ({ relative }) => relative(-3, "day", undefined),
  "no distance": ({ relative }) => relative(0, "second", { numeric: "auto" }),
  "an unknown unit": ({ relative }) => relative(1, "fortnight" as never, undefined),
  "a unit that is missing": ({ relative }) => relative(1, undefined as never, undefined),
};

const shared: string[] = [];

/** As the process around the realm does it. */
const formatText: FormatText = (kind, locale, options, value, unit) => {
  try {
    const Formatter = Intl[kind] as unknown as new (locale: string, options: object) => {
      format(value: number, unit?: string): string;
    };
    const text = new Formatter(locale, JSON.parse(options)).format(value, unit);
    shared.push(text);
    return text;
  } catch {
    return undefined;
  }
};

for (const locale of ["en", "de-CH", "ar-EG", "no such language"]) {
  Deno.test(`formatters that realms share say what the kit's own say, in "${locale}"`, () => {
    shareFormatters(formatText);
    try {
      for (const [what, call] of Object.entries(CALLS)) {
        const told = tell(createIntlFormatters(locale, "Europe/Zurich"), call);
        assert.deepEqual(told, tell(createOwn(locale, "Europe/Zurich"), call), what);
      }
    } finally {
      shareFormatters(() => undefined);
    }
  });
}

Deno.test("what is plain is left to the shared formatters", () => {
  shareFormatters(formatText);
  shared.length = 0;
  const { number, dateTime, relative } = createIntlFormatters("en", "UTC");
  const texts = [
    number(1.5, undefined),
    dateTime(NOON, { timeStyle: "short" }),
    relative(2, "day", undefined),
  ];
  shareFormatters(() => undefined);
  assert.deepEqual(shared, texts);
  assert.equal(number(1.5, undefined), "1.5");
  assert.equal(shared.length, 3);
});

Deno.test("what goes wrong outside goes no further", () => {
  shareFormatters(() => {
    throw new Error("of another realm");
  });
  assert.equal(createIntlFormatters("en", "UTC").number(1.5, undefined), "1.5");
  shareFormatters(() => undefined);
});

function tell(formatters: IntlFormatters, call: Call): { text: string } | { error: string } {
  try {
    return { text: call(formatters) };
  } catch (error) {
    return { error: String(error) };
  }
}
