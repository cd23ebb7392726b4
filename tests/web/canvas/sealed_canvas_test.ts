import assert from "node:assert/strict";
import { BatchesError } from "../../../web/canvas/batches.ts";
import { createPage, settle } from "./frame_page.ts";
import { IN_VIEW, PageElement } from "./page_elements.ts";
import { withGlobals } from "./page_globals.ts";
import { createOrigin } from "./shared_origin.ts";
import { A, B, createCanvas } from "./created_canvas.ts";

const mounted = (widgetId: string) => ({ type: "card", widgetId, state: "mounted", failure: null }) as const;

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
    Object.assign(page.globals.document, { visibilityState: "visible" });
    const paint = new PageElement("iframe");
    const removed: string[] = [];
    const localStorage = Object.defineProperties({ ...marks } as { [mark: string]: string }, {
      getItem: { value: (mark: string) => (marks as { [mark: string]: string })[mark] ?? null },
      setItem: { value: () => {} },
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
      const { root } = createCanvas(page, { paint });
      await settle();
      assert.deepEqual(
        [page.frames.length, root.dataset["state"], paint.isRemoved],
        isAsked ? [0, "ended", true] : [1, "loading", false],
      );
      if (!isAsked) return;
      root.find("button")[0]!.dispatchEvent(new Event("click"));
      assert.deepEqual([page.frames.length, root.dataset["state"], removed], [1, "loading", ["tck:cards:1"]]);
    });
  }
});

// claim: sealed-ended-tab
Deno.test("a page is marked while its cards run, and a canvas that has ended, before or after that, leaves neither mark nor lock", async () => {
  for (const isEndedFirst of [true, false]) {
    const page = createPage();
    Object.assign(page.globals.document, { visibilityState: "visible" });
    const stored = new Map<string, string>();
    const localStorage = {
      setItem: (mark: string, path: string) => void stored.set(mark, path),
      removeItem: (mark: string) => void stored.delete(mark),
    };
    const { locks } = createOrigin();
    const held = new Set<string>();
    const request = async (name: string, run: () => Promise<void>) => {
      await locks.request(name, async () => {
        held.add(name);
        await run();
        held.delete(name);
      });
    };
    const globals = {
      ...page.globals,
      localStorage,
      location: { pathname: "/feed/a" },
      navigator: { ...page.globals.navigator, locks: { request } },
    };
    await withGlobals(globals, async () => {
      const { canvas, startFrame } = createCanvas(page);
      if (isEndedFirst) {
        const starting = startFrame();
        canvas.end();
        await starting;
      } else {
        await startFrame();
        assert.deepEqual([...stored], [...held].map((mark) => [mark, "/feed/a"]));
        assert.equal(held.size, 1);
        canvas.end();
      }
      await settle();
      assert.deepEqual([stored.size, held.size], [0, 0]);
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
