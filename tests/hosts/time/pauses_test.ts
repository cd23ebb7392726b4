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
