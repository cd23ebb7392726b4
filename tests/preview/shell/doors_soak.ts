import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { walkDoors } from "../../web/canvas/door_walk.ts";
import { ELEMENT_TAGS } from "../../web/canvas/element_tags.ts";
import { FRAME_FILES } from "./frame_cases.ts";
import { testFrames, waitForCards } from "./frame_page.ts";

/** A server that others see as another site, and what arrives there. */
async function openElsewhere(): Promise<{ url: string; received: string[] } & AsyncDisposable> {
  const received: string[] = [];
  const server = createServer((request, response) => {
    received.push(decodeURIComponent(/\/door\?(.*)/.exec(request.url!)?.[1] ?? "by another shape"));
    response.writeHead(204, { "Access-Control-Allow-Origin": "*" }).end();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await once(server.close(), "close");
    },
  };
}

testFrames(
  "no door that the browser has leads out of a frame of the preview, where its policy holds",
  FRAME_FILES,
  async ({ page, open }) => {
    await using elsewhere = await openElsewhere();
    await open("?mount=iframe");
    const [card] = await waitForCards(page, "Hello Ada");
    const { tried } = await card!.evaluate(walkDoors, { elsewhere: elsewhere.url, tags: ELEMENT_TAGS });
    assert.ok(tried > 3_000, `${tried} doors were tried`);
    assert.deepEqual([...new Set(elsewhere.received)].sort(), []);
  },
);
