import assert from "node:assert/strict";
import { request } from "node:http";
import { pauseWork } from "../../../hosts/time/mod.ts";
import { listen } from "../routes/sockets.ts";

/** Work that takes so many milliseconds. */
function work(milliseconds: number): void {
  for (const end = performance.now() + milliseconds; performance.now() < end;);
}

Deno.test("work that has kept other events waiting lets them run, again and again", async () => {
  for (const round of [1, 2]) {
    let ran = false;
    setImmediate(() => ran = true);
    work(10);
    await pauseWork();
    assert.ok(ran, `round ${round}`);
  }
});

Deno.test("short steps that begin together after a rest have one pause, not one each", async () => {
  work(10);
  const seen: string[] = [];
  let isDone = false;
  const tick = () => {
    seen.push("timer");
    if (!isDone) setTimeout(tick); // timer: counts the turns of the event loop
  };
  setTimeout(tick); // timer: counts the turns of the event loop
  await Promise.all(Array.from({ length: 100 }, async () => {
    await pauseWork();
    seen.push("step");
  }));
  isDone = true;
  const turns = seen.slice(0, seen.lastIndexOf("step")).filter((what) => what === "timer").length;
  assert.ok(turns < 20, `${turns} turns for 100 steps`);
  await new Promise((resolve) => setTimeout(resolve)); // timer: the last tick
});

// claim: batch-budget
Deno.test("a request is answered within a few steps of several pieces of work, one of which goes on at a time", async () => {
  const server = listen(() => new Response("here"));
  const steps: number[] = [];
  let isAnswered = false;
  const piece = async (index: number) => {
    while (!isAnswered) {
      work(10);
      steps.push(index);
      await pauseWork();
    }
  };
  const answered = new Promise<void>((resolve, reject) => {
    const sent = request(server.url, (response) => response.resume().on("end", resolve));
    sent.on("error", reject).end();
  }).then(() => isAnswered = true);
  await Promise.all([answered, ...[1, 2, 3, 4].map(piece)]);
  assert.ok(steps.length < 60, `${steps.length} steps of 10 ms`);
  await server.close();
});
