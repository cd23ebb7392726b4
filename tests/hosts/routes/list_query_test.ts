import assert from "node:assert/strict";
import fc from "fast-check";
import { decodeCursor, encodeCursor } from "../../../core/feed/mod.ts";
import { readListQuery, readMock } from "../../../hosts/routes/http/list_query.ts";
import { ProblemError } from "../../../core/problem/mod.ts";

const POSITION = { localDate: "2026-03-01", kind: "diary" } as const;

function read(query: string) {
  return readListQuery(new URLSearchParams(query));
}

function assertRejected(query: string, code: string): void {
  assert.throws(() => read(query), (error) => {
    assert.ok(error instanceof ProblemError);
    assert.equal(error.code, code, query);
    assert.ok(error.detail.length < 300, query);
    return true;
  });
}

Deno.test("by default a list has twenty batches, the newest first", () => {
  assert.deepEqual(read(""), { limit: 20, direction: "older", after: null });
  assert.deepEqual(read("limit=1&direction=newer"), { limit: 1, direction: "newer", after: null });
  assert.equal(read("limit=100").limit, 100);
});

// claim: inputs-parsed
Deno.test("a limit that is not 1 to 100 is rejected", () => {
  const limits = [
    "0",
    "-1",
    "101",
    "1e9",
    "1e1",
    "1.5",
    "0x10",
    "",
    " 1",
    "+1",
    "NaN",
    "Infinity",
    "١",
    "9".repeat(10_000),
  ];
  for (const limit of limits) {
    assertRejected(`limit=${encodeURIComponent(limit)}`, "daily_page.invalid_query");
  }
});

Deno.test("a repeated parameter is rejected, even with the same value", () => {
  for (const query of ["limit=5&limit=5", "direction=older&direction=older"]) {
    assertRejected(query, "daily_page.invalid_query");
  }
  const cursor = encodeCursor(POSITION, "older");
  assertRejected(`cursor=${cursor}&cursor=${cursor}`, "daily_page.invalid_query");
});

Deno.test("a direction other than older and newer is rejected", () => {
  for (const direction of ["", "OLDER", "down", "older "]) {
    assertRejected(`direction=${encodeURIComponent(direction)}`, "daily_page.invalid_query");
  }
});

Deno.test("a cursor continues from its position, in the direction that it was created for", () => {
  assert.deepEqual(read(`cursor=${encodeCursor(POSITION, "older")}`).after, POSITION);
  assertRejected(`cursor=${encodeCursor(POSITION, "newer")}`, "daily_page.invalid_cursor");
  assertRejected(`cursor=${encodeCursor(POSITION, "older")}&direction=newer`, "daily_page.invalid_cursor");
});

// claim: inputs-parsed
Deno.test("a cursor that is forged, padded, cut or oversized is rejected", () => {
  const good = encodeCursor(POSITION, "older");
  const forge = (text: string) => btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  const forged = [
    "",
    "1",
    `${good}=`,
    `${good}A`,
    good.slice(0, -1),
    "A".repeat(1_000_000),
    forge("2 older 2026-02-30 diary"),
    forge("2 older 2026-03-01 diary x"),
    forge("2 older 2026-03-01 morning-brief"),
    forge("2 older yesterday diary"),
    forge("2 older 2026-03-01'-- diary"),
    forge("1 older 2026-03-01 2026-03-01T06:00:00.000Z diary"),
    forge(`{"localDate":"2026-03-01"}`),
  ];
  for (const cursor of forged) {
    assertRejected(`cursor=${encodeURIComponent(cursor)}`, "daily_page.invalid_cursor");
  }
});

Deno.test("any cursor text is rejected or is exactly one that this list creates", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => {
    const position = decodeCursor(text, "older");
    if (position === null) assertRejected(`cursor=${encodeURIComponent(text)}`, "daily_page.invalid_cursor");
    else assert.equal(encodeCursor(position, "older"), text);
  }));
});

Deno.test("mock is absent, or once true", () => {
  const mock = (query: string) => readMock(new URLSearchParams(query).getAll("mock"));
  assert.equal(mock(""), false);
  assert.equal(mock("mock=true"), true);
  for (
    const query of ["mock=TRUE", "mock=1", "mock=", "mock=false", "mock=true&mock=true", "mock=true&mock=x"]
  ) {
    assert.throws(() => mock(query), { code: "daily_page.invalid_query" }, query);
  }
});
