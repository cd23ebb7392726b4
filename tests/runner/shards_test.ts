import assert from "node:assert/strict";
import { filesOfShard, parseShard, putLongestFirst } from "./shards.ts";

const SECONDS: { readonly [file: string]: number } = { a: 1, b: 40, c: 10, d: 10, e: 20, f: 1 };
const secondsOf = (file: string) => SECONDS[file]!;
const FILES = Object.keys(SECONDS);

Deno.test("the shards of a run have each file once, and take about equally long", () => {
  const shards = [1, 2].map((index) => filesOfShard(FILES, { index, count: 2 }, secondsOf));
  assert.deepEqual(shards.flat().sort(), FILES);
  const sums = shards.map((files) => files.reduce((sum, file) => sum + secondsOf(file), 0));
  assert.deepEqual(sums, [41, 41]);
});

Deno.test("of more shards than files some are empty", () => {
  assert.deepEqual(filesOfShard(["a"], { index: 2, count: 2 }, secondsOf), []);
});

Deno.test("the longest file is first, and files of equal length are in the order of their names", () => {
  assert.deepEqual(putLongestFirst(["f", "d", "c", "a", "b"], secondsOf), ["b", "c", "d", "a", "f"]);
});

Deno.test("a shard is I/N with I from 1 to N", () => {
  assert.deepEqual(parseShard("2/3"), { index: 2, count: 3 });
  assert.deepEqual(parseShard("10/12"), { index: 10, count: 12 });
  for (const text of ["0/2", "3/2", "1", "1/2/3", "1/0", "-1/2", "a/b", "", "1/100"]) {
    assert.equal(parseShard(text), null, text);
  }
});
