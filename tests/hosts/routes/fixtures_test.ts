import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LogEvent } from "../../../core/commit/mod.ts";
import type { Widget } from "../../../core/feed/mod.ts";
import { isWidgetId, parseBatchId } from "../../../core/naming/mod.ts";
import { createBuiltFixtures, createFolderFixtures, type Log } from "../../../hosts/routes/mod.ts";
import { assertProblem } from "./answers.ts";
import { makeEnvelope } from "./envelopes.ts";
import { listen, upstreamOf } from "./sockets.ts";
import { CLOSED_CLOUD, createWeb } from "./stack.ts";

const LIST = "/api/daily-pages/v2/batches?mock=true";

async function withFolder(run: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "tck-fixtures-"));
  try {
    await run(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Requests without credentials to a web app with the fixtures of a folder. */
function clientOf(folder: string, cloud = CLOSED_CLOUD, log: Log = () => {}) {
  const web = createWeb(cloud, { fixtures: createFolderFixtures(folder, log) });
  return async (path: string, headers: Record<string, string> = {}) =>
    await web.fetch(new Request(`http://localhost${path}`, { headers }));
}

Deno.test("with mock=true fixtures are listed and served without credentials, and the cloud is not called", () =>
  withFolder(async (folder) => {
    const envelopes = await Promise.all(
      [1, 2, 3].map((n) => makeEnvelope({ module: `export default ${n};` })),
    );
    for (const { hash, bytes } of envelopes) await writeFile(join(folder, `${hash}.tckb`), bytes);
    await writeFile(join(folder, "README.md"), "not a fixture");
    await writeFile(join(folder, "weather.tckb"), "not named by its hash");
    const get = clientOf(folder);
    const response = await get(LIST);
    assert.equal(response.status, 200);
    assert.equal(response.headers.get("Cache-Control"), "no-store");
    const { batches: [batch], nextCursor } = await response.json();
    assert.equal(nextCursor, null);
    assert.deepEqual(parseBatchId(batch.batchId), { localDate: batch.localDate, kind: "morning_brief" });
    const hashes = batch.widgets.map((widget: { bundle: { hash: string } }) => widget.bundle.hash);
    assert.deepEqual(hashes.toSorted(), envelopes.map(({ hash }) => hash).toSorted());
    const ids = new Set<string>(batch.widgets.map(({ id }: { id: string }) => id));
    assert.equal(ids.size, 3);
    for (const id of ids) assert.ok(isWidgetId(id), id);
    for (const { hash, module } of envelopes) {
      const served = await get(`/api/widgets/v1/${hash}/widget.mjs?mock=true`);
      assert.equal(served.status, 200);
      assert.deepEqual(new Uint8Array(await served.arrayBuffer()), module);
    }
  }));

Deno.test("the list and the ids of fixtures are stable", () =>
  withFolder(async (folder) => {
    for (const n of [1, 2]) {
      const { hash, bytes } = await makeEnvelope({ module: `export default ${n};` });
      await writeFile(join(folder, `${hash}.tckb`), bytes);
    }
    const files = (await readdir(folder)).map((name) => join(folder, name));
    await utimes(files[0]!, 0, Date.UTC(2026, 2, 1) / 1000);
    await utimes(files[1]!, 0, Date.UTC(2026, 2, 4) / 1000);
    const get = clientOf(folder);
    const list = await (await get(LIST)).json();
    assert.deepEqual(list, await (await get(LIST)).json());
    assert.equal(list.batches[0].localDate, "2026-03-04", "the date of the newest one");
  }));

Deno.test("a fixture takes precedence over the cloud, for requests with a bearer", () =>
  withFolder(async (folder) => {
    const { hash, bytes } = await makeEnvelope();
    await writeFile(join(folder, `${hash}.tckb`), bytes);
    const get = clientOf(folder);
    await assertProblem(await get(`/api/widgets/v1/${hash}/widget.mjs`), 401, "auth.unauthenticated");
    const response = await get(`/api/widgets/v1/${hash}/widget.mjs`, { Authorization: "Bearer a.b.c" });
    assert.equal(response.status, 200);
    await response.body!.cancel();
  }));

// claim: mock-without-users
Deno.test("a bundle that is not a fixture is fetched from the cloud, but not with mock=true", () =>
  withFolder(async (folder) => {
    const { hash, bytes } = await makeEnvelope();
    const cloud = listen(() =>
      new Response(bytes, { headers: { "Content-Type": "application/octet-stream" } })
    );
    const get = clientOf(folder, upstreamOf(cloud));
    const headers = { Authorization: "Bearer a.b.c" };
    const served = await get(`/api/widgets/v1/${hash}/widget.mjs`, headers);
    assert.equal(served.status, 200);
    await served.body!.cancel();
    await assertProblem(
      await get(`/api/widgets/v1/${hash}/widget.mjs?mock=true`, headers),
      404,
      "bundle.not_found",
    );
    await cloud.close();
  }));

Deno.test("an empty and a missing folder list nothing", () =>
  withFolder(async (folder) => {
    await mkdir(join(folder, "empty"));
    for (const name of ["empty", "missing"]) {
      const get = clientOf(join(folder, name));
      assert.deepEqual(await (await get(LIST)).json(), { batches: [], nextCursor: null });
      const response = await get(`/api/widgets/v1/${"A".repeat(64)}/widget.mjs?mock=true`);
      await assertProblem(response, 404, "bundle.not_found");
    }
  }));

Deno.test("an invalid fixture is rejected, and the list omits and logs it", () =>
  withFolder(async (folder) => {
    const valid = await makeEnvelope({ module: "export default 1;" });
    await writeFile(join(folder, `${valid.hash}.tckb`), valid.bytes);
    const { bytes } = await makeEnvelope();
    const name = "A".repeat(64);
    const cases = [[bytes, "bundle.hash_mismatch"], [new Uint8Array(9), "bundle.malformed"]] as const;
    for (const [content, code] of cases) {
      await writeFile(join(folder, `${name}.tckb`), content);
      const events: LogEvent[] = [];
      const get = clientOf(folder, CLOSED_CLOUD, (event) => void events.push(event));
      await assertProblem(await get(`/api/widgets/v1/${name}/widget.mjs?mock=true`), 422, code);
      const response = await get(LIST);
      assert.equal(response.status, 200);
      const { batches: [batch] } = await response.json();
      assert.deepEqual(batch.widgets.map((widget: Widget) => widget.bundle.hash), [valid.hash]);
      assert.deepEqual(events.map(({ event, level, fileName }) => [event, level, fileName]), [
        ["fixture_skipped", "warning", `${name}.tckb`],
      ]);
      await rm(join(folder, `${valid.hash}.tckb`));
      assert.deepEqual(await (await get(LIST)).json(), { batches: [], nextCursor: null });
      await writeFile(join(folder, `${valid.hash}.tckb`), valid.bytes);
    }
  }));

Deno.test("fixtures that a function makes are made once, in its order, and again after a failure", async () => {
  const envelopes = await Promise.all([2, 1].map((n) => makeEnvelope({ module: `export default ${n};` })));
  let attempts = 0;
  const fixtures = createBuiltFixtures(() => {
    if (++attempts === 1) return Promise.reject(new Error("no disk"));
    return Promise.resolve(envelopes.map(({ bytes }) => bytes));
  }, () => Date.UTC(2026, 2, 4, 23, 59));
  await assert.rejects(fixtures.read(envelopes[0]!.hash), /no disk/);
  assert.deepEqual(await fixtures.read(envelopes[0]!.hash), envelopes[0]!.bytes);
  assert.equal(await fixtures.read("A".repeat(64)), null);
  const { batchId, committedAt, localDate, widgets } = (await fixtures.batch())!;
  assert.deepEqual(parseBatchId(batchId), { localDate: "2026-03-04", kind: "morning_brief" });
  assert.deepEqual([localDate, committedAt], ["2026-03-04", "2026-03-04T23:59:00.000Z"]);
  assert.deepEqual(
    widgets.map(({ bundle }) => bundle),
    envelopes.map(({ hash, bytes }) => {
      return { hash, size: bytes.length };
    }),
  );
  assert.equal(attempts, 2);
  assert.equal(await createBuiltFixtures(() => Promise.resolve([]), Date.now).batch(), null);
});
