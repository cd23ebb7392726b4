import assert from "node:assert/strict";
import { errorMessageWithCauses } from "../../../core/errors/mod.ts";

Deno.test("a message has those of its causes after it, without repeating what it says already", () => {
  const refused = new Error("connection refused");
  const failed = new TypeError("fetch failed", { cause: refused });
  const circular = new Error("first");
  circular.cause = new Error("second", { cause: circular });
  const messages = [
    ["text", "text"],
    [new Error("alone"), "alone"],
    [failed, "fetch failed: connection refused"],
    [new Error("Cannot read", { cause: failed }), "Cannot read: fetch failed: connection refused"],
    [
      new Error("Cannot read: connection refused", { cause: failed }),
      "Cannot read: connection refused: fetch failed",
    ],
    [new Error("Cannot read", { cause: { status: 502 } }), "Cannot read"],
    [new AggregateError([refused, new Error("unreachable")], ""), "connection refused"],
    [new Error("", { cause: refused }), "connection refused"],
    [circular, "first: second"],
  ] as const;
  for (const [error, expected] of messages) assert.equal(errorMessageWithCauses(error), expected);
});
