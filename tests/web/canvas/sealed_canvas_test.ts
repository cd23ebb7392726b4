import assert from "node:assert/strict";
import type { Batch } from "../../../core/feed/mod.ts";
import { type CardEvent, dispatchCardEvent } from "../../../web/canvas/card_events.ts";
import { BatchesError } from "../../../web/canvas/batches.ts";
import type { FrameMessage } from "../../../web/canvas/messages.ts";
import type { BundleStore } from "../../../web/canvas/page/bundle_store.ts";
import { Neighbours } from "../../../web/canvas/page/neighbours.ts";
import { SealedCanvas } from "../../../web/canvas/page/sealed_canvas.ts";
import { createPage, type FramePage, settle } from "./frame_page.ts";
import { IN_VIEW, PageElement } from "./page_elements.ts";
import { withGlobals } from "./page_globals.ts";
import { createOrigin } from "./shared_origin.ts";

const [A, B, OTHER] = ["A".repeat(64), "B".repeat(64), "C".repeat(64)];

/** A sealed canvas with one batch of two widgets of one bundle and one of another. */
function createCanvas(
  page: FramePage,
  { failure = null, isSentAway = true, onCard = dispatchCardEvent, ...more }: {
    failure?: Error | null;
    isSentAway?: boolean;
    onCard?: (event: CardEvent) => void;
    reload?: () => void;
  } = {},
) {
  const root = new PageElement("main");
  const widget = (id: string, hash: string, href: string) => ({
    id,
    manifest: { slots: { actions: [{ href }] } },
    bundle: { hash },
  });
  const batch = {
    widgets: [widget("a1", A, "/a"), widget("a2", A, "/b"), widget("b", B, "/c")],
  } as unknown as Batch;
  const loads = {
    batches: 0,
    bundles: [] as string[],
    prefetched: [] as (readonly string[])[],
    failure,
    completed: 0,
  };
  const reader = { theme: "light" as "light" | "dark" };
  const canvas = new SealedCanvas(root as unknown as HTMLElement, {
    frameUrl: "/f",
    language: "en",
    isGuarded: false,
  }, {
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
    onCard,
    readTheme: () => reader.theme,
    readWindowHeight: () => 700,
    onComplete: () => loads.completed++,
    ...more,
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
  /**
   * Lets time pass without an answer, by default until the frame is lost.
   *
   * @param meanwhile what happens when it is lost, before it is known whose loss it is
   */
  const stall = async (ms = 9_000, meanwhile = () => {}) => {
    for (let passed = 0; passed < ms && page.delays().includes(500); passed += 500) {
      page.clock.now += 500;
      page.end(500);
    }
    // For so long other feeds could say that they have lost a frame too.
    if (!page.delays().includes(500)) {
      meanwhile();
      page.end(2_000);
    }
    await settle();
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
    assert.deepEqual(frame.sent.map(({ type }) => type), ["window", "batches", "window", "batches"]);
    assert.deepEqual(frame.sent[0], { type: "window", height: 700 });
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

// claim: sealed-ended-tab
Deno.test("a mark of this address without a lock keeps cards from running until the reader starts them, one of another page or address does not", async () => {
  const cases = [
    { marks: { "tck:cards:1": "/feed/a" }, held: ["tck:cards:2"], isAsked: true },
    { marks: { "tck:cards:1": "/feed/a" }, held: ["tck:cards:1"], isAsked: false },
    { marks: { "tck:cards:1": "/feed/b", other: "/feed/a" }, held: [], isAsked: false },
  ];
  for (const { marks, held, isAsked } of cases) {
    const page = createPage();
    const removed: string[] = [];
    const localStorage = Object.defineProperties({ ...marks } as { [mark: string]: string }, {
      getItem: { value: (mark: string) => (marks as { [mark: string]: string })[mark] ?? null },
      removeItem: { value: (mark: string) => removed.push(mark) },
    });
    const locks = {
      request: () => new Promise(() => {}),
      query: () => Promise.resolve({ held: held.map((name) => ({ name })) }),
    };
    const globals = {
      ...page.globals,
      localStorage,
      location: { pathname: "/feed/a" },
      navigator: { ...page.globals.navigator, locks },
    };
    await withGlobals(globals, async () => {
      const { root } = createCanvas(page);
      await settle();
      assert.deepEqual([page.frames.length, root.dataset["state"]], isAsked ? [0, "ended"] : [1, "loading"]);
      if (!isAsked) return;
      root.find("button")[0]!.dispatchEvent(new Event("click"));
      assert.deepEqual([page.frames.length, root.dataset["state"], removed], [1, "loading", ["tck:cards:1"]]);
    });
  }
});

Deno.test("what a frame says of a card that the page does not have is heard by nobody", async () => {
  const page = createPage();
  const heard: string[] = [];
  await withGlobals(page.globals, async () => {
    const { startFrame } = createCanvas(page, { onCard: ({ widgetId }) => heard.push(widgetId) });
    const frame = await startFrame();
    await frame.send({ type: "load-batches" });
    for (const widgetId of ["a1", "a text of another card", "b"]) await frame.send(mounted(widgetId));
  });
  assert.deepEqual(heard, ["a1", "b"]);
});

Deno.test("an ended canvas has no frame, loads nothing, and sends nobody to sign in", async () => {
  const page = createPage();
  await withGlobals(page.globals, async () => {
    const failure = new BatchesError("unauthenticated", "no");
    const { root, canvas, loads, startFrame } = createCanvas(page, { failure, isSentAway: false });
    const frame = await startFrame();
    const sending = frame.send({ type: "load-batches" });
    canvas.end();
    await sending;
    await frame.send({ type: "load-batches" });
    canvas.setTheme("dark");
    assert.deepEqual([frame.sent, page.errors, loads.batches, root.children.length], [[], [], 1, 0]);
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
      // An unknown batch is no error of the page: the reader sees a notice.
      const isReported = code !== null && code !== "not_found";
      assert.deepEqual(page.errors.splice(0), isReported ? [failure] : []);
      loads.failure = null;
      await frame.send({ type: "load-batches" });
      assert.deepEqual([frame.sent.at(-1)?.type, loads.batches], ["batches", 2]);
    }
  });
});

/** What a frame is sent in place of a bundle that is to blame. */
const failed = (hash: string) => ({
  type: "bundle-failed",
  hash,
  failure: "timeout",
  reason: "it stopped the frame",
});

const mounted = (widgetId: string) => ({ type: "card", widgetId, state: "mounted", failure: null }) as const;

// claim: sealed-loop-replaced
Deno.test("the bundle that ran when a frame stopped responding fails once the others have survived, and is sent when it is tried again", async () => {
  const page = createPage();
  await withGlobals(page.globals, async () => {
    const { loads, reader, startFrame, stall } = createCanvas(page);
    const first = await startFrame();
    await first.send({ type: "load-batches" });
    for (const hash of [B, A, OTHER]) await first.send({ type: "run", hash });
    reader.theme = "dark";
    await stall();
    assert.deepEqual([page.frames.length, page.frames[0]!.isRemoved], [2, true]);
    const second = await startFrame();
    assert.equal((page.frames[1]!.posted[0]![0] as { theme: string }).theme, "dark");
    for (const hash of [A, B]) await second.send({ type: "load-bundle", hash });
    await second.send(mounted("b"));
    assert.deepEqual([loads.bundles, second.sent.at(-1)!.type], [[B], "bundle"]);
    page.end(1_500);
    await settle();
    await second.send({ type: "pong" });
    assert.deepEqual(second.sent.filter(({ type }) => type === "bundle-failed"), [failed(A)]);
    await second.send({ type: "load-bundle", hash: A });
    assert.deepEqual([loads.bundles, second.sent.at(-1)], [[B], failed(A)], "no reader has clicked");
    page.globals.navigator.userActivation.isActive = true;
    await second.send({ type: "load-bundle", hash: A });
    assert.deepEqual([loads.bundles, second.sent.at(-1)!.type], [[B, A], "bundle"]);
  });
});

// claim: sealed-loop-replaced
// claim: sealed-own-batch
Deno.test("a bundle that is not the last to run is found by trying all, no other one fails, and those of other batches are not sent", async () => {
  const page = createPage();
  await withGlobals(page.globals, async () => {
    const { loads, startFrame, stall } = createCanvas(page);
    for (const hash of [A, B]) {
      const frame = await startFrame();
      await frame.send({ type: "load-batches" });
      await frame.send({ type: "run", hash });
      await stall();
    }
    const third = await startFrame();
    for (const hash of [OTHER, A, B]) await third.send({ type: "load-bundle", hash });
    await third.send({ type: "pong" });
    assert.deepEqual(loads.bundles, [A], "the one that was left out is tried first");
    for (const widgetId of ["a1", "a2"]) await third.send(mounted(widgetId));
    page.end(250);
    await settle();
    await third.send({ type: "pong" });
    await third.send({ type: "pong" });
    assert.deepEqual(loads.bundles, [A, B]);
    await stall();
    const fourth = await startFrame();
    for (const hash of [A, B]) await fourth.send({ type: "load-bundle", hash });
    assert.deepEqual([fourth.sent.at(-1), fourth.sent.map(({ type }) => type), loads.bundles], [
      failed(B),
      ["bundle", "bundle-failed"],
      [A, B, A],
    ]);
  });
});

Deno.test("after the third loss without a finding the page gives up, until the reader tries again; meanwhile it says that a card stalls", async () => {
  const page = createPage();
  await withGlobals(page.globals, async () => {
    const { root, startFrame, stall } = createCanvas(page);
    const notices = () =>
      root.children.filter(({ className, isRemoved }) => className === "canvas-notice" && !isRemoved);
    for (const hash of [A, B, A]) {
      const frame = await startFrame();
      await frame.send({ type: "load-batches" });
      await frame.send({ type: "run", hash });
      await stall(3_000);
      assert.equal(notices().length, 1);
      assert.match(notices()[0]!.textContent, /does not respond/);
      await stall(6_000);
      assert.equal(notices().length, 0);
    }
    assert.deepEqual([page.frames.length, root.dataset["state"]], [3, "failed"]);
    const [again] = root.find("button");
    again!.dispatchEvent(new Event("click"));
    assert.equal(page.frames.length, 4);
    assert.equal(page.frames[3]!.isRemoved, false);
  });
});

Deno.test("a frame that was navigated after it has answered blames nothing, and the next one finds the bundle", async () => {
  const page = createPage();
  await withGlobals(page.globals, async () => {
    const { loads, startFrame, navigate } = createCanvas(page);
    const first = await startFrame();
    await first.send({ type: "load-batches" });
    await first.send({ type: "run", hash: A });
    await first.send({ type: "pong" });
    navigate();
    const second = await startFrame();
    for (const hash of [A, B]) await second.send({ type: "load-bundle", hash });
    await second.send({ type: "pong" });
    assert.deepEqual(loads.bundles, [A], "one by one");
    navigate();
    const third = await startFrame();
    await third.send({ type: "load-bundle", hash: A });
    assert.deepEqual(third.sent, [failed(A)]);
    assert.equal(page.delays().filter((delay) => delay === 500).length, 1, "of the frame that is there");
  });
});

// claim: sealed-three-losses
Deno.test("after three losses without a reason the canvas gives up, until the reader or the network asks for more", async () => {
  const page = createPage();
  await withGlobals(page.globals, async () => {
    const { root, navigate } = createCanvas(page);
    (await page.greet()).receive({ type: "pong" });
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

Deno.test("a page of which no frame has started is loaded again, since its version may be gone, unless it is offline or an application's", async () => {
  for (const isOwn of [true, false]) {
    const page = createPage();
    let reloads = 0;
    await withGlobals(page.globals, () => {
      const { root, navigate } = createCanvas(page, isOwn ? { reload: () => void reloads++ } : {});
      const giveUp = () => [1, 2, 3].forEach(navigate);
      const tryAgain = () => root.children.at(-1)!.find("button")[0]!.dispatchEvent(new Event("click"));
      page.globals.navigator.onLine = false;
      giveUp();
      tryAgain();
      assert.deepEqual([reloads, page.frames.length], [0, 4]);
      page.globals.navigator.onLine = true;
      giveUp();
      tryAgain();
      assert.deepEqual([reloads, page.frames.length], isOwn ? [1, 6] : [0, 7]);
    });
  }
});

Deno.test("a canvas that is ended while it waits for the losses of others gives up nothing and says nothing", async () => {
  const page = createPage();
  await withGlobals(page.globals, async () => {
    const { root, canvas, startFrame, stall } = createCanvas(page);
    for (const hash of [A, B, A]) {
      const frame = await startFrame();
      await frame.send({ type: "load-batches" });
      await frame.send({ type: "run", hash });
      await stall(9_000, page.frames.length === 3 ? () => canvas.end() : undefined);
    }
    assert.deepEqual([page.frames.length, page.errors.length], [3, 2]);
    assert.deepEqual([root.children.length, root.dataset["state"]], [0, "loading"]);
  });
});

Deno.test("a page that the browser freezes has no frame until it resumes and is seen, and one that is ended has none", async () => {
  const page = createPage();
  await withGlobals(page.globals, async () => {
    const { root, canvas, startFrame } = createCanvas(page);
    const { document } = page.globals;
    const happen = async (type: string) => {
      document.dispatchEvent(new Event(type));
      await settle();
    };
    await startFrame();
    for (let round = 1; round <= 2; round++) {
      document.hidden = true;
      await happen("freeze");
      assert.deepEqual([page.frames.at(-1)!.isRemoved, root.dataset["state"]], [true, "loading"]);
      await happen("freeze");
      await happen("resume");
      assert.equal(page.frames.length, round);
      document.hidden = false;
      await happen("visibilitychange");
      assert.equal(page.frames.length, round + 1, "one frame, also if it was frozen without one");
    }
    assert.deepEqual(page.errors, [], "that is no loss");
    await happen("freeze");
    canvas.end();
    await happen("resume");
    await happen("freeze");
    assert.equal(page.frames.length, 3);
  });
});

Deno.test("a feed that searches lets the others open their frames when its own has survived, and one that has given up returns when another has", async () => {
  const page = createPage();
  const origin = createOrigin();
  Object.assign(page.globals.navigator, { locks: origin.locks });
  await withGlobals({ ...page.globals, ...origin.globals }, async () => {
    const { root, startFrame, stall } = createCanvas(page);
    const other = new Neighbours({ onLost: () => {}, onGivenUp: () => {} });
    const lose = async () => {
      const frame = await startFrame();
      await frame.send({ type: "load-batches" });
      await stall();
    };
    await lose();
    const turn = other.takeTurn(true);
    const survivor = await startFrame();
    await survivor.send({ type: "painted", isComplete: true });
    page.end(1_500);
    await settle();
    await survivor.send({ type: "pong" });
    await turn;
    assert.equal(other.hasTurn, true);
    other.endTurn();
    await stall();
    await lose();
    assert.deepEqual([page.frames.length, root.dataset["state"]], [3, "failed"]);
    other.giveUp();
    assert.deepEqual([page.frames.length, root.dataset["state"]], [4, "loading"]);
    other.giveUp();
    assert.equal(page.frames.length, 4, "its frame is open");
  });
});

Deno.test("while the reader is asked about a link the frame keeps its height, and it has the last one and the focus after each question", async () => {
  const page = createPage();
  const body = new PageElement("body");
  Object.assign(page.globals.document, { body });
  Object.assign(page.globals.navigator.userActivation, { isActive: true });
  const location = { href: "https://app.example/feed", origin: "https://app.example" };
  await withGlobals({ ...page.globals, ...IN_VIEW, location }, async () => {
    const { startFrame } = createCanvas(page);
    const frame = await startFrame();
    await frame.send({ type: "load-batches" });
    await frame.send({ type: "resize", height: 500 });
    await frame.send({ type: "painted", isComplete: true });
    const [element] = page.frames;
    for (const [question, height] of [600, 700].entries()) {
      await frame.send({
        type: "open",
        href: "https://elsewhere.example/",
        inNewTab: true,
        widgetId: "a1",
        isChosen: true,
      });
      await frame.send({ type: "resize", height });
      assert.equal(element!.style["height"], `${[500, 600][question]}px`);
      const dialogs = body.find("dialog").filter(({ isRemoved }) => !isRemoved);
      assert.equal(dialogs.length, 1);
      dialogs[0]!.close();
      assert.deepEqual([element!.style["height"], element!.focused], [`${height}px`, question + 1]);
      assert.equal(frame.sent.at(-1)!.type, "focus-link");
    }
    await frame.send({ type: "resize", height: 800 });
    assert.equal(element!.style["height"], "800px");
  });
});
