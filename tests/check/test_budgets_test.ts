import assert from "node:assert/strict";
import { findSlowFiles, findStaleDuration, readBudget } from "./test_budgets.ts";

const SOURCES: { readonly [file: string]: string } = {
  "tests/a_test.ts": "",
  "tests/b_test.ts": "// budget: 30 s: it starts two services\n",
  "tests/c_soak.ts": "",
};

const find = (times: { [file: string]: number[] }) =>
  findSlowFiles(times, (file) => Promise.resolve(SOURCES[file] ?? null));

Deno.test("a file may take 10 s, or what its comment says with a reason", () => {
  assert.equal(readBudget(SOURCES["tests/a_test.ts"]!), 10);
  assert.equal(readBudget(SOURCES["tests/b_test.ts"]!), 30);
  assert.equal(readBudget("// budget: 30 s\n"), 10, "without a reason");
});

Deno.test("a file that took twice its budget in its last two runs is named with what to do", async () => {
  const [fault, ...others] = await find({ "tests/a_test.ts": [20.1, 25], "tests/b_test.ts": [60, 61] });
  assert.match(fault!, /^tests\/a_test\.ts took 20\.1 and 25 s, and its budget is 10 s: make it faster/);
  assert.deepEqual(others, []);
});

Deno.test("one slow run, a soak file and a file that is gone are no faults", async () => {
  assert.deepEqual(
    await find({
      "tests/a_test.ts": [25, 3],
      "tests/b_test.ts": [100],
      "tests/c_soak.ts": [400, 400],
      "tests/gone_test.ts": [99, 99],
    }),
    [],
  );
});

Deno.test("a duration in the README that the times of the files do not give is a fault", () => {
  const times = { "tests/a_test.ts": [1_800, 7], "tests/b_test.ts": [1_800] }; // 20 minutes for three at once
  const find = (minutes: number) =>
    findStaleDuration(`The tests take about ${minutes} minutes on two cores, and skip`, times);
  assert.deepEqual([find(20), find(30)], [[], []]);
  assert.match(find(15)[0]!, /about 15 minutes, and the times of the files add up to 20$/);
  assert.equal(find(31).length, 1);
  assert.equal(findStaleDuration("It takes long.", times).length, 1);
});
