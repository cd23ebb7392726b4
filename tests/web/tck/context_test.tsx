import assert from "node:assert/strict";
import { type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import {
  useAction,
  useFormat,
  useLocale,
  useSize,
  useSlots,
  useTheme,
  useTimeZone,
  useWidgetContext,
  useWidgetState,
  type WidgetContext,
  WidgetContextProvider,
  type WidgetFormat,
  WidgetKitError,
} from "@tck/kit";

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

function render(Widget: () => ReactNode): string {
  return renderToStaticMarkup(<WidgetContextProvider value={context}>{<Widget />}</WidgetContextProvider>);
}

function format(use: (format: WidgetFormat) => string): string {
  return render(() => use(useFormat()));
}

Deno.test("the hooks return the values of the context", () => {
  const all = () => [useTheme(), useLocale(), useTimeZone(), useSize()].join(" ");
  assert.equal(render(all), "dark de-DE Asia/Tokyo 2x1");
  assert.equal(render(() => useWidgetContext().instanceId), "w_1");
});

Deno.test("useWidgetState returns the state of the document", () => {
  assert.equal(render(() => String(useWidgetState<{ degrees: number }>().degrees)), "12");
});

for (
  const [name, hook] of Object.entries({
    useWidgetContext,
    useTheme,
    useLocale,
    useTimeZone,
    useSize,
    useWidgetState,
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

Deno.test("an invalid instant throws", () => {
  assert.throws(() => format(({ date }) => date("soon")), RangeError);
});
