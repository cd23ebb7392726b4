import assert from "node:assert/strict";
import fc from "fast-check";
import { FrameLosses } from "../../../web/canvas/page/frame_losses.ts";
import { type LossReport, takesLoss } from "../../../web/canvas/page/outage.ts";

const reports = fc.uniqueArray(
  fc.record({
    feed: fc.string({ minLength: 1, maxLength: 3 }),
    hasTurn: fc.boolean(),
    losses: fc.nat(3),
    ranAt: fc.nat(3),
  }),
  { selector: ({ feed }) => feed, minLength: 1, maxLength: 6 },
);

// claim: sealed-loop-replaced
Deno.test("a loss that feeds have together is that of exactly one of them: who searches, else who has lost least, else whose code ran last", () => {
  fc.assert(fc.property(reports, (all) => {
    const takers = all.filter((own) => takesLoss(own, all.filter((other) => other !== own)));
    assert.equal(takers.length, 1);
    const [taker] = takers as [LossReport];
    const best = all.filter(({ hasTurn }) => hasTurn === all.some(({ hasTurn }) => hasTurn));
    const least = Math.min(...best.map(({ losses }) => losses));
    const last = Math.max(...best.filter((each) => each.losses === least).map(({ ranAt }) => ranAt));
    assert.deepEqual([best.includes(taker), taker.losses, taker.ranAt], [true, least, last]);
  }));
});

interface Feed {
  readonly name: string;
  readonly losses: FrameLosses;
  /** Whether it has a frame; otherwise it has given up. */
  isOpen: boolean;
}

/** How a feed ends its frame, with a card that is never found: its own last code is seen, another feed's is, or none is. */
type Evidence = "own" | "other" | "none";

const evidence = fc.array(fc.constantFrom<Evidence>("own", "other", "none"), { minLength: 1, maxLength: 8 });

/** What becomes of feeds of which some end the process of all again and again. */
function follow(count: number, culprits: readonly number[], evidence: readonly Evidence[]): Feed[] {
  const feeds = Array.from({ length: count }, (_, index): Feed => ({
    name: String(index),
    losses: new FrameLosses(),
    isOpen: true,
  }));
  const isCulprit = (feed: Feed) => culprits.includes(feeds.indexOf(feed));
  for (let outage = 0; feeds.some((feed) => feed.isOpen && isCulprit(feed)); outage++) {
    assert.ok(outage < (culprits.length === 1 ? 3 : 12) * count, "each feed loses a few frames");
    const open = feeds.filter(({ isOpen }) => isOpen);
    const kind = evidence[outage % evidence.length]!;
    const ran = kind === "none" ? undefined : open.find((feed) => isCulprit(feed) === (kind === "own"));
    const lost = open.map((feed): LossReport => ({
      feed: feed.name,
      hasTurn: false,
      losses: feed.losses.total,
      ranAt: feed === ran ? 1 : 0,
    }));
    const taker = open[lost.findIndex((own) => takesLoss(own, lost.filter((other) => other !== own)))]!;
    if (taker.losses.add({ tried: null, recent: [], all: ["a"] })) continue;
    for (const feed of feeds.filter(({ isOpen, losses }) => !isOpen && losses.mayReturn)) {
      feed.losses.forget();
      feed.isOpen = true;
    }
    taker.isOpen = false;
  }
  return feeds;
}

// claim: sealed-loop-replaced
Deno.test("whatever code is seen last, a feed whose card is never found gives up, and all others are open in the end", () => {
  fc.assert(fc.property(fc.integer({ min: 1, max: 5 }), fc.nat(4), evidence, (count, index, evidence) => {
    const culprit = index % count;
    const open = follow(count, [culprit], evidence).map(({ isOpen }) => isOpen);
    assert.deepEqual(open, Array.from({ length: count }, (_, index) => index !== culprit));
  }));
});

// claim: sealed-three-losses
Deno.test("several feeds whose cards are never found give up for good", () => {
  const culprits = fc.subarray([0, 1, 2, 3], { minLength: 2 });
  fc.assert(fc.property(culprits, evidence, (culprits, evidence) => {
    const open = follow(4, culprits, evidence).map(({ isOpen }) => isOpen);
    assert.ok(culprits.every((culprit) => !open[culprit]));
  }));
});
