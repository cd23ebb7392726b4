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

/** A response of which some bytes wait for the client of an address. */
class WaitingResponse extends EventEmitter {
  isClosed = false;
  readonly socket: { readonly remoteAddress: string };

  constructor(readonly writableLength: number, remoteAddress: string) {
    super();
    this.socket = { remoteAddress };
  }

  destroy(): void {
    this.isClosed = true;
  }
}

// claim: unread-answers-end
Deno.test("of responses that nobody reads only as many are closed as wait beyond the limit", async () => {
  const unread = new UnreadAnswers({ stall: 100_000, rate: 1, bytes: 12 });
  const greedy = [8, 6].map((bytes) => new WaitingResponse(bytes, "192.0.2.1"));
  const modest = new WaitingResponse(5, "192.0.2.2");
  try {
    const counted = [...greedy, modest];
    // What is added first is counted at once: all others wait equally long.
    unread.add(new EmptyResponse() as unknown as ServerResponse);
    for (const response of counted) unread.add(response as unknown as ServerResponse);
    await untilFound(
      "one is closed",
      () => Promise.resolve(counted.some(({ isClosed }) => isClosed) || null),
    );
    assert.deepEqual(
      counted.map(({ isClosed }) => isClosed),
      [true, false, false],
      "the first of who has most",
    );
  } finally {
    unread.end();
  }
});

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
