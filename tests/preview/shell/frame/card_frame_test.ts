import assert from "node:assert/strict";
import { createElement } from "react";
import { CardFrame } from "../../../../preview/shell/frame/card_frame.tsx";
import type { FrameView } from "../../../../preview/shell/frame/frame_channel.ts";
import { FramedCard } from "../../../../preview/shell/stage/framed_card.tsx";
import { overrideSlots } from "../../../../preview/shell/state/slot_edits.ts";
import { openFrames } from "../frames.ts";
import { openStore, withRendering } from "../rendering.ts";
import type { SmallElement } from "../small_document.ts";

const VIEW = { url: { theme: "light" }, languages: null, slots: null } as unknown as FrameView;

Deno.test("each time that a frame does not respond it can be replaced, by one that responds", async () => {
  const frames = openFrames();
  const store = openStore();
  await withRendering({ store, frameSites: frames.frameSites }, async ({ document, show, fire, change }) => {
    frames.follow(document);
    await show(createElement(CardFrame, { place: 0, address: "?a", view: VIEW, size: null, title: "A" }));
    const shown = () => document.querySelector("iframe")!;
    const notice = () => document.querySelector(".shell-stalled") !== null;
    const seen = new Set<SmallElement>();
    for (const round of [0, 1, 2]) {
      seen.add(shown());
      assert.equal(new URL(shown().getAttribute("src")!).origin, `http://frame-0-${round}.localhost:1`);
      await change(() => frames.send(shown(), { type: "tck:frame-pong" }));
      await change(() => frames.pass(7));
      assert.equal(notice(), true);
      await fire(document.querySelector("button"), "onClick");
      assert.equal(notice(), false, "the next frame has its own time");
      assert.equal(frames.ticks.size, 1);
    }
    assert.deepEqual([seen.size, seen.has(shown())], [3, false]);
    await change(() => frames.send(shown(), { type: "tck:frame-pong" }));
    await change(() => frames.pass(4));
    assert.equal(notice(), false);
    await change(() => frames.pass(3));
    await change(() => store.setState({ edits: 1 }));
    assert.deepEqual(
      [notice(), seen.has(shown())],
      [false, false],
      "an edit replaces a frame that is stalled",
    );
    await show(null);
    assert.equal(frames.ticks.size, 0);
  }, frames.globals);
});

// claim: site-has-the-policy-of-a-feed
Deno.test("a frame of a site has no address, which would be a document without the page's policy", async () => {
  const { frameSites, globals } = openFrames();
  const dependencies = { store: openStore(), frameSites, siteDocument: "<p>page</p>" };
  await withRendering(dependencies, async ({ document, show }) => {
    await show(createElement(CardFrame, { place: 0, address: "?a", view: VIEW, size: null, title: "A" }));
    const frame = document.querySelector("iframe")!;
    assert.deepEqual(
      ["src", "srcDoc", "data-query"].map((name) => frame.getAttribute(name)),
      [null, "<p>page</p>", "?a"],
    );
  }, globals);
});

Deno.test("what a former frame, or another page in the frame, says is not believed", async () => {
  const frames = openFrames();
  const store = openStore();
  await withRendering({ store, frameSites: frames.frameSites }, async ({ document, show, fire, change }) => {
    frames.follow(document);
    await show(createElement(CardFrame, { place: 0, address: "?a", view: VIEW, size: null, title: "A" }));
    const former = document.querySelector("iframe")!;
    await change(() => frames.pass(31));
    await fire(document.querySelector("button"), "onClick");
    const frame = document.querySelector("iframe")!;
    const open = { type: "tck:frame-palette" } as const;
    await change(() => frames.send(former, open));
    await change(() => frames.send(frame, open, "http://elsewhere.test"));
    assert.equal(store.getState().overlay, null);
    await change(() => frames.send(frame, open));
    assert.equal(store.getState().overlay, "palette");
    await show(null);
    store.setState({ overlay: null });
    frames.send(frame, open);
    assert.equal(store.getState().overlay, null);
  }, frames.globals);
});

Deno.test("a framed card is sent each change of how it is shown, and what is known of it ends with it", async () => {
  const frames = openFrames();
  const store = openStore("?widget=001_a");
  await withRendering({ store, frameSites: frames.frameSites }, async ({ document, show, change }) => {
    frames.follow(document);
    const props = { cardKey: "live 001_a", size: "2x2", stateName: null, title: "A" } as const;
    await show(createElement(FramedCard, props));
    const frame = document.querySelector("iframe")!;
    const sent = async (act: () => void) => {
      frames.sentTo(frame);
      await change(act);
      return frames.sentTo(frame).map((message) => message.type === "tck:frame-view" && message.view);
    };
    const { url } = store.getState();
    const changes = [
      { theme: "dark" },
      { direction: "rtl" },
      { overlay: "outline" },
      { motion: "reduce" },
      { contrast: "more" },
      { stateData: '{"a":1}' },
    ] as const;
    for (const one of changes) {
      const [view, ...others] = await sent(() => store.setState({ url: { ...url, ...one } }));
      assert.deepEqual([others, { ...view && view.url, ...one }], [[], view && view.url]);
    }
    const [translated] = await sent(() => store.setState({ languages: ["de"] }));
    assert.deepEqual(translated && translated.languages, ["de"]);
    const actions = [{ id: "a", label: "A", href: "/", variant: "secondary" }] as const;
    for (const values of [{ actions: [...actions] }, { actions: [] }]) {
      const [view] = await sent(() => overrideSlots(store, props.cardKey, values));
      assert.deepEqual(view && view.slots, { card: props.cardKey, values });
    }
    const [reset] = await sent(() => overrideSlots(store, props.cardKey, null));
    assert.equal(reset && reset.slots, null);
    assert.deepEqual(await sent(() => overrideSlots(store, "live 002_b", { actions: [] })), []);
    assert.equal((await sent(() => frames.send(frame, { type: "tck:frame-ready" }))).length, 1);
    assert.equal((await sent(() => globalThis.dispatchEvent(new Event("resize")))).length, 1);

    const card = { width: 320, language: "de" };
    const marks = { ready: false, error: null };
    await change(() => frames.send(frame, { type: "tck:frame-card", height: 100, card, marks }));
    assert.deepEqual(store.getState().framedCard, card);
    await show(null);
    assert.equal(store.getState().framedCard, null);
  }, {
    ...frames.globals,
    requestAnimationFrame: () => 0,
    cancelAnimationFrame() {},
  });
});
