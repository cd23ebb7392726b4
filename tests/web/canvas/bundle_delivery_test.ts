import assert from "node:assert/strict";
import type { PageMessage } from "../../../web/canvas/messages.ts";
import { type Blame, NO_BLAME } from "../../../web/canvas/page/blame.ts";
import { BundleDelivery } from "../../../web/canvas/page/bundle_delivery.ts";
import type { BundleStore } from "../../../web/canvas/page/bundle_store.ts";
import { BundleFetchError } from "../../../web/bundle-stream/mod.ts";
import { settle } from "./frame_page.ts";
import { withGlobals } from "./page_globals.ts";

const [A, B, C] = ["A", "B", "C"].map((letter) => letter.repeat(64)) as [string, string, string];

/** A delivery to a frame that the test plays, with a timer that the test ends. Two cards have bundle A. */
async function withDelivery(
  start: Partial<Blame>,
  run: (frame: {
    delivery: BundleDelivery;
    blame: () => Blame;
    /** The types and hashes of what was sent since the last call. */
    takeSent: () => string[];
    /** Shows cards, and lets what follows happen. */
    show: (...widgetIds: string[]) => Promise<void>;
    /** Ends the timers of a delay, by so much too late, and answers what asks whether the frame responds. */
    pass: (delay: number, lateBy?: number) => Promise<void>;
    /** The delays of the timers that run. */
    delays: () => number[];
  }) => Promise<void>,
): Promise<void> {
  const sent: string[] = [];
  const timers = new Map<number, { end: () => void; delay: number }>();
  let blame: Blame = { ...NO_BLAME, ...start };
  let [timer, now] = [0, 0];
  const globals = {
    performance: { now: () => now },
    setTimeout: (end: () => void, delay: number) => (timers.set(++timer, { end, delay }), timer),
    clearTimeout: (id: number) => void timers.delete(id),
  };
  const bundles = {
    load: (hash: string) =>
      hash === C
        ? Promise.reject(new BundleFetchError("bundle.not_found"))
        : Promise.resolve(new ArrayBuffer(1)),
  } as unknown as BundleStore;
  await withGlobals(globals, async () => {
    const delivery = new BundleDelivery({
      bundles,
      send: (message: PageMessage) =>
        void sent.push(`${message.type} ${"hash" in message ? message.hash[0] : ""}`),
      responds: () => Promise.resolve(),
      readBlame: () => blame,
      writeBlame: (next) => blame = next,
      readCards: () => new Map([["a1", A], ["a2", A], ["b", B], ["c", C]]),
    });
    await run({
      delivery,
      blame: () => blame,
      takeSent: () => sent.splice(0),
      delays: () => Array.from(timers.values(), ({ delay }) => delay),
      show: async (...widgetIds) => {
        for (const widgetId of widgetIds) delivery.settle(widgetId);
        await settle();
      },
      pass: async (delay, lateBy = 0) => {
        now += delay + lateBy;
        for (const [id, timer] of timers) {
          if (timer.delay !== delay) continue;
          timers.delete(id);
          timer.end();
        }
        await settle();
      },
    });
  });
}

Deno.test("bundles are sent when the frame asks for them, and those that cannot be fetched fail", async () => {
  await withDelivery({}, async ({ delivery, takeSent }) => {
    assert.deepEqual([A, B, C].map((hash) => delivery.deliver(hash, false)), [false, false, false]);
    await settle();
    assert.deepEqual(takeSent().toSorted(), ["bundle A", "bundle B", "bundle-failed C"]);
    assert.equal(delivery.tried, null);
  });
});

Deno.test("a suspect fails when all other cards are shown and the frame survives, and is sent when it is tried again", async () => {
  await withDelivery({ suspects: [A] }, async ({ delivery, blame, takeSent, show, pass }) => {
    for (const hash of [A, B, C]) delivery.deliver(hash, false);
    await show("b");
    await pass(1_500);
    assert.deepEqual(takeSent().toSorted(), ["bundle B", "bundle-failed C"], "a card is missing");
    await show("c");
    assert.equal(blame().failed.size, 0, "the frame is watched");
    await pass(1_500);
    assert.deepEqual([takeSent(), [...blame().failed]], [["bundle-failed A"], [[A, "presumed"]]]);
    assert.equal(delivery.deliver(A, false), false);
    assert.deepEqual(takeSent(), ["bundle-failed A"], "the reader has not asked for it");
    assert.equal(delivery.deliver(A, true), true);
    await settle();
    assert.deepEqual([takeSent(), blame().failed.size], [["bundle A"], 0]);
  });
});

Deno.test("a card that is not shown in ten seconds does not keep a suspect from being blamed", async () => {
  await withDelivery({ suspects: [A] }, async ({ delivery, takeSent, pass }) => {
    delivery.deliver(A, false);
    await pass(10_000);
    await pass(1_500);
    assert.deepEqual(takeSent(), ["bundle-failed A"]);
  });
});

Deno.test("what is held back is tried one bundle at a time, each when all cards of the one before are shown", async () => {
  await withDelivery({ held: [B, A] }, async ({ delivery, blame, takeSent, show, pass, delays }) => {
    for (const hash of [A, B, C]) delivery.deliver(hash, false);
    await show("c");
    assert.deepEqual([takeSent(), delivery.tried], [["bundle-failed C", "bundle B"], B]);
    await show("b");
    await pass(250);
    assert.deepEqual([takeSent(), delivery.tried, blame().held], [["bundle A"], A, [A]]);
    await show("a1");
    await pass(250);
    assert.equal(delivery.tried, A, "its second card is missing");
    await show("a2");
    await pass(250);
    assert.deepEqual([delivery.tried, blame().held, takeSent(), delays()], [null, [], [], []]);
  });
});

Deno.test("a bundle is tried on while it stops the page, since both may run in one process", async () => {
  await withDelivery({ held: [B] }, async ({ delivery, blame, show, pass }) => {
    delivery.deliver(B, false);
    await show("a1", "a2", "c");
    await show("b");
    for (let block = 0; block < 3; block++) await pass(250, 6_000);
    assert.deepEqual([delivery.tried, blame().held], [B, [B]]);
    await pass(250);
    assert.deepEqual([delivery.tried, blame().held], [null, []]);
  });
});

Deno.test("what is held back and asked for later is tried then", async () => {
  await withDelivery({ held: [A, B] }, async ({ delivery, blame, takeSent, show, pass }) => {
    delivery.deliver(B, false);
    await show("c");
    await show("b");
    await pass(250);
    assert.deepEqual([takeSent(), blame().held], [["bundle B"], [A]]);
    delivery.deliver(A, false);
    await settle();
    assert.deepEqual([takeSent(), delivery.tried], [["bundle A"], A]);
  });
});

Deno.test("a doubted bundle is tried after the others were watched, and suspects fail at the end of all trials", async () => {
  const start = { held: [B], suspects: [A], doubted: new Set([B]) };
  await withDelivery(start, async ({ delivery, blame, takeSent, show, pass }) => {
    for (const hash of [A, B, C]) delivery.deliver(hash, false);
    await show("c");
    assert.deepEqual([takeSent(), delivery.tried], [["bundle-failed C"], null]);
    await pass(1_500);
    assert.deepEqual([takeSent(), delivery.tried], [["bundle B"], B]);
    await show("b");
    await pass(250);
    assert.deepEqual([takeSent(), delivery.tried, blame().doubted.size], [[], null, 0]);
    await pass(1_500);
    assert.deepEqual([takeSent(), [...blame().failed]], [["bundle-failed A"], [[A, "presumed"]]]);
  });
});

Deno.test("a suspect that the frame asks for after it was blamed fails then", async () => {
  await withDelivery({ suspects: [A], held: [B] }, async ({ delivery, takeSent, show, pass }) => {
    for (const hash of [B, C]) delivery.deliver(hash, false);
    await show("c", "b");
    await pass(250);
    await pass(1_500);
    assert.deepEqual(takeSent(), ["bundle-failed C", "bundle B"]);
    assert.equal(delivery.deliver(A, true), false);
    assert.deepEqual(takeSent(), ["bundle-failed A"]);
  });
});

Deno.test("a bundle that is to blame fails in each frame, before it is tried again", async () => {
  await withDelivery({ failed: new Map([[A, "tried"]]) }, async ({ delivery, takeSent }) => {
    assert.equal(delivery.deliver(A, false), false);
    await settle();
    assert.deepEqual(takeSent(), ["bundle-failed A"]);
  });
});

Deno.test("what the frame asks for while it is watched is tried first, and the frame is watched again before a suspect fails", async () => {
  await withDelivery({ suspects: [A], held: [B] }, async ({ delivery, blame, takeSent, show, pass }) => {
    for (const hash of [A, C]) delivery.deliver(hash, false);
    await show("c");
    delivery.deliver(B, false);
    await pass(1_500);
    assert.deepEqual([takeSent(), delivery.tried], [["bundle-failed C", "bundle B"], B]);
    await show("b");
    await pass(250);
    assert.deepEqual([takeSent(), blame().failed.size], [[], 0]);
    await pass(1_500);
    assert.deepEqual(takeSent(), ["bundle-failed A"]);
  });
});
