import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, get, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { sendWebResponse } from "../../../preview/server/http/node_http.ts";
import { within } from "../../waiting/mod.ts";

const CHUNK = new Uint8Array(65_536);

interface Sending {
  /** The address of a response of many chunks. */
  readonly url: string;
  /** Resolves when the response was sent, or its client has gone. */
  readonly sent: Promise<void>;
  /** How many listeners the response had for its end, before each chunk. */
  readonly listeners: readonly number[];
  /** Whether the rest of the body was cancelled. */
  readonly isCancelled: () => boolean;
}

async function withSending(chunks: number, run: (sending: Sending) => Promise<void>): Promise<void> {
  const listeners: number[] = [];
  const { promise: sent, resolve, reject } = Promise.withResolvers<void>();
  let isCancelled = false;
  const server = createServer((_request, message: ServerResponse) => {
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull(controller) {
        listeners.push(message.listenerCount("close"));
        if (listeners.length > chunks) controller.close();
        else controller.enqueue(CHUNK);
      },
      cancel: () => void (isCancelled = true),
    }, { highWaterMark: 0 });
    sendWebResponse(new Response(body), message).then(resolve, reject);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    await run({ url, sent, listeners, isCancelled: () => isCancelled });
  } finally {
    server.close();
  }
}

Deno.test("a long response leaves no listener behind for each of its chunks", () =>
  withSending(100, async ({ url, sent, listeners }) => {
    const body = await (await fetch(url)).bytes();
    await within("the response is sent", sent);
    assert.equal(body.length, 100 * CHUNK.length);
    assert.ok(Math.max(...listeners) <= listeners[0]! + 1, `${listeners}`);
  }));

Deno.test("a response whose client leaves in the middle ends, and its body is cancelled", () =>
  withSending(10_000, async ({ url, sent, listeners, isCancelled }) => {
    const request = get(url);
    const [response] = await once(request, "response");
    await once(response, "data");
    request.on("error", () => {}).destroy();
    await within("the response has ended", sent);
    assert.ok(isCancelled());
    assert.ok(listeners.length < 10_000);
  }));
