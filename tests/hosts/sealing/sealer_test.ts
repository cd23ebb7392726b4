// budget: 20 s: pages of many functions, whose threads are ended
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import type { Widget } from "../../../core/feed/mod.ts";
import { createSealer, type SealerOptions } from "../../../hosts/sealing/mod.ts";
import { until, within } from "../../waiting/mod.ts";
import { openHostAssets } from "../../web/host_assets.ts";
import { makeEnvelope } from "../routes/envelopes.ts";
import { isFeedDocument } from "../routes/print_answers.ts";

Deno.test.sanitizer({ ops: true, resources: true });

/** The card of a module, and its hash. */
async function makeCard(module: string) {
  const { bytes, hash } = await makeEnvelope({ module });
  const manifest = { id: "weather", cardType: "feed", sizes: ["fill-auto"] };
  const widget: Widget = { id: `w_${"a".repeat(26)}`, manifest, bundle: { hash, size: bytes.length } };
  return { hash, card: { widget, envelope: bytes } };
}

async function seal(
  cards: readonly Awaited<ReturnType<typeof makeCard>>["card"][],
  { signal = new AbortController().signal, ...options }: SealerOptions & { signal?: AbortSignal } = {},
) {
  const assets = await openHostAssets();
  return await createSealer(options).seal({
    user: "ada",
    readCards: () => Promise.resolve([...cards]),
    options: { assets, title: "A page" },
    signal,
  });
}

/** How long the main thread of this process has been on a processor, in milliseconds; 0 where the system does not tell. */
function readWork(): number {
  if (Deno.build.os !== "linux") return 0;
  return Number(readFileSync(`/proc/${Deno.pid}/task/${Deno.pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;
}

// claim: page-module-limit
Deno.test("a page is made beside this thread, which goes on meanwhile, and the envelopes stay as they are", async () => {
  const { hash, card } = await makeCard(`export default [${"()=>a,".repeat(80_000)}];`);
  await openHostAssets();
  const used = Deno.memoryUsage().heapUsed;
  const worked = readWork();
  const { html, policy } = await seal([card]);
  const work = readWork() - worked;
  assert.ok(isFeedDocument(new TextDecoder().decode(html as Uint8Array), hash));
  assert.match(policy, /^sandbox allow-scripts; default-src 'none'/);
  assert.ok(card.envelope.byteLength > 0, "the envelope was not moved to the thread");
  assert.ok(Deno.memoryUsage().heapUsed - used < 64 * 1024 * 1024);
  assert.ok(work < 250, `this thread worked for ${Math.round(work)} ms`);
});

Deno.test("a page that takes too long ends with its thread, and the next one is made", async () => {
  const { card } = await makeCard(`export default [${"()=>a,".repeat(80_000)}];`);
  await assert.rejects(seal([card], { timeout: 1 }), { name: "ProblemError", code: "request.too_large" });
  assert.ok((await seal([card])).html.length > 0);
});

Deno.test("a page whose client has left is not made", async () => {
  const { card } = await makeCard("export default 1;");
  const left = AbortSignal.abort();
  await assert.rejects(seal([card], { signal: left }), { name: "ProblemError", code: "request.cancelled" });
});

Deno.test("one page is made at a time, and one more than may wait is rejected; those that wait read nothing", async () => {
  const sealer = createSealer({ waiting: 1 });
  const { signal } = new AbortController();
  const options = { assets: await openHostAssets(), title: "A page" };
  const reading = Promise.withResolvers<void>();
  const [begun, held] = [Promise.withResolvers<void>(), reading.promise];
  let reads = 0;
  const readCards = async () => {
    reads++;
    begun.resolve();
    await held;
    return [];
  };
  const first = sealer.seal({ user: "ada", readCards, options, signal });
  await within("the first page reads its cards", begun.promise);
  const second = sealer.seal({ user: "bob", readCards, options, signal });
  await assert.rejects(sealer.seal({ user: "eve", readCards, options, signal }), {
    name: "ProblemError",
    code: "page.busy",
  });
  assert.equal(reads, 1);
  reading.resolve();
  await Promise.all([first, second]);
  assert.equal(reads, 2);
});

// claim: page-module-limit
Deno.test("a page goes before those of users who had a turn, and one whose client has left frees its place", async () => {
  const sealer = createSealer();
  const { signal } = new AbortController();
  const options = { assets: await openHostAssets(), title: "A page" };
  const held = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const order: string[] = [];
  const seal = (user: string, left: AbortSignal = signal) => {
    const readCards = async () => {
      order.push(user);
      begun.resolve();
      await held.promise;
      return [];
    };
    return sealer.seal({ user, readCards, options, signal: left });
  };
  const first = seal("eve");
  await within("the first page reads its cards", begun.promise);
  const closed = new AbortController();
  const abandoned = seal("eve", closed.signal);
  closed.abort();
  await assert.rejects(abandoned, { code: "request.cancelled" });
  const later = [seal("eve"), seal("ada")];
  held.resolve();
  await Promise.all([first, ...later]);
  assert.deepEqual(order, ["eve", "ada", "eve"]);
});

// claim: page-module-limit
Deno.test("a user has two places, the others stay free, and none waits longer than its deadline", async () => {
  const sealer = createSealer({ placeTimeout: 300 });
  const { signal } = new AbortController();
  const options = { assets: await openHostAssets(), title: "A page" };
  const held = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  let reads = 0;
  const readCards = async () => {
    reads++;
    begun.resolve();
    await held.promise;
    return [];
  };
  const seal = (user: string) => sealer.seal({ user, readCards, options, signal });
  const busy = { name: "ProblemError", code: "page.busy" };
  const first = seal("eve");
  await within("the first page reads its cards", begun.promise);
  const late = [seal("eve"), seal("ada")].map((page) => assert.rejects(page, { ...busy, message: /300 ms/ }));
  await assert.rejects(seal("eve"), { ...busy, message: /2 pages of this user/ });
  await Promise.all(late);
  // The first page has its place still, and those that left have none.
  const next = assert.rejects(seal("eve"), { ...busy, message: /300 ms/ });
  await assert.rejects(seal("eve"), { ...busy, message: /2 pages of this user/ });
  await next;
  held.resolve();
  await first;
  await seal("ada");
  assert.equal(reads, 2, "what came too late reads nothing");
});

Deno.test("a page that fails late says why, and frees the place of its own user", async () => {
  const sealer = createSealer({ placeTimeout: 200 });
  const options = { assets: await openHostAssets(), title: "A page" };
  const left = new AbortController();
  const failing = Promise.withResolvers<never>();
  const { signal } = new AbortController();
  const late = sealer.seal({ user: "eve", readCards: () => failing.promise, options, signal });
  const readCards = (signal: AbortSignal) =>
    new Promise<[]>((resolve) => signal.addEventListener("abort", () => resolve([])));
  const seal = (user: string) => sealer.seal({ user, readCards, options, signal: left.signal });
  await assert.rejects(seal("bob"), { code: "page.busy" });
  const pages = [seal("ada"), seal("ada")].map((page) => assert.rejects(page, { code: "request.cancelled" }));
  failing.reject(new Error("no cards"));
  await assert.rejects(late, /^Error: no cards$/);
  await assert.rejects(seal("ada"), { code: "page.busy", message: /2 pages of this user/ });
  left.abort();
  await Promise.all(pages);
});

// claim: page-module-limit
Deno.test("cards that are not there in time are not waited for", async () => {
  const { card } = await makeCard("export default 1;");
  const assets = await openHostAssets();
  const page = await within(
    "the page is made",
    createSealer({ readingTimeout: 50 }).seal({
      user: "ada",
      readCards: (signal) =>
        new Promise((resolve) => {
          signal.addEventListener("abort", () => resolve([card]));
        }),
      options: { assets, title: "A page" },
      signal: new AbortController().signal,
    }),
  );
  assert.ok(page.html.length > 0);
});

/** How long all threads of this process have been on a processor, in milliseconds, also those that have ended. */
function readWorkOfAll(): number {
  const fields = readFileSync(`/proc/${Deno.pid}/stat`, "utf8").split(") ")[1]!.split(" ");
  return 10 * (Number(fields[11]) + Number(fields[12]));
}

/** The threads on which this process has workers. */
function listWorkers(): string[] {
  return readdirSync(`/proc/${Deno.pid}/task`).filter((id) => {
    try {
      return readFileSync(`/proc/${Deno.pid}/task/${id}/comm`, "utf8").startsWith("worker");
    } catch {
      return false; // It has ended meanwhile.
    }
  });
}

Deno.test({
  name: "a page that takes too long is not made any further",
  ignore: Deno.build.os !== "linux",
  async fn() {
    const cards = await Promise.all(
      Array.from({ length: 48 }, async (_, index) => {
        return (await makeCard(`export default [${"()=>a,".repeat(60_000)}${index}];`)).card;
      }),
    );
    await openHostAssets();
    await until("no other page is being made", () => listWorkers().length === 0);
    const rejected = assert.rejects(seal(cards, { timeout: 100 }), { code: "request.too_large" });
    await until("its thread has begun", () => listWorkers().length > 0);
    await rejected;
    const worked = readWorkOfAll();
    await until("its thread has ended", () => listWorkers().length === 0);
    const work = readWorkOfAll() - worked;
    assert.ok(work < 500, `its thread worked for ${work} ms more`);
  },
});

Deno.test("what cannot be made says why, and the next page is made", async () => {
  const { card } = await makeCard("export default 1;");
  const wrong = createSealer().seal({
    user: "ada",
    readCards: () => Promise.resolve([card]),
    options: { assets: await openHostAssets(), title: "A page", scripts: ["</script>"] },
    signal: new AbortController().signal,
  });
  await assert.rejects(
    wrong,
    /^Error: Cannot make the page: Cannot write a script or stylesheet into a page/,
  );
  assert.ok((await seal([card])).html.length > 0);
});
