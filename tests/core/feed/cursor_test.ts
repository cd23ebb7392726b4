import assert from "node:assert/strict";
import fc from "fast-check";
import { encodeBase64Url } from "../../../core/bytes/mod.ts";
import { BATCH_KINDS } from "../../../core/contract/mod.ts";
import { type BatchPosition, decodeCursor, encodeCursor, formatDayQuery } from "../../../core/feed/mod.ts";

const POSITION: BatchPosition = { localDate: "2026-03-01", kind: "morning_brief" };

const localDate = fc.date({
  min: new Date("0001-01-01T00:00:00Z"),
  max: new Date("9999-12-31T23:59:59Z"),
  noInvalidDate: true,
}).map((date) => date.toISOString().slice(0, 10));

const position: fc.Arbitrary<BatchPosition> = fc.record({
  localDate,
  kind: fc.constantFrom(...BATCH_KINDS),
}, { noNullPrototype: true });

const direction = fc.constantFrom("older" as const, "newer" as const);

const encodeText = (text: string) => encodeBase64Url(new TextEncoder().encode(text));

Deno.test("a cursor is decoded to its position", () => {
  fc.assert(fc.property(position, direction, (given, way) => {
    assert.deepEqual(decodeCursor(encodeCursor(given, way), way), given);
  }));
});

Deno.test("a cursor has at most 128 characters, none of which a URL escapes", () => {
  fc.assert(fc.property(position, direction, (given, way) => {
    assert.match(encodeCursor(given, way), /^[A-Za-z0-9_-]{1,128}$/);
  }));
});

Deno.test("a cursor is rejected in the other direction", () => {
  assert.equal(decodeCursor(encodeCursor(POSITION, "older"), "newer"), null);
  assert.equal(decodeCursor(encodeCursor(POSITION, "newer"), "older"), null);
});

Deno.test("every accepted text is the cursor of its position", () => {
  const parts = fc.tuple(
    fc.constantFrom("1", "2", "", "01"),
    fc.constantFrom("older", "newer", "Older", ""),
    fc.constantFrom("2026-03-01", "2026-02-30", "2026-3-1"),
    fc.constantFrom("diary", "morning-brief", "Diary"),
    fc.constantFrom([], ["more"], [""]),
  ).map(([version, way, date, kind, more]) => encodeText([version, way, date, kind, ...more].join(" ")));
  fc.assert(
    fc.property(fc.oneof(parts, fc.base64String(), fc.string()), direction, (text, way) => {
      const decoded = decodeCursor(text, way);
      if (decoded !== null) assert.equal(encodeCursor(decoded, way), text);
    }),
    { numRuns: 2_000 },
  );
});

Deno.test("a cursor with one changed character is another position or invalid", () => {
  const cursor = encodeCursor(POSITION, "older");
  const characters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=+/ \n";
  for (let at = 0; at < cursor.length; at++) {
    for (const character of characters) {
      const changed = cursor.slice(0, at) + character + cursor.slice(at + 1);
      if (changed !== cursor) assert.notDeepEqual(decodeCursor(changed, "older"), POSITION, changed);
    }
  }
});

for (
  const [what, text] of [
    ["nothing", ""],
    ["no base64url", "not a cursor"],
    ["padding", `${encodeCursor(POSITION, "older")}=`],
    ["a line feed after it", `${encodeCursor(POSITION, "older")}\n`],
    ["the start of a cursor", encodeCursor(POSITION, "older").slice(0, -4)],
    ["a cursor twice", encodeCursor(POSITION, "older").repeat(2)],
    ["a cursor of version 1", encodeText("1 older 2026-03-01 2026-03-01T06:00:00Z diary")],
    ["another version", encodeText("3 older 2026-03-01 diary")],
    ["a day that does not exist", encodeText("2 older 2026-02-30 diary")],
    ["a kind in hyphens", encodeText("2 older 2026-03-01 morning-brief")],
    ["a fifth part", encodeText("2 older 2026-03-01 diary ")],
    ["a byte order mark", encodeText("\ufeff2 older 2026-03-01 diary")],
    ["bytes that are not UTF-8", encodeBase64Url(new Uint8Array([0x32, 0xff]))],
    ["a megabyte", "A".repeat(1_000_000)],
  ] as const
) {
  Deno.test(`${what} is not a cursor`, () => {
    assert.equal(decodeCursor(text, "older"), null);
  });
}

Deno.test("an invalid position has no cursor", () => {
  for (
    const change of [
      { localDate: "2026-02-30" },
      { kind: "morning-brief" },
    ]
  ) {
    assert.throws(() => encodeCursor({ ...POSITION, ...change } as BatchPosition, "older"), RangeError);
  }
});

Deno.test("the query of a day begins after every batch of the next day, and the last day of the calendar has none after it", () => {
  const query = new URLSearchParams(formatDayQuery("2026-02-28"));
  const position = decodeCursor(query.get("cursor")!, "older");
  assert.equal(position?.localDate, "2026-03-01");
  assert.ok(
    BATCH_KINDS.every((kind) => kind <= position.kind),
    "the kinds of a day are in the order of their names",
  );
  assert.equal(query.get("limit"), "5");
  assert.equal(formatDayQuery("9999-12-31", 2), "limit=2");
});
