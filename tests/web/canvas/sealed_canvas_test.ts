import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import type { Batch } from "../../../core/feed/mod.ts";
import { BatchesError } from "../../../web/canvas/batches.ts";
import { FRAME_GREETING, type FrameMessage, type PageMessage } from "../../../web/canvas/messages.ts";
import type { BundleStore } from "../../../web/canvas/page/bundle_store.ts";
import { openLink } from "../../../web/canvas/page/open_link.ts";
import { SealedCanvas } from "../../../web/canvas/page/sealed_canvas.ts";
import { SealedFrame } from "../../../web/canvas/page/sealed_frame.ts";
import { PageElement } from "./page_elements.ts";
import { withGlobals } from "./page_globals.ts";

const [A, B, OTHER] = ["A".repeat(64), "B".repeat(64), "C".repeat(64)];

/** Timers that the test ends, channels without delay, and the elements that were made. */
function createPage() {
  const timers = new Map<number, { run: () => void; delay: number }>();
  const frames: PageElement[] = [];
  const channels: { sent: PageMessage[]; isClosed: boolean; receive: (data: unknown) => void }[] = [];
  const clock = { now: 0 };
  const errors: unknown[] = [];
  let timer = 0;
  const start = (run: () => void, delay: number) => (timers.set(++timer, { run, delay }), timer);
  const clear = (timer: number) => void timers.delete(timer);
  const globals = {
    document: {
      documentElement: { lang: "en" },
      hidden: false,
      createElement(name: string) {
        const element = new PageElement(name);
        if (name === "iframe") frames.push(element);
        return element;
      },
    },
    navigator: { onLine: true },
    performance: { now: () => clock.now },
    reportError: (error: unknown) => void errors.push(error),
    setTimeout: start,
    setInterval: start,
    clearTimeout: clear,
    clearInterval: clear,
    MessageChannel: class {
      port1 = {
        onmessage: (_: { data: unknown }) => {},
        postMessage: (message: PageMessage) => void this.channel.sent.push(message),
        close: () => void (this.channel.isClosed = true),
      };
      channel = {
        sent: [] as PageMessage[],
        isClosed: false,
        receive: (data: unknown) => this.port1.onmessage({ data }),
      };
      port2 = this.channel;
      constructor() {
        channels.push(this.channel);
      }
    },
  };
  const greet = async (frame = frames.at(-1)!, data: unknown = { ...FRAME_GREETING }) => {
    const event = Object.assign(new Event("message"), { source: frame.contentWindow, data });
    globalThis.dispatchEvent(event);
    await settle();
    return channels.at(-1)!;
  };
  /** Posts a message whose content must not be read. */
  const postUnreadable = ({ contentWindow: source }: PageElement) => {
    const data = {
      get: () => assert.fail("the content was read"),
    };
    globalThis.dispatchEvent(
      Object.defineProperty(Object.assign(new Event("message"), { source }), "data", data),
    );
  };
  const delays = () => [...timers.values()].map(({ delay }) => delay);
  const end = (delay: number) => [...timers.values()].find((timer) => timer.delay === delay)!.run();
  return { globals, frames, channels, clock, errors, greet, postUnreadable, delays, end };
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await setImmediate();
}

const OPTIONS = { url: "/canvas.html", title: "Cards", language: "de" } as const;

// claim: sealed-greeted-once
Deno.test("a sealed frame is greeted once, with the assets, and is lost by a second document or by too many messages", async () => {
  const page = createPage();
  await withGlobals(page.globals, async () => {
    for (const reason of ["messages", "messages of the port", "a document"]) {
      let lost = 0;
      const received: unknown[] = [];
      let theme: "light" | "dark" = "light";
      const frame = new SealedFrame(OPTIONS, {
        assets: Promise.resolve({ "a.mjs": new ArrayBuffer(1) }),
        readTheme: () => theme,
        receive: (data) => (received.push(data), data === "costly" ? 20_000 : 1),
        onLost: () => lost++,
      });
      const element = page.frames.at(-1)!;
      assert.deepEqual([...element.attributes], [["sandbox", "allow-scripts allow-forms"]]);
      frame.send({ type: "ping" });
      element.dispatchEvent(new Event("load"));
      assert.deepEqual(page.delays(), [20_000, 3_000]);
      await page.greet(new PageElement("iframe"));
      await page.greet(element, { type: "other" });
      assert.deepEqual(element.posted, []);
      theme = "dark";
      const channel = await page.greet();
      const [[greeting, target, ports]] = element.posted as unknown as [
        [Record<string, unknown>, string, unknown[]],
      ];
      assert.deepEqual([greeting.theme, greeting.language, target], ["dark", "de", "*"]);
      assert.deepEqual([Object.keys(greeting.assets as object), ports], [["a.mjs"], [channel]]);
      frame.send({ type: "ping" });
      channel.receive("text");
      assert.deepEqual([channel.sent, received], [[{ type: "ping" }], ["text"]]);
      page.end(20_000);
      page.end(3_000);
      assert.equal(lost, 0, "its code has started in time");
      if (reason === "a document") element.dispatchEvent(new Event("load"));
      if (reason === "messages of the port") {
        channel.receive("costly");
        assert.deepEqual(received, ["text", "costly"]);
      }
      if (reason === "messages") {
        for (let count = 0; count < 29; count++) page.postUnreadable(element);
        assert.equal(lost, 0);
        page.postUnreadable(element);
      }
      element.dispatchEvent(new Event("load"));
      await page.greet();
      assert.equal(lost, 1);
      assert.deepEqual(page.delays(), []);
      frame.remove();
      assert.deepEqual([element.isRemoved, channel.isClosed], [true, true]);
    }
  });
});

Deno.test("a sealed frame is lost when its code does not start in time or has no assets, but not when it was removed", async () => {
  const page = createPage();
  await withGlobals(page.globals, async () => {
    let lost = 0;
    const create = (assets: Promise<Record<string, ArrayBuffer>> = Promise.resolve({})) =>
      new SealedFrame(OPTIONS, { assets, readTheme: () => "light", receive: () => 1, onLost: () => lost++ });
    create();
    page.end(20_000);
    assert.equal(lost, 1);
    create();
    page.frames.at(-1)!.dispatchEvent(new Event("load"));
    page.end(3_000);
    assert.equal(lost, 2);
    create(Promise.reject(new Error("offline")));
    await page.greet();
    assert.equal(lost, 3);
    const removed = create();
    removed.remove();
    const element = page.frames.at(-1)!;
    element.dispatchEvent(new Event("load"));
    element.dispatchEvent(new Event("load"));
    await page.greet();
    assert.deepEqual([lost, page.delays(), element.posted], [3, [], []]);
  });
});

/** A sealed canvas with one batch of two widgets of one bundle and one of another. */
function createCanvas(
  page: ReturnType<typeof createPage>,
  { failure = null, isSentAway = true }: { failure?: Error | null; isSentAway?: boolean } = {},
) {
  const root = new PageElement("main");
  const widget = (hash: string, href: string) => ({
    manifest: { slots: { actions: [{ href }] } },
    bundle: { hash },
  });
  const batch = { widgets: [widget(A, "/a"), widget(A, "/b"), widget(B, "/c")] } as unknown as Batch;
  const loads = {
    batches: 0,
    bundles: [] as string[],
    prefetched: [] as (readonly string[])[],
    failure,
    completed: 0,
  };
  const reader = { theme: "light" as "light" | "dark" };
  const canvas = new SealedCanvas(root as unknown as HTMLElement, { frameUrl: "/f", language: "en" }, {
    loadBatches: () => {
      loads.batches++;
      return loads.failure ? Promise.reject(loads.failure) : Promise.resolve([batch]);
    },
    signIn: () => isSentAway,
    loadAssets: () => Promise.resolve({}),
    bundles: {
      prefetch: (hashes: readonly string[]) => loads.prefetched.push(hashes),
      load: (hash: string) => (loads.bundles.push(hash), Promise.resolve(new ArrayBuffer(1))),
    } as unknown as BundleStore,
    readTheme: () => reader.theme,
    onComplete: () => loads.completed++,
  });
  /** A frame that starts, and what it sends and was sent. */
  const startFrame = async () => {
    const channel = await page.greet();
    return {
      sent: channel.sent,
      async send(message: FrameMessage) {
        channel.receive(message);
        await settle();
      },
    };
  };
  /** Lets time pass without an answer, by default until the frame is lost. */
  const stall = (ms = 9_000) => {
    for (let passed = 0; passed < ms; passed += 500) {
      page.clock.now += 500;
      page.end(500);
    }
  };
  const navigate = () => {
    const frame = page.frames.at(-1)!;
    frame.dispatchEvent(new Event("load"));
    frame.dispatchEvent(new Event("load"));
  };
  return { root, canvas, loads, reader, startFrame, stall, navigate };
}

Deno.test("a sealed canvas passes batches, bundles, theme and height on", async () => {
  const page = createPage();
  await withGlobals(page.globals, async () => {
    const { root, canvas, loads, startFrame } = createCanvas(page);
    const frame = await startFrame();
    await frame.send({ type: "load-batches" });
    await frame.send({ type: "load-batches" });
    assert.deepEqual([loads.batches, loads.prefetched], [1, [[A, B]]]);
    assert.deepEqual(frame.sent.map(({ type }) => type), ["batches", "batches"]);
    assert.equal(root.dataset["state"], "loading");
    await frame.send({ type: "resize", height: 1_000_001 });
    const [element] = page.frames;
    assert.deepEqual(
      [root.dataset["state"], element!.style["height"]],
      ["loading", undefined],
      "not yet painted",
    );
    await frame.send({ type: "painted", isComplete: false });
    assert.deepEqual([root.dataset["state"], element!.style["height"], loads.completed], [
      "ready",
      "1000000px",
      0,
    ]);
    await frame.send({ type: "painted", isComplete: true });
    assert.equal(loads.completed, 1);
    await frame.send({ type: "resize", height: 70 });
    assert.equal(page.frames[0]!.style["height"], "70px");
    canvas.setTheme("dark");
    assert.deepEqual(frame.sent.at(-1), { type: "theme", theme: "dark" });
    await frame.send({ type: "load-bundle", hash: A });
    assert.equal(frame.sent.at(-1)!.type, "bundle");
    await frame.send({ type: "resize", height: -1 });
    assert.equal(page.frames[0]!.style["height"], "70px", "an invalid message has no effect");
  });
});

Deno.test("a sealed canvas reports why batches fail, unless it signs the reader in, and loads them again when asked", async () => {
  const page = createPage();
  await withGlobals(page.globals, async () => {
    const unauthenticated = new BatchesError("unauthenticated", "no");
    const failures = [
      [new Error("odd"), true, "unavailable"],
      [new BatchesError("not_found", "no"), true, "not_found"],
      [unauthenticated, false, "unauthenticated"],
      [unauthenticated, true, null],
    ] as const;
    for (const [failure, isSentAway, code] of failures) {
      const { loads, startFrame } = createCanvas(page, { failure, isSentAway });
      const frame = await startFrame();
      await frame.send({ type: "load-batches" });
      assert.deepEqual(frame.sent, code === null ? [] : [{ type: "batches-failed", code }]);
      assert.deepEqual(page.errors.splice(0), code === null ? [] : [failure]);
      loads.failure = null;
      await frame.send({ type: "load-batches" });
      assert.deepEqual([frame.sent.at(-1)?.type, loads.batches], ["batches", 2]);
    }
  });
});

// claim: sealed-loop-replaced
Deno.test("the bundle that ran when a frame stopped responding fails once, and is sent when it is tried again", async () => {
  const page = createPage();
  await withGlobals(page.globals, async () => {
    const { loads, reader, startFrame, stall } = createCanvas(page);
    const first = await startFrame();
    await first.send({ type: "run", hash: B });
    await first.send({ type: "run", hash: A });
    reader.theme = "dark";
    stall();
    assert.deepEqual([page.frames.length, page.frames[0]!.isRemoved], [2, true]);
    const second = await startFrame();
    assert.equal((page.frames[1]!.posted[0]![0] as { theme: string }).theme, "dark");
    await second.send({ type: "load-bundle", hash: A });
    assert.deepEqual(second.sent, [{
      type: "bundle-failed",
      hash: A,
      failure: "timeout",
      reason: "it stopped the frame",
    }]);
    assert.deepEqual(loads.bundles, []);
    await second.send({ type: "load-bundle", hash: B });
    await second.send({ type: "load-bundle", hash: A });
    assert.deepEqual(loads.bundles, [B, A]);
    assert.deepEqual(second.sent.slice(1).map(({ type }) => type), ["bundle", "bundle"], "at once");
  });
});

// claim: sealed-own-batch
Deno.test("bundles that stop two frames in turn both fail in the third, and other bundles of the reader's are not sent", async () => {
  const page = createPage();
  await withGlobals(page.globals, async () => {
    const { loads, startFrame, stall } = createCanvas(page);
    for (const hash of [A, B]) {
      const frame = await startFrame();
      await frame.send({ type: "load-batches" });
      await frame.send({ type: "run", hash });
      await frame.send({ type: "run", hash: OTHER });
      stall();
    }
    const third = await startFrame();
    for (const hash of [OTHER, A, B]) await third.send({ type: "load-bundle", hash });
    const failed = (hash: string) => ({
      type: "bundle-failed",
      hash,
      failure: "timeout",
      reason: "it stopped the frame",
    });
    assert.deepEqual([third.sent, loads.bundles], [[failed(A), failed(B)], []]);
    await third.send({ type: "load-bundle", hash: A });
    assert.deepEqual(loads.bundles, [A], "tried again");
    await third.send({ type: "pong" });
    stall();
    const fourth = await startFrame();
    for (const hash of [A, B]) await fourth.send({ type: "load-bundle", hash });
    assert.deepEqual([fourth.sent.at(-1), loads.bundles], [failed(B), [A, A]]);
  });
});

Deno.test("after the third loss the page gives up, until the reader tries again; meanwhile it says that a card stalls", async () => {
  const page = createPage();
  await withGlobals(page.globals, async () => {
    const { root, startFrame, stall } = createCanvas(page);
    const notices = () =>
      root.children.filter(({ className, isRemoved }) => className === "canvas-notice" && !isRemoved);
    for (const hash of [A, B, A]) {
      const frame = await startFrame();
      await frame.send({ type: "load-batches" });
      await frame.send({ type: "run", hash });
      stall(3_000);
      assert.equal(notices().length, 1);
      assert.match(notices()[0]!.textContent, /does not respond/);
      stall(6_000);
      assert.equal(notices().length, 0);
    }
    assert.deepEqual([page.frames.length, root.dataset["state"]], [3, "failed"]);
    const [again] = root.find("button");
    again!.dispatchEvent(new Event("click"));
    assert.equal(page.frames.length, 4);
    assert.equal(page.frames[3]!.isRemoved, false);
  });
});

Deno.test("a frame that is lost after it has answered is not blamed on a bundle, and the next one finds the bundle", async () => {
  const page = createPage();
  await withGlobals(page.globals, async () => {
    const { loads, startFrame, stall, navigate } = createCanvas(page);
    const first = await startFrame();
    await first.send({ type: "run", hash: A });
    await first.send({ type: "pong" });
    stall();
    const second = await startFrame();
    await second.send({ type: "load-bundle", hash: A });
    await second.send({ type: "load-bundle", hash: B });
    assert.deepEqual([loads.bundles, second.sent.length], [[A], 1], "one by one");
    navigate();
    const third = await startFrame();
    await third.send({ type: "load-bundle", hash: A });
    assert.deepEqual(third.sent, [{
      type: "bundle-failed",
      hash: A,
      failure: "timeout",
      reason: "it stopped the frame",
    }]);
    assert.equal(page.delays().filter((delay) => delay === 500).length, 1, "of the frame that is there");
  });
});

// claim: sealed-three-losses
Deno.test("after three losses without a reason the canvas gives up, until the reader or the network asks for more", async () => {
  const page = createPage();
  await withGlobals(page.globals, () => {
    const { root, navigate } = createCanvas(page);
    for (let round = 0; round < 2; round++) {
      for (let loss = 1; loss < 3; loss++) {
        navigate();
        assert.deepEqual([page.frames.length, root.dataset["state"]], [round * 3 + loss + 1, "loading"]);
      }
      navigate();
      assert.deepEqual([page.frames.length, root.dataset["state"]], [round * 3 + 3, "failed"]);
      const message = root.children.at(-1)!;
      assert.deepEqual(message.find("p").map(({ textContent }) => textContent), [
        "The cards could not be loaded.",
      ]);
      if (round === 0) globalThis.dispatchEvent(new Event("online"));
      else message.find("button")[0]!.dispatchEvent(new Event("click"));
      assert.deepEqual([message.isRemoved, page.frames.length, root.dataset["state"]], [
        true,
        round * 3 + 4,
        "loading",
      ]);
      globalThis.dispatchEvent(new Event("online"));
      assert.equal(page.frames.length, round * 3 + 4, "once");
    }
  });
});

// claim: sealed-links-asked
Deno.test("a link is opened after an activation: a declared one at once, another when the reader confirms it after a moment", async () => {
  const opened: unknown[][] = [];
  const body = new PageElement("body");
  const navigator = { userActivation: { isActive: true } };
  const timers: { run: () => void; delay: number }[] = [];
  const globals = {
    navigator,
    setTimeout: (run: () => void, delay: number) => timers.push({ run, delay }),
    clearTimeout: () => {},
    location: {
      href: "https://app.example/feed/a",
      origin: "https://app.example",
      assign: (url: URL) => opened.push([url.href]),
    },
    open: (url: URL, ...rest: unknown[]) => opened.push([url.href, ...rest]),
    document: {
      body,
      documentElement: { lang: "en" },
      createElement: (name: string) => new PageElement(name),
    },
  };
  await withGlobals(globals, async () => {
    const outside = ["_blank", "noopener,noreferrer"];
    const declared = [
      "/b",
      "https://a.example/",
      "mailto:a@b.example",
      "tel:1",
      "javascript:alert(1)",
      "data:text/html,a",
      "https://",
    ];
    const ask = (href: string, isDeclared = false) =>
      openLink({ href, inNewTab: false }, () => Promise.resolve(isDeclared));
    for (const href of declared) await ask(href, true);
    assert.deepEqual(opened, [
      ["https://app.example/b"],
      ["https://a.example/", ...outside],
      ["mailto:a@b.example", ...outside],
      ["tel:1", ...outside],
    ]);
    navigator.userActivation.isActive = false;
    await ask("/b", true);
    await ask("https://c.example/?secret");
    assert.deepEqual([opened.length, body.children.length], [4, 0]);
    navigator.userActivation.isActive = true;
    for (const [index, isOpened] of [[0, false], [1, true]] as const) {
      await ask("https://c.example/?secret");
      await ask("https://d.example/?secret");
      assert.equal(body.children.length, index + 1, "one question at a time");
      const dialog = body.children.at(-1)!;
      const open = dialog.find("button")[1]! as PageElement & { ariaDisabled?: string };
      const press = () => open.dispatchEvent(new Event("click"));
      for (const type of ["pointerdown", "pointerup", "pointercancel", "keydown"]) {
        assert.deepEqual([open.ariaDisabled, timers.at(-1)!.delay], ["true", 700]);
        timers.at(-1)!.run();
        assert.equal(open.ariaDisabled, "false");
        globalThis.dispatchEvent(new Event(type));
        press();
        assert.deepEqual([open.ariaDisabled, dialog.isOpen], ["true", true], type);
      }
      timers.at(-1)!.run();
      assert.deepEqual([dialog.isOpen, dialog.find("p").at(-1)!.textContent, opened.length], [
        true,
        "https://c.example/?secret",
        4,
      ]);
      dialog.find("button")[index]!.dispatchEvent(new Event("click"));
      assert.deepEqual([dialog.isOpen, dialog.isRemoved, opened.length], [false, true, isOpened ? 5 : 4]);
      const started = timers.length;
      globalThis.dispatchEvent(new Event("keydown"));
      assert.equal(timers.length, started, "the closed dialog waits for nothing");
    }
    assert.deepEqual(opened[4], ["https://c.example/?secret", ...outside]);
  });
});
