import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import type { Server } from "node:net";
import { AcceptingWatch } from "../../../hosts/server/accepting_watch.ts";
import { within } from "../../waiting/mod.ts";

/** A server that does not listen, and notes each request to do so. */
class ClosedServer extends EventEmitter {
  readonly listening = false;
  asked = Promise.withResolvers<void>();

  address() {
    return { port: 7, address: "127.0.0.1" };
  }

  listen(): void {
    this.asked.resolve();
    this.asked = Promise.withResolvers();
  }
}

Deno.test("a server that listens again, or could not, is followed no more until the next time", async () => {
  const server = new ClosedServer();
  const messages: string[] = [];
  const watch = new AcceptingWatch(server as unknown as Server, {
    onListensAgain: (message) => void messages.push(message),
    interval: 1,
  });
  try {
    for (const [event, count] of [["error", 0], ["listening", 1], ["error", 1], ["listening", 2]] as const) {
      await within("it listens", server.asked.promise);
      server.emit(event, new Error("no descriptor"));
      assert.equal(messages.length, count, event);
      assert.equal(server.listenerCount("error"), 0, `${event}: an error later is the server's own`);
      assert.equal(server.listenerCount("listening"), 0, event);
    }
  } finally {
    watch.end();
  }
});
