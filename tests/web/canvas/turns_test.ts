import assert from "node:assert/strict";
import { Neighbours } from "../../../web/canvas/page/neighbours.ts";
import { createPage, type FramePage, settle } from "./frame_page.ts";
import { withGlobals } from "./page_globals.ts";
import { createOrigin } from "./shared_origin.ts";

/** Feeds of one origin, and what each receives from the others. */
async function withFeeds(
  count: number,
  run: (
    feeds: readonly Neighbours[],
    told: string[][],
    page: FramePage,
    endWaiting: () => void,
  ) => Promise<void>,
): Promise<void> {
  const page = createPage();
  const { globals, locks, endWaiting } = createOrigin();
  await withGlobals({ ...page.globals, ...globals, navigator: { locks } }, async () => {
    const told = Array.from({ length: count }, (): string[] => []);
    const feeds = told.map((own) =>
      new Neighbours({ onLost: () => own.push("lost"), onGivenUp: () => own.push("given up") })
    );
    await run(feeds, told, page, endWaiting);
  });
}

/** Whether a promise is fulfilled, read later. */
function follow(promise: Promise<unknown>): { isDone: boolean } {
  const followed = { isDone: false };
  void promise.then(() => followed.isDone = true);
  return followed;
}

/** Lets the feeds gather each other's losses. */
async function gather(page: FramePage): Promise<void> {
  while (page.delays().includes(2_000)) page.end(2_000);
  await settle();
}

Deno.test("of two feeds that lose their frames together one searches, and the other waits until it has ended", async () => {
  await withFeeds(2, async ([one, other], told, page) => {
    const losses = [one!.lose({ losses: 0, ranAt: 1 }), other!.lose({ losses: 0, ranAt: 2 })];
    const [ofOne, ofOther] = losses.map(follow);
    assert.deepEqual(told, [["lost"], ["lost"]]);
    await gather(page);
    assert.deepEqual([ofOne!.isDone, ofOther!.isDone], [false, true], "the one that it is not waits longer");
    await gather(page);
    assert.deepEqual(await Promise.all(losses), [false, true]);
    const waits = [other!.takeTurn(true), one!.takeTurn(false)].map(follow);
    await settle();
    assert.deepEqual([waits.map(({ isDone }) => isDone), other!.hasTurn], [[true, false], true]);
    other!.endTurn();
    await settle();
    assert.deepEqual([waits[1]!.isDone, other!.hasTurn, one!.hasTurn], [true, false, false]);
    const again = follow(other!.takeTurn(true));
    await settle();
    assert.deepEqual([again.isDone, other!.hasTurn], [true, true], "it can have another turn");
  });
});

Deno.test("what is no message of a feed is ignored, from any sender on the channel", async () => {
  await withFeeds(2, async ([one], told, page) => {
    const sender = new BroadcastChannel("tck:frames");
    const report = { feed: "0", hasTurn: true, losses: 0, ranAt: 9 };
    const fields = Object.keys(report).map((name) => ({ ...report, [name]: null }));
    for (const data of [null, undefined, "lost", {}, { type: "found", report }, { type: "lost" }]) {
      sender.postMessage(data);
    }
    for (const each of [...fields, { ...report, ranAt: NaN }]) {
      sender.postMessage({ type: "lost", report: each });
    }
    const lost = one!.lose({ losses: 0, ranAt: 1 });
    await gather(page);
    assert.deepEqual([await lost, told], [true, [[], ["lost"]]]);
  });
});

Deno.test("a loss of another feed counts in the next one only if it was in the last five seconds, and once", async () => {
  await withFeeds(2, async ([one, other], _told, page) => {
    const lose = async (feed: Neighbours, ranAt: number) => {
      const lost = feed.lose({ losses: 0, ranAt });
      await gather(page);
      await gather(page);
      return await lost;
    };
    assert.equal(await lose(other!, 9), true, "alone");
    assert.equal(await lose(one!, 1), false, "it is that of the other");
    assert.equal(await lose(one!, 1), true, "which has not lost its frame again");
    await lose(other!, 9);
    page.clock.now += 5_001;
    assert.equal(await lose(one!, 1), true);
  });
});

Deno.test("a turn ends after a minute, and so does the wait for it", async () => {
  await withFeeds(3, async ([one, other, third], _told, page, endWaiting) => {
    await one!.takeTurn(true);
    const waits = follow(other!.takeTurn(true));
    await settle();
    assert.equal(waits.isDone, false);
    page.end(60_000);
    await settle();
    assert.deepEqual([waits.isDone, one!.hasTurn, other!.hasTurn], [true, false, true]);
    const late = follow(third!.takeTurn(true));
    await settle();
    assert.equal(late.isDone, false);
    endWaiting();
    await settle();
    assert.deepEqual([late.isDone, third!.hasTurn], [true, false], "without a turn of its own");
    other!.endTurn();
    await settle();
    assert.deepEqual(page.delays(), [], "no timer is left");
  });
});

Deno.test("a feed that has ended holds no turn, neither its own nor one that it has waited for, and tells nobody", async () => {
  await withFeeds(3, async ([one, other, third], told) => {
    await one!.takeTurn(true);
    const waited = follow(other!.takeTurn(true));
    await settle();
    other!.end();
    one!.end();
    await settle();
    assert.deepEqual([waited.isDone, one!.hasTurn, other!.hasTurn], [true, false, false]);
    await third!.takeTurn(true);
    assert.equal(third!.hasTurn, true);
    one!.giveUp();
    await one!.takeTurn(true);
    assert.deepEqual([one!.hasTurn, told], [false, [[], [], []]]);
  });
});

Deno.test("a feed that gives up ends its turn and tells the others, and without locks nobody waits", async () => {
  await withFeeds(2, async ([one, other], told) => {
    await one!.takeTurn(true);
    one!.giveUp();
    await other!.takeTurn(true);
    assert.deepEqual([one!.hasTurn, other!.hasTurn, told], [false, true, [[], ["given up"]]]);
    await withGlobals({ navigator: {} }, async () => {
      await one!.takeTurn(true);
      assert.equal(one!.hasTurn, false);
    });
  });
});
