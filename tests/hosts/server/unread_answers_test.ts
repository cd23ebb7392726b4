import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import type { ServerResponse } from "node:http";
import { UnreadAnswers } from "../../../hosts/server/unread_answers.ts";
import { untilFound } from "../../waiting/mod.ts";

/** A response of which nothing waits, and that knows how often it was asked. */
class EmptyResponse extends EventEmitter {
  asked = 0;

  get writableLength(): number {
    this.asked++;
    return 0;
  }
}

Deno.test("a response that is closed is no longer counted", async () => {
  const unread = new UnreadAnswers({ stall: 4, rate: 1, bytes: 1 });
  const [closed, open] = [new EmptyResponse(), new EmptyResponse()];
  try {
    for (const response of [closed, open]) unread.add(response as unknown as ServerResponse);
    await untilFound("both are counted", () => Promise.resolve(closed.asked > 1 && open.asked > 0 || null));
    closed.emit("close");
    const before = { closed: closed.asked, open: open.asked };
    await untilFound("the open one is counted", () => Promise.resolve(open.asked > before.open || null));
    assert.equal(closed.asked, before.closed);
  } finally {
    unread.end();
  }
});
