import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { type FeedOptions, MOUNT_FEED } from "../../../web/canvas/mount/feed_options.ts";
import type { Feed, mountFeed } from "../../../web/canvas/mount/mod.ts";
import { withGlobals } from "./page_globals.ts";

/** A page whose script and canvas arrive when the test says so, and what happened in it. */
interface FeedPage {
  readonly calls: string[];
  mountFeed(options: FeedOptions): Feed;
  /** Ends the loading of the script that was added last. */
  loadScript(succeeds?: boolean): Promise<void>;
  /** Ends the loading of the canvas that was mounted last. */
  loadCanvas(): Promise<void>;
}

let pages = 0;

async function withFeedPage(run: (page: FeedPage) => Promise<void>): Promise<void> {
  // Each page has a module of its own, which remembers the script.
  const address = new URL(`../../../web/canvas/mount/mod.ts?page=${++pages}`, import.meta.url);
  const module: { readonly mountFeed: typeof mountFeed } = await import(address.href);
  const calls: string[] = [];
  const scripts: EventTarget[] = [];
  const canvases: PromiseWithResolvers<void>[] = [];
  const mount = async (_element: Element, { batchId }: FeedOptions) => {
    calls.push(`mount ${batchId}`);
    canvases.push(Promise.withResolvers());
    await canvases.at(-1)!.promise;
    return { show: (next?: string) => calls.push(`show ${next}`), unmount: () => calls.push("unmount") };
  };
  const document = {
    createElement: () => Object.assign(new EventTarget(), { remove: () => calls.push("remove script") }),
    head: { append: (script: EventTarget) => (calls.push("add script"), scripts.push(script)) },
  };
  const page: FeedPage = {
    calls,
    mountFeed: (options) => module.mountFeed({} as Element, options),
    async loadScript(succeeds = true) {
      if (succeeds) Reflect.set(globalThis, MOUNT_FEED, mount);
      scripts.at(-1)!.dispatchEvent(new Event(succeeds ? "load" : "error"));
      await setImmediate();
    },
    async loadCanvas() {
      canvases.at(-1)!.resolve();
      await setImmediate();
    },
  };
  try {
    await withGlobals({ document, reportError: () => calls.push("report") }, () => run(page));
  } finally {
    Reflect.deleteProperty(globalThis, MOUNT_FEED);
  }
}

Deno.test("a feed whose script fails says so, and the next one loads it again; later ones share it", () =>
  withFeedPage(async ({ calls, mountFeed, loadScript, loadCanvas }) => {
    const failed = mountFeed({ batchId: "a" });
    await loadScript(false);
    await assert.rejects(failed.started, /could not be loaded/);
    const feed = mountFeed({ batchId: "b" });
    await loadScript();
    await loadCanvas();
    await feed.started;
    const other = mountFeed({ batchId: "c" });
    await setImmediate();
    await loadCanvas();
    await other.started;
    const scripts = ["add script", "remove script"];
    assert.deepEqual(calls, [...scripts, "report", ...scripts, "mount b", "mount c"]);
  }));

Deno.test("a feed that is unmounted while its canvas is loaded is unmounted when it is there, and shows nothing", () =>
  withFeedPage(async ({ calls, mountFeed, loadScript, loadCanvas }) => {
    const early = mountFeed({ batchId: "early" });
    early.unmount();
    await loadScript();
    await early.started;
    const feed = mountFeed({ batchId: "a" });
    await setImmediate();
    feed.show("b");
    feed.unmount();
    await loadCanvas();
    feed.show("c");
    await feed.started;
    assert.deepEqual(calls.slice(2), ["mount a", "unmount"]);
  }));

Deno.test("the batch that was asked for last is shown, also when it is the first one, and is not loaded twice", () =>
  withFeedPage(async ({ calls, mountFeed, loadScript, loadCanvas }) => {
    const before = mountFeed({ batchId: "a" });
    before.show("b");
    await loadScript();
    await loadCanvas();
    await before.started;
    assert.deepEqual(calls.splice(0).slice(2), ["mount b"]);
    const during = mountFeed({ batchId: "a" });
    during.show("b");
    await setImmediate();
    during.show("a");
    await loadCanvas();
    await during.started;
    assert.deepEqual(calls.splice(0), ["mount b", "show a"]);
    const unchanged = mountFeed({ batchId: "a" });
    await setImmediate();
    await loadCanvas();
    await unchanged.started;
    assert.deepEqual(calls, ["mount a"]);
  }));
