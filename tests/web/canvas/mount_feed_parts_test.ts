import assert from "node:assert/strict";
import { MOUNT_FEED } from "../../../web/canvas/mount/feed_options.ts";
import { mountFeed } from "../../../web/canvas/mount/mod.ts";
import { withGlobals } from "./page_globals.ts";

Deno.test("started rejects when the server's code cannot be loaded, which is reported too, and the next feed loads it again", async () => {
  const scripts: { src: string; outcome: "error" | "load" }[] = [];
  const reported: string[] = [];
  const mounted: (string | undefined)[] = [];
  let outcome: "error" | "load" = "error";
  let isCanvas = false;
  const createElement = () =>
    Object.assign(new EventTarget(), {
      src: "",
      remove() {},
      append(script: { src: string } & EventTarget) {
        scripts.push({ src: script.src, outcome });
        queueMicrotask(() => {
          if (isCanvas) {
            Reflect.set(globalThis, MOUNT_FEED, (_: Element, options: { batchId?: string }) => {
              mounted.push(options.batchId);
              return Promise.resolve({ show() {}, unmount() {} });
            });
          }
          script.dispatchEvent(new Event(outcome));
        });
      },
    });
  const document = { createElement, head: createElement() };
  const reportError = (error: Error) => void reported.push(error.message);
  await withGlobals({ document, reportError, [MOUNT_FEED]: undefined }, async () => {
    const mount = () => mountFeed({} as Element, { batchId: "20260131-morning-brief" });
    await assert.rejects(mount().started, {
      message: 'Cannot mount a feed: "/__tck/v1/mount-feed.mjs" could not be loaded from this origin',
    });
    outcome = "load";
    await assert.rejects(mount().started, {
      message: 'Cannot mount a feed: "/__tck/v1/mount-feed.mjs" is not the canvas\'s',
    });
    assert.equal(reported.length, 2);
    isCanvas = true;
    const [first, second] = [mount(), mount()];
    second.unmount();
    await Promise.all([first.started, second.started]);
    assert.deepEqual(mounted, ["20260131-morning-brief"]);
    assert.deepEqual(scripts.map(({ outcome }) => outcome), ["error", "load", "load"]);
    await mount().started;
    assert.equal(scripts.length, 3, "it is loaded once");
  });
});
