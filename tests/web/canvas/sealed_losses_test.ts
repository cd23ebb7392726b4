import assert from "node:assert/strict";
import { Neighbours } from "../../../web/canvas/page/neighbours.ts";
import { createPage, settle } from "./frame_page.ts";
import { withGlobals } from "./page_globals.ts";
import { createOrigin } from "./shared_origin.ts";
import { A, B, createCanvas, OTHER } from "./created_canvas.ts";

/** What a frame is sent in place of a bundle that is to blame. */
const failed = (hash: string) => ({
  type: "bundle-failed",
  hash,
  failure: "timeout",
  reason: "it stopped the frame",
});

const ran = (hash: string, at = 0) => ({ type: "run", hash, at }) as const;

const mounted = (widgetId: string) => ({ type: "card", widgetId, state: "mounted", failure: null }) as const;

// claim: sealed-loop-replaced
Deno.test("the bundle that ran when a frame stopped responding fails once the others have survived, and is sent when it is tried again", async () => {
  const page = createPage();
  await withGlobals(page.globals, async () => {
    const { loads, reader, startFrame, stall } = createCanvas(page);
    const first = await startFrame();
    await first.send({ type: "load-batches" });
    for (const hash of [B, A, OTHER]) await first.send(ran(hash));
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

// claim: flood-does-not-stop-the-page
Deno.test("a bundle that floods the page is found where its messages arrive before the report that it runs, also if others run meanwhile", async () => {
  const page = createPage();
  await withGlobals(page.globals, async () => {
    const { loads, startFrame } = createCanvas(page);
    const first = await startFrame();
    await first.send({ type: "load-batches" });
    await first.send(ran(B));
    const begun = Date.now();
    for (let count = 0; count < 40; count++) page.postUnreadable(page.frames[0]!);
    await first.send(ran(A, begun));
    await first.send({ type: "pong" });
    await first.send(ran(B, Date.now() + 1));
    assert.equal(page.frames.length, 1);
    page.end(250);
    assert.deepEqual([page.frames.length, page.frames[0]!.isRemoved], [2, true]);
    const second = await startFrame();
    for (const hash of [A, B]) await second.send({ type: "load-bundle", hash });
    assert.deepEqual(loads.bundles, [B]);
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
      await frame.send(ran(hash));
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
      await frame.send(ran(hash));
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
    await first.send(ran(A));
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
      await frame.send(ran(hash));
      await stall(9_000, page.frames.length === 3 ? () => canvas.end() : undefined);
    }
    assert.deepEqual([page.frames.length, page.errors.length], [3, 2]);
    assert.deepEqual([root.children.length, root.dataset["state"]], [0, "loading"]);
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
