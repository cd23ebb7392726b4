import assert from "node:assert/strict";
import fc from "fast-check";
import { BATCH_KINDS } from "../../../core/contract/mod.ts";
import {
  formatBatchId,
  formatKindPath,
  InvalidNameError,
  isBatchKind,
  isLocalDate,
  parseBatchId,
  parseKindPath,
} from "../../../core/naming/mod.ts";

const localDate = fc.date({
  min: new Date("0001-01-01T00:00:00Z"),
  max: new Date("9999-12-31T00:00:00Z"),
  noInvalidDate: true,
}).map((date) => date.toISOString().slice(0, 10));

Deno.test("a batch id is the date without hyphens and the kind with hyphens", () => {
  assert.equal(formatBatchId("2026-03-01", "feature_intro"), "20260301-feature-intro");
});

Deno.test("every formatted batch id is parsed to its date and kind", () => {
  fc.assert(fc.property(localDate, fc.constantFrom(...BATCH_KINDS), (date, kind) => {
    assert.deepEqual(parseBatchId(formatBatchId(date, kind)), { localDate: date, kind });
  }));
});

Deno.test("every accepted batch id is the one that its date and kind are formatted to", () => {
  const nearly = fc.tuple(
    fc.stringMatching(/^[0-9]{8}$/),
    fc.constantFrom("-", "_", ""),
    fc.constantFrom("diary", "Diary", "morning-brief", "morning_brief"),
  )
    .map((parts) => parts.join(""));
  fc.assert(fc.property(nearly, (text) => {
    const parsed = parseBatchId(text);
    if (parsed !== null) assert.equal(formatBatchId(parsed.localDate, parsed.kind), text);
  }));
});

for (
  const text of [
    "",
    "-diary",
    "diary",
    "20260301",
    "20260301-",
    "20260301-diary-",
    "20260301--diary",
    "20260230-morning-brief",
    "20261301-diary",
    "20260001-diary",
    "20260100-diary",
    "00000101-diary",
    "20260301-morning_brief",
    "20260301_diary",
    "20260301-Diary",
    "20260301-diary\n",
    " 20260301-diary",
    "2026-03-01-diary",
    "٢٠٢٦٠٣٠١-diary",
    "20260301-unknown",
    "20260301-constructor",
    `20260301-${"a".repeat(1_000_000)}`,
  ]
) {
  Deno.test(`the text ${JSON.stringify(text.slice(0, 40))} is not a batch id`, () => {
    assert.equal(parseBatchId(text), null);
  });
}

Deno.test("a batch id is not formatted for an invalid date or kind", () => {
  const code = (expected: string) => (error: unknown) =>
    error instanceof InvalidNameError && error.code === expected;
  assert.throws(() => formatBatchId("2026-02-30", "diary"), code("name.local_date"));
  assert.throws(() => formatBatchId("20260301", "diary"), code("name.local_date"));
  assert.throws(() => formatBatchId("2026-03-01", "morning-brief"), code("name.batch_kind"));
});

Deno.test("a date is valid when the platform's calendar has it, for every day of 400 years", () => {
  const expected = new Set<string>();
  const day = 86_400_000;
  for (let time = Date.UTC(1800, 0, 1); time < Date.UTC(2200, 0, 1); time += day) {
    expected.add(new Date(time).toISOString().slice(0, 10));
  }
  for (let year = 1800; year < 2200; year++) {
    for (let month = 0; month <= 13; month++) {
      for (let date = 0; date <= 32; date++) {
        const text = `${year}-${String(month).padStart(2, "0")}-${String(date).padStart(2, "0")}`;
        assert.equal(isLocalDate(text), expected.has(text), text);
      }
    }
  }
});

Deno.test("a date has exactly one form", () => {
  for (
    const text of [
      "2026-3-1",
      "2026-03-01T00:00:00Z",
      "2026/03/01",
      "+2026-03-01",
      "0000-01-01",
      "2026-03-01\n",
      "２０２６-03-01",
    ]
  ) {
    assert.equal(isLocalDate(text), false, text);
  }
});

Deno.test("every kind has exactly one path", () => {
  const paths = BATCH_KINDS.map(formatKindPath);
  assert.deepEqual(paths, ["welcome", "feature-intro", "morning-brief", "evening-brief", "diary"]);
  assert.deepEqual(paths.map(parseKindPath), BATCH_KINDS);
  for (const text of ["morning_brief", "Morning-brief", "morning-brief ", "", "constructor", "__proto__"]) {
    assert.equal(parseKindPath(text), null, text);
  }
  assert.throws(() => formatKindPath("morning-brief"), InvalidNameError);
});

Deno.test("a kind on the wire has underscores", () => {
  assert.deepEqual(BATCH_KINDS.map(isBatchKind), [true, true, true, true, true]);
  for (const text of ["morning-brief", "DIARY", "", "toString"]) assert.equal(isBatchKind(text), false, text);
});
