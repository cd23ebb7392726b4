import assert from "node:assert/strict";
import { gatherReads } from "../../../hosts/postgres/gather_reads.ts";
import { within } from "../../waiting/mod.ts";

// claim: sign-out-at-once
Deno.test("those who ask while a read runs are served together by the next, and a failure is theirs only", async () => {
  const reads: string[][] = [];
  const ends: PromiseWithResolvers<void>[] = [];
  const read = gatherReads<string, string>(async (keys) => {
    reads.push([...keys]);
    const end = Promise.withResolvers<void>();
    ends.push(end);
    await end.promise;
    return keys.map((key) => key.toUpperCase());
  });
  const first = read("a");
  const others = ["b", "c", "b"].map(read);
  assert.deepEqual(reads, [["a"]]);
  ends[0]!.resolve();
  assert.equal(await first, "A");
  assert.deepEqual(reads, [["a"], ["b", "c", "b"]]);
  const later = read("d");
  ends[1]!.reject(new Error("lost"));
  for (const other of others) await assert.rejects(other, /lost/);
  ends[2]!.resolve();
  assert.equal(await later, "D");
});

Deno.test("a read after all others have ended starts at once, also after one that failed", async () => {
  const reads: string[][] = [];
  const read = gatherReads<string, string>((keys) => {
    reads.push([...keys]);
    return keys.includes("lost") ? Promise.reject(new Error("lost")) : Promise.resolve(keys);
  });
  assert.equal(await read("a"), "a");
  await assert.rejects(within("the second read", read("lost"), 5_000), /^Error: lost$/);
  assert.equal(await within("the third read", read("b"), 5_000), "b");
  assert.deepEqual(reads, [["a"], ["lost"], ["b"]]);
});

Deno.test("a read that does not end does not stop the next ones", async () => {
  const stalled = Promise.withResolvers<readonly string[]>();
  const read = gatherReads<string, string>((keys) =>
    keys.includes("stalled") ? stalled.promise : Promise.resolve(keys)
  );
  const first = read("stalled");
  const answers: string[] = [];
  while (answers.length === 0) {
    void read("next").then((answer) => answers.push(answer));
    await new Promise((resolve) => setTimeout(resolve));
  }
  assert.equal(answers[0], "next");
  stalled.resolve(["late"]);
  assert.equal(await first, "late");
});

Deno.test("the late end of a read that was left behind starts no read beside the one that runs", async () => {
  const { now } = performance;
  let time = 0;
  performance.now = () => time;
  try {
    const reads: { keys: readonly string[]; end: PromiseWithResolvers<void> }[] = [];
    const read = gatherReads<string, string>(async (keys) => {
      const end = Promise.withResolvers<void>();
      reads.push({ keys, end });
      await end.promise;
      return keys;
    });
    const stalled = read("stalled");
    time += 101;
    const second = read("second");
    const third = read("third");
    assert.deepEqual(reads.map(({ keys }) => keys), [["stalled"], ["second"]]);
    reads[0]!.end.resolve();
    assert.equal(await stalled, "stalled");
    const fourth = read("fourth");
    assert.equal(reads.length, 2, "the second read is still running");
    reads[1]!.end.resolve();
    assert.equal(await second, "second");
    assert.deepEqual(reads[2]?.keys, ["third", "fourth"]);
    reads[2]!.end.resolve();
    assert.deepEqual(await Promise.all([third, fourth]), ["third", "fourth"]);
  } finally {
    performance.now = now;
  }
});
