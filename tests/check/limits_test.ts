import assert from "node:assert/strict";
import { findLimits, findTableFaults, type FoundLimit, shorten, writeValue } from "./limits.ts";
import { LIMIT_SECTIONS, OTHER_CONSTANTS } from "./limit_table.ts";

Deno.test("a constant and a member of an object of limits are found, with their value and the first sentence above them", () => {
  const source = `
/** The largest body, in bytes (1 KiB). A route may have less. */
export const MAX_BODY_BYTES = 1_024;
const MAX_PARTS: number = 2 * LIMITS.pageSize / 4 + 1;
/**
 * The most of a page.
 *
 * More text.
 */
const MAX_OTHER = Math.ceil(3 / 2);
const MAX_SHIFTED = 4 << 20;
const MIN_BYTES = 1;
export const PAGE_LIMITS: PageLimits = {
  /** Its bytes. */
  bytes: 8 * 1024,
};
  const MAX_INNER = 1;
`;
  assert.deepEqual(findLimits("a.ts", source), [
    { at: "a.ts:MAX_BODY_BYTES", value: "1024", summary: "The largest body, in bytes (1 KiB)" },
    { at: "a.ts:MAX_PARTS", value: "51", summary: null },
    { at: "a.ts:MAX_OTHER", value: "Math.ceil(3 / 2)", summary: "The most of a page" },
    { at: "a.ts:MAX_SHIFTED", value: "4194304", summary: null },
    { at: "a.ts:PAGE_LIMITS.bytes", value: "8192", summary: "Its bytes" },
  ]);
});

Deno.test("a row has the limit with its unit, and what it limits without unit and reason", () => {
  assert.deepEqual(
    ["4194304 bytes", "65536 bytes", "1000 bytes", "2500 milliseconds", "10000 cards", "MAX_A bytes"].map(
      (row) => writeValue(...row.split(" ") as [string, string]),
    ),
    ["4 MiB", "64 KiB", "1,000 bytes", "2.5 s", "10,000 cards", "`MAX_A` bytes"],
  );
  assert.equal(
    shorten("The largest body, in bytes (1 MiB), on workerd: a route may have less"),
    "The largest body, on workerd",
  );
  assert.equal(shorten("Largest source (lifecycle specification, §8: 128 KB)"), "Largest source");
  assert.equal(
    shorten("How long an answer may take, in milliseconds, with its body"),
    "How long an answer may take, with its body",
  );
});

/** Every limit of the table, as if it were found. */
const LISTED: readonly FoundLimit[] = [
  ...Object.values(LIMIT_SECTIONS).flat().map(({ at }) => at),
  ...OTHER_CONSTANTS,
].map((at) => ({ at, value: "1", summary: "" }));

Deno.test("a constant that the table does not have is a fault, except in the authors' tools", () => {
  assert.deepEqual(findTableFaults(LISTED), []);
  const added = ["hosts/new.ts:MAX_NEW", "preview/new.ts:MAX_NEW"].map((at) => ({
    at,
    value: "1",
    summary: "",
  }));
  assert.deepEqual(findTableFaults([...LISTED, ...added]), [
    "hosts/new.ts:MAX_NEW is not in tests/check/limit_table.ts",
  ]);
});

Deno.test("a row without its constant, and a limit without a comment, are faults", () => {
  const [first, ...others] = LISTED;
  assert.deepEqual(findTableFaults(others), [
    `tests/check/limit_table.ts has ${first!.at}, which is not in the sources`,
  ]);
  assert.deepEqual(findTableFaults([{ ...first!, summary: null }, ...others]), [
    `${first!.at} has no comment directly above it`,
  ]);
});
