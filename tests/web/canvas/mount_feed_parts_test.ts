import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { type FeedOptions, MOUNT_FEED } from "../../../web/canvas/mount/feed_options.ts";
import { mountFeed } from "../../../web/canvas/mount/mod.ts";
import { type CanvasParts, createMountedFeed } from "../../../web/canvas/mount/mounted_feed.ts";
import { PageElement } from "./page_elements.ts";
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

Deno.test("a feed shows the batch that was asked for last, and ends once, also while the canvas is loaded", async () => {
  const calls: string[] = [];
  const scripts: string[] = [];
  let removed = 0;
  let canvas = Promise.withResolvers<void>();
  const mount = async (_: Element, { batchId }: { batchId?: string }) => {
    calls.push(`mount ${batchId}`);
    await canvas.promise;
    return {
      show: (next?: string) => void calls.push(`show ${next}`),
      unmount: () => void calls.push("unmount"),
    };
  };
  const createElement = () =>
    Object.assign(new EventTarget(), {
      src: "",
      remove: () => removed++,
      append(script: { src: string } & EventTarget) {
        scripts.push(script.src);
        queueMicrotask(() => script.dispatchEvent(new Event("load")));
      },
    });
  const document = { createElement, head: createElement() };
  await withGlobals({ document, reportError: () => {} }, async () => {
    Reflect.set(globalThis, MOUNT_FEED, mount);
    const address = new URL("../../../web/canvas/mount/mod.ts?again", import.meta.url).href;
    const module: { mountFeed: typeof mountFeed } = await import(address);
    const open = () => module.mountFeed({} as Element, { batchId: "a" });
    const feed = open();
    feed.show("b");
    await setImmediate();
    feed.show("c");
    assert.deepEqual(calls.splice(0), ["mount b"]);
    canvas.resolve();
    await feed.started;
    feed.show("d");
    feed.unmount();
    feed.unmount();
    feed.show("e");
    assert.deepEqual(calls.splice(0), ["show c", "show d", "unmount"]);

    canvas = Promise.withResolvers();
    const left = open();
    await setImmediate();
    left.unmount();
    canvas.resolve();
    await left.started;
    assert.deepEqual(calls.splice(0), ["mount a", "unmount"]);

    canvas = Promise.withResolvers();
    canvas.reject(new Error("offline"));
    await assert.rejects(open().started, { message: "offline" });
    canvas = Promise.withResolvers();
    canvas.resolve();
    await open().started;
    const script = "/__tck/v1/mount-feed.mjs";
    assert.deepEqual([scripts, removed], [[script, `${script}?again=1`], 2]);
  });
});

/** A link whose address is read as a whole, as browsers have it. */
class Link extends PageElement {
  #href = "";
  get href(): string {
    return this.#href;
  }
  set href(address: string) {
    this.#href = new URL(address, "https://app.example").href;
  }
}

Deno.test("a mounted feed has one canvas at a time and none after its end, and only the first feed adds the stylesheet", async () => {
  const links: Link[] = [];
  const timers = new Set<number>();
  const document = Object.assign(new EventTarget(), {
    hidden: false,
    createElement: (name: string) => name === "link" ? new Link(name) : new PageElement(name),
    querySelectorAll: () => links,
    head: { append: (link: Link) => links.push(link) },
  });
  const requests: string[] = [];
  const globals = {
    document,
    fetch: (url: string) => Promise.resolve(requests.push(url)),
    setInterval: () => (timers.add(timers.size), timers.size - 1),
    clearInterval: (timer: number) => timers.delete(timer),
    Date: class extends Date {
      static override now = () => now;
    },
  };
  let now = 0;
  await withGlobals(globals, () => {
    const calls: string[] = [];
    const element = new PageElement("main");
    const mount = (options: FeedOptions) => {
      let opened = 0;
      const open = ({ root, signIn }: CanvasParts) => {
        const number = ++opened;
        calls.push(`open ${number}, ${signIn()}`);
        return () => calls.push(`end ${number}, ${root.isConnected}`);
      };
      return createMountedFeed(element as unknown as Element, options, open, () => calls.push("end"));
    };
    const feed = mount({ onSignedOut: () => calls.push("signed out") });
    feed.show("20260131-diary");
    const roots = element.children;
    assert.deepEqual(calls.splice(0), [
      "signed out",
      "open 1, false",
      "end 1, true",
      "signed out",
      "open 2, false",
    ]);
    assert.deepEqual(roots.map(({ isRemoved }) => isRemoved), [true, false]);
    feed.unmount();
    feed.unmount();
    feed.show("20260201-diary");
    assert.deepEqual(calls.splice(0), ["end 2, true", "end"]);
    assert.deepEqual([roots.map(({ isRemoved }) => isRemoved), timers.size], [[true, true], 0]);
    now += 24 * 60 * 60 * 1000;
    document.dispatchEvent(new Event("visibilitychange"));
    assert.deepEqual(requests, [], "nothing renews the session any more");
    mount({ onSignedOut: () => {} }).unmount();
    assert.deepEqual(links.map(({ href }) => href), ["https://app.example/__tck/v1/canvas.css"]);
  });
});
