import assert from "node:assert/strict";
import fc from "fast-check";
import {
  type Blame,
  blameAfterLoss,
  blameSuspects,
  clearBundle,
  isHeldBack,
  NO_BLAME,
} from "../../../web/canvas/page/blame.ts";
import { FrameLosses } from "../../../web/canvas/page/frame_losses.ts";

/** When a bundle ends its frame: when it is shown, or only after the next one is. */
type Culprits = ReadonlyMap<string, "at once" | "late">;

interface Found {
  readonly blame: Blame;
  readonly losses: number;
  /** The most losses in turn without a trial. */
  readonly unexplained: number;
  /** The bundles that have ever failed. */
  readonly everFailed: ReadonlySet<string>;
}

/**
 * Opens frames until one survives.
 *
 * @param report what ran before a frame with some bundles is lost by a culprit, which is tried or shown with others
 */
function search(
  all: readonly string[],
  culprits: Culprits,
  report: (sent: readonly string[], culprit: string) => readonly string[],
): Found {
  const everFailed = new Set<string>();
  let blame = NO_BLAME;
  let losses = 0;
  let inTurn = 0;
  let unexplained = 0;
  const note = (next: Blame) => {
    blame = next;
    for (const hash of next.failed.keys()) everFailed.add(hash);
  };
  const lose = (tried: string | null, recent: readonly string[]): false => {
    note(blameAfterLoss(blame, { tried, recent, all }));
    inTurn = tried === null ? inTurn + 1 : 0;
    unexplained = Math.max(unexplained, inTurn);
    return false;
  };
  const survives = (): boolean => {
    const sent = all.filter((hash) => !blame.failed.has(hash) && !isHeldBack(blame, hash));
    const culprit = sent.find((hash) => culprits.has(hash));
    if (culprit !== undefined) {
      return lose(null, culprits.get(culprit) === "late" ? [culprit] : report(sent, culprit));
    }
    let late: string | null = null;
    for (const hash of blame.held) {
      const kind = culprits.get(hash);
      if (late !== null && blame.doubted.has(hash)) return lose(null, [late]);
      sent.push(hash);
      if (kind === "at once") return lose(hash, report(sent, hash));
      if (late !== null) return lose(hash, [hash, late]);
      note(clearBundle(blame, hash));
      if (kind === "late") late = hash;
    }
    if (late !== null) return lose(null, [late]);
    note(blameSuspects(blame));
    return true;
  };
  while (!survives()) assert.ok(++losses < 120, "the search ends");
  return { blame, losses, unexplained, everFailed };
}

const ALL = Array.from({ length: 30 }, (_, index) => `bundle ${index}`);

Deno.test("a bundle that ran last when it ended a frame is found in the second frame", () => {
  const { blame, losses, everFailed } = search(ALL, new Map([["bundle 7", "at once"]]), (sent, culprit) => [
    ...sent.filter((hash) => hash !== culprit),
    culprit,
  ]);
  assert.deepEqual([[...blame.failed], losses], [[["bundle 7", "presumed"]], 1]);
  assert.deepEqual([...everFailed], ["bundle 7"]);
});

Deno.test("a bundle after which others ran is found by trying all, and no other one ever fails", () => {
  const { blame, losses, everFailed } = search(ALL, new Map([["bundle 7", "at once"]]), (sent) => sent);
  assert.deepEqual([[...blame.failed], losses], [[["bundle 7", "tried"]], 3]);
  assert.deepEqual([...everFailed], ["bundle 7"]);
});

Deno.test("a bundle whose promise ends each frame after another one ran is found, and no other one ever fails", () => {
  const { blame, losses, everFailed } = search(
    ALL,
    new Map([["bundle 7", "at once"]]),
    (_sent, culprit) => [culprit, "bundle 3"],
  );
  assert.deepEqual([[...blame.failed], losses], [[["bundle 7", "tried"]], 4]);
  assert.deepEqual([...everFailed], ["bundle 7"]);
});

Deno.test("whatever a frame reports, exactly those bundles fail that end frames, and a page finds three before it gives up", () => {
  const arbitrary = fc.record({
    culprits: fc.uniqueArray(fc.tuple(fc.constantFrom(...ALL), fc.constantFrom("at once", "late")), {
      selector: ([hash]) => hash,
      minLength: 1,
      maxLength: 3,
    }),
    reports: fc.array(fc.uniqueArray(fc.constantFrom(...ALL)), { minLength: 1, maxLength: 8 }),
  });
  fc.assert(
    fc.property(arbitrary, ({ culprits, reports }) => {
      let frame = 0;
      const { blame, losses, unexplained } = search(ALL, new Map(culprits), (sent) => {
        const reported = reports[frame++ % reports.length]!;
        return reported.filter((hash) => sent.includes(hash));
      });
      assert.deepEqual([...blame.failed.keys()].toSorted(), culprits.map(([hash]) => hash).toSorted());
      assert.ok(losses < 12 && unexplained < 3, `${losses} losses, ${unexplained} in turn without a trial`);
    }),
    { numRuns: 1_000 },
  );
});

Deno.test("a presumption is given up when a frame is lost without that bundle, and a trial is not", () => {
  const presumed: Blame = {
    ...NO_BLAME,
    failed: new Map([["a", "presumed"], ["b", "tried"]]),
  };
  const lost = blameAfterLoss(presumed, { tried: null, recent: ["b", "c"], all: ["a", "b", "c", "d"] });
  assert.deepEqual([[...lost.failed.keys()], lost.held], [["b"], ["a", "c", "d"]]);
  assert.deepEqual([...clearBundle(lost, "b").failed], []);
});

Deno.test("a bundle that a reader tries again is neither failed, suspected nor held, and the others stay as they are", () => {
  const blame: Blame = {
    ...NO_BLAME,
    failed: new Map([["a", "tried"], ["b", "presumed"]]),
    suspects: ["c"],
    held: ["d", "e"],
  };
  const left = (hash: string) => {
    const { failed, suspects, held } = clearBundle(blame, hash);
    return [...failed.keys(), ...suspects, ...held].join(" ");
  };
  assert.deepEqual(["a", "b", "c", "d", "e", "f"].map(left), [
    "b c d e",
    "a c d e",
    "a b d e",
    "a b c e",
    "a b c d",
    "a b c d e",
  ]);
});

Deno.test("once a trial has found a bundle, what was presumed and suspected is tried again, and doubts of earlier trials stay", () => {
  const blame: Blame = {
    ...NO_BLAME,
    failed: new Map([["a", "presumed"], ["b", "tried"]]),
    suspects: ["c"],
    held: ["d", "e", "f"],
  };
  const found = blameAfterLoss(blame, { tried: "d", recent: ["d"], all: [] });
  assert.deepEqual([...found.failed], [["b", "tried"], ["d", "tried"]]);
  assert.deepEqual([found.suspects, found.held], [[], ["c", "a"]]);
  const once = blameAfterLoss(blame, { tried: "d", recent: ["g"], all: [] });
  const twice = blameAfterLoss(once, { tried: "e", recent: ["g"], all: [] });
  assert.deepEqual([...twice.doubted], ["d", "e"]);
});

Deno.test("three losses in turn without a trial, or twelve in all, are the last ones until the reader asks for more", () => {
  const losses = new FrameLosses();
  const untried = () => losses.add({ tried: null, recent: [], all: [] });
  const tried = () => losses.add({ tried: "a", recent: ["a"], all: [] });
  for (let time = 0; time < 2; time++) {
    assert.equal(losses.areNone, true);
    assert.deepEqual([untried(), untried(), tried(), untried(), untried(), untried()], [
      true,
      true,
      true,
      true,
      true,
      false,
    ]);
    losses.forget();
    assert.deepEqual([untried(), untried(), tried()], [true, true, true], "it counts from the beginning");
    for (let loss = 4; loss < 12; loss++) assert.equal(tried(), true);
    assert.deepEqual([tried(), losses.areNone], [false, false]);
    losses.forget();
  }
});
