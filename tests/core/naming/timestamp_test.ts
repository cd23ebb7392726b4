import assert from "node:assert/strict";
import fc from "fast-check";
import { quote } from "../../../core/errors/mod.ts";
import { isTimestamp } from "../../../core/naming/mod.ts";

Deno.test("a timestamp has an existing date, a zone and up to nine decimals", () => {
  for (
    const text of [
      "2026-03-01T06:00:00Z",
      "2026-03-01T06:00:00.1Z",
      "2026-03-01T06:00:00.123456789Z",
      "2028-02-29T23:59:59-11:30",
      "2026-03-01T00:00:00+14:00",
    ]
  ) {
    assert.equal(isTimestamp(text), true, text);
  }
});

for (
  const text of [
    "",
    "2026-03-01",
    "2026-03-01T06:00Z",
    "2026-03-01T06:00:00",
    "2026-03-01 06:00:00Z",
    "2026-03-01t06:00:00z",
    "2026-02-30T06:00:00Z",
    "2026-13-01T06:00:00Z",
    "0000-01-01T00:00:00Z",
    "2026-03-01T24:00:00Z",
    "2026-03-01T06:60:00Z",
    "2026-03-01T06:00:60Z",
    "2026-03-01T06:00:00.Z",
    "2026-03-01T06:00:00.1234567890Z",
    "2026-03-01T06:00:00+1:00",
    "2026-03-01T06:00:00+24:00",
    "2026-03-01T06:00:00Z\n",
    "+02026-03-01T06:00:00Z",
    "Sun, 01 Mar 2026 06:00:00 GMT",
    "1772344800000",
  ]
) {
  Deno.test(`the text ${JSON.stringify(text)} is not a timestamp`, () => {
    assert.equal(isTimestamp(text), false);
  });
}

Deno.test("Date parses every accepted timestamp", () => {
  const nearly = fc.stringMatching(
    /^20[0-9]{2}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-6][0-9]:[0-6][0-9](\.[0-9]{1,9})?(Z|[+-][0-2][0-9]:[0-6][0-9])$/,
  );
  fc.assert(
    fc.property(nearly, (text) => {
      if (isTimestamp(text)) assert.ok(!Number.isNaN(Date.parse(text)), text);
    }),
    { numRuns: 2_000 },
  );
});

Deno.test("every ISO string of a Date is a timestamp", () => {
  const instant = fc.date({
    min: new Date("0001-01-01T00:00:00Z"),
    max: new Date("9999-12-31T23:59:59Z"),
    noInvalidDate: true,
  });
  fc.assert(fc.property(instant, (date) => assert.ok(isTimestamp(date.toISOString()))));
});

Deno.test("a quoted text is escaped, and cut after 80 characters", () => {
  assert.equal(quote('a\n"b"'), '"a\\n\\"b\\""');
  assert.equal(quote("x".repeat(80)), `"${"x".repeat(80)}"`);
  assert.equal(quote("x".repeat(81)), `"${"x".repeat(80)}…"`);
  assert.equal(quote("\ud83d".repeat(2)), '"\\ud83d\\ud83d"');
});
