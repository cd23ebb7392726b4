import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import type { Browser } from "playwright-core";
import { drawFeed } from "../../../hosts/cli/draw_feed.ts";
import type { Host } from "../../../hosts/cli/host.ts";
import type { SealedPage } from "../../../web/canvas/sealed_page/mod.ts";

Deno.test.sanitizer({ ops: true, resources: true });

/** A browser that can show nothing, and what has been done with it. */
function createBrowser() {
  const calls: string[] = [];
  const browser = {
    newContext: () => Promise.reject(new Error("no context")),
    close: async () => {
      await setImmediate();
      calls.push("closed");
    },
  } as unknown as Browser;
  return { browser, calls };
}

const draw = (launchBrowser: Host["launchBrowser"], limit?: number) =>
  drawFeed({} as SealedPage, [], "png", { launchBrowser } as Host, limit);

Deno.test("a browser that fails is closed when the drawing ends, and no time limit runs on", async () => {
  const { browser, calls } = createBrowser();
  await assert.rejects(draw(() => Promise.resolve(browser)), { message: "no context" });
  assert.deepEqual(calls, ["closed"]);
});

Deno.test("a browser that starts after the time is closed", async () => {
  const { browser, calls } = createBrowser();
  const started = Promise.withResolvers<Browser>();
  await assert.rejects(draw(() => started.promise, 1), { code: "feed.unresponsive" });
  started.resolve(browser);
  for (let turn = 0; turn < 3; turn++) await setImmediate();
  assert.deepEqual(calls, ["closed"]);
});
