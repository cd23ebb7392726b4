import assert from "node:assert/strict";
import { LIMITS } from "../../../core/contract/mod.ts";
import { isExcessiveJson } from "../../../hosts/routes/http/json_extent.ts";

const isExcessive = (text: string, maxValues?: number) =>
  isExcessiveJson(new TextEncoder().encode(text), maxValues);

// claim: upstream-limits
Deno.test("JSON that is nested too deeply is excessive, whatever stands between its brackets", () => {
  const depth = LIMITS.jsonDepth + 16;
  for (const [open, close] of [["[", "]"], ["[1,", "]"], ['{"a}":1,"b":', "}"]] as const) {
    const nested = (levels: number) => `${open.repeat(levels)}0${close.repeat(levels)}`;
    assert.equal(isExcessive(nested(depth)), false, open);
    assert.equal(isExcessive(nested(depth + 1)), true, open);
  }
  assert.equal(isExcessive("[[]],".repeat(depth + 1)), false, "beside one another they are not nested");
});

// claim: upstream-limits
Deno.test("JSON with too many values is excessive, and its strings are one value each", () => {
  assert.equal(isExcessive("[1,2,3]", 4), false);
  assert.equal(isExcessive("[1,2,3]", 3), true);
  assert.equal(isExcessive('["[1,2,3,\\"4,5"]', 2), false);
});
