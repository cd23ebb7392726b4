import assert from "node:assert/strict";
import { errorMessageWithCauses } from "../../../core/errors/mod.ts";

Deno.test("a message has those of its causes after it, without repeating what it says already", () => {
  const closed = new Error("connection closed");
  const failed = new TypeError("fetch failed", { cause: closed });
  const circular = new Error("first");
  circular.cause = new Error("second", { cause: circular });
  const messages = [
    ["text", "text"],
    [new Error("alone"), "alone"],
    [failed, "fetch failed: connection closed"],
    [new Error("Cannot read", { cause: failed }), "Cannot read: fetch failed: connection closed"],
    [
      new Error("Cannot read: connection closed", { cause: failed }),
      "Cannot read: connection closed: fetch failed",
    ],
    [new Error("Cannot read", { cause: { status: 502 } }), "Cannot read"],
    [new AggregateError([closed, new Error("unreachable")], ""), "connection closed"],
    [new Error("", { cause: closed }), "connection closed"],
    [circular, "first: second"],
  ] as const;
  for (const [error, expected] of messages) assert.equal(errorMessageWithCauses(error), expected);
});
