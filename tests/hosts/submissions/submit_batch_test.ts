import assert from "node:assert/strict";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import type { LogEvent, ObjectStore } from "../../../core/commit/mod.ts";
import { receiveBatch } from "../../../hosts/submissions/receive_batch.ts";
import { createSubmitter, type SubmittedBatch } from "../../../hosts/submissions/mod.ts";
import { systemClock } from "../../../hosts/time/mod.ts";
import { type Engine, Engines, REQUEST, type Service } from "../commit/service.ts";
import { encodeBody, makeBundles } from "./writing_server.ts";

const engines = new Engines();
const temporary = await mkdtemp(join(tmpdir(), "tck-submissions-"));
process.env["TMPDIR"] = temporary;
Deno.test.afterAll(async () => {
  await engines.close();
  await rm(temporary, { recursive: true, force: true });
});

/** The folders of batches that exist. */
async function listFolders(): Promise<string[]> {
  return (await readdir(temporary)).filter((name) => name.startsWith("tck-batch-"));
}

async function makeBatch(text: string, changes: Partial<SubmittedBatch> = {}): Promise<SubmittedBatch> {
  return {
    target: REQUEST,
    key: "k1",
    strict: false,
    body: encodeBody(await makeBundles(text)).stream(),
    actor: "service:agent-1",
    signal: new AbortController().signal,
    ...changes,
  };
}

/** A store whose puts wait until so many commits put. */
function gather(objects: ObjectStore, count: number): ObjectStore {
  const all = Promise.withResolvers<void>();
  let waiting = 0;
  return {
    ...objects,
    async put(...args) {
      if (++waiting === count) all.resolve();
      await all.promise;
      return await objects.put(...args);
    },
  };
}

async function countCommits({ database }: Service): Promise<number> {
  return (await database.kysely.selectFrom("commits").select("commit_id").execute()).length;
}

for (const engine of ["pglite", "postgresql"] as const satisfies readonly Engine[]) {
  Deno.test(`two requests with one key at the same moment are one commit with one answer (${engine})`, () =>
    engines.run(engine, async (service) => {
      const deps = { ...service.deps, objects: gather(service.objects, 2) };
      // Each function is that of a process of its own.
      const answers = await Promise.all(
        [createSubmitter(deps), createSubmitter(deps)].map(async (submit) =>
          await submit(await makeBatch("a"))
        ),
      );
      const [first, repeat] = answers.toSorted((left, right) =>
        Number(left.repeated) - Number(right.repeated)
      );
      assert.equal(first!.repeated, false);
      assert.deepEqual(repeat, { ...first, repeated: true });
      assert.equal(await countCommits(service), 1);
      assert.equal((await service.database.notifications.take(10)).length, 1);
      assert.deepEqual(await listFolders(), []);
    }));

  Deno.test(`of two batches with one key at the same moment one is committed, and the other rejected (${engine})`, () =>
    engines.run(engine, async (service) => {
      const deps = { ...service.deps, objects: gather(service.objects, 2) };
      const answers = await Promise.allSettled(
        ["a", "b"].map(async (text) => await createSubmitter(deps)(await makeBatch(text))),
      );
      const reasons = answers.flatMap((answer) => answer.status === "rejected" ? [answer.reason.code] : []);
      assert.deepEqual(reasons, ["batch.key_reused"]);
      assert.equal(await countCommits(service), 1);
      const batch = await service.reader.readBatch(REQUEST.userId, REQUEST.localDate, REQUEST.kind);
      const [committed] = answers.flatMap((answer) => answer.status === "fulfilled" ? [answer.value] : []);
      assert.deepEqual(batch?.widgets.map(({ id }) => id), committed!.widgets?.map(({ id }) => id));
    }));
}

const onService = (run: (service: Service) => Promise<void>) => () => engines.run("pglite", run);

// claim: batch-stays-in-its-folder
Deno.test(
  "a commit that fails leaves no folder, and the same request commits afterwards",
  onService(async (service) => {
    const failing = { ...service.objects, put: () => Promise.reject(new Error("the disk is full")) };
    const events: LogEvent[] = [];
    const log = (event: LogEvent) => void events.push(event);
    const submit = createSubmitter({ ...service.deps, objects: failing, log });
    await assert.rejects(async () => submit(await makeBatch("a")), { code: "commit.write_failed" });
    assert.deepEqual(await listFolders(), []);
    assert.equal(await countCommits(service), 0);
    assert.deepEqual(events.filter(({ event }) => event === "audit").map(({ outcome }) => outcome), [
      "failed",
    ]);
    assert.equal((await createSubmitter(service.deps)(await makeBatch("a"))).repeated, false);
  }),
);

Deno.test(
  "a repeat after the revision's rows are gone has no widgets, and one after the batch was deleted commits again",
  onService(async (service) => {
    const submit = createSubmitter(service.deps);
    const first = await submit(await makeBatch("a"));
    await service.database.kysely.updateTable("commits").set({ revision_rows: null }).execute();
    assert.deepEqual(await submit(await makeBatch("a")), { ...first, widgets: null, repeated: true });
    await service.database.kysely.deleteFrom("commits").execute();
    assert.equal((await submit(await makeBatch("a"))).repeated, false);
  }),
);

// claim: writer-places
Deno.test(
  "a process takes four batches at once, two of each writer, and others when these have ended",
  onService(async ({ deps }) => {
    const submit = createSubmitter(deps);
    const batch = await makeBatch("a");
    const sender = new AbortController();
    const { signal } = sender;
    const send = (actor: string) => submit({ ...batch, actor, body: new ReadableStream(), signal });
    const pending = [send("one"), send("one"), send("two")];
    await assert.rejects(submit({ ...batch, actor: "one" }), {
      code: "batch.busy",
      message: /: 2 others of this writer are arriving;/,
    });
    assert.equal((await submit({ ...batch, actor: "three" })).repeated, false);
    pending.push(send("two"));
    await assert.rejects(submit({ ...batch, actor: "three" }), {
      code: "batch.busy",
      message: /: 4 others are arriving;/,
    });
    const ended = Promise.allSettled(pending);
    sender.abort();
    const codes = (await ended).map((answer) => answer.status === "rejected" ? answer.reason.code : null);
    assert.deepEqual(codes, Array(4).fill("batch.aborted"));
    assert.deepEqual(await listFolders(), []);
    assert.equal((await submit(await makeBatch("a"))).repeated, true);
  }),
);

/** Receives a body into a new folder. */
async function receive(
  body: ReadableStream<Uint8Array>,
  { timeout, dist }: { timeout?: number; dist?: string } = {},
): Promise<unknown> {
  const folder = dist ?? await mkdtemp(join(temporary, "dist-"));
  const { signal } = new AbortController();
  return await receiveBatch(systemClock, { body, signal, dist: folder, timeout });
}

Deno.test("a body that does not end is too slow, and its source is cancelled", async () => {
  const cancelled = Promise.withResolvers<void>();
  const line = new TextEncoder().encode('{"name":"001_a.tckb","size":100}\nabc');
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(line),
    cancel: () => cancelled.resolve(),
  });
  await assert.rejects(receive(body, { timeout: 20 }), { code: "batch.too_slow" });
  await cancelled.promise;
});

Deno.test("a folder that cannot be written is not the sender's fault, and a source that fails is", async () => {
  const body = encodeBody(await makeBundles("a")).stream();
  await assert.rejects(receive(body, { dist: join(temporary, "missing") }), { code: "ENOENT" });
  const failing = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.error(new Error("reset by peer")),
  });
  await assert.rejects(receive(failing), { code: "batch.aborted" });
});

Deno.test("a body of more than 999 bundles is too large", async () => {
  const [bundle] = await makeBundles("a");
  const slugs = ["a", "b"];
  const files = slugs.flatMap((slug) =>
    Array.from({ length: 500 }, (_, index) => ({
      name: `${String(index + 1).padStart(3, "0")}_${slug}.tckb`,
      content: bundle!.content,
    }))
  );
  const timeout = 600_000; // Others may keep the processors busy.
  await assert.rejects(receive(encodeBody(files).stream(), { timeout }), { code: "batch.too_large" });
  await receive(encodeBody(files.slice(0, 999)).stream(), { timeout });
});

Deno.test("a body of exactly 128 MiB is received, and one of a byte more is too large", async () => {
  const part = new Uint8Array(1_048_576);
  /** Four bundles, of which the last one has so many bytes less than 32 MiB. */
  const body = (less: number) =>
    ReadableStream.from((function* () {
      for (const number of [1, 2, 3, 4]) {
        const size = 32 * part.length - (number === 4 ? less : 0);
        yield new TextEncoder().encode(`{"name":"00${number}_a.tckb","size":${size}}\n`);
        for (let left = size; left > 0; left -= part.length) yield part.subarray(0, left);
      }
    })());
  let lines = 0;
  for await (const chunk of body(0)) if (chunk.length < 100) lines += chunk.length;
  await receive(body(lines), { timeout: 600_000 });
  await assert.rejects(receive(body(lines - 1), { timeout: 600_000 }), { code: "batch.too_large" });
});
