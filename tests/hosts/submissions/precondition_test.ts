import assert from "node:assert/strict";
import { createWriterCredentials } from "../../../hosts/auth/mod.ts";
import { BATCHES_PATH, createBatchesRoute } from "../../../hosts/routes/mod.ts";
import { createSubmitter } from "../../../hosts/submissions/mod.ts";
import { createWriter } from "../../../web/client/mod.ts";
import { Engines } from "../commit/service.ts";
import { credentialOf, encodeBody, makeBundles, SECRET, TARGET } from "./writing_server.ts";

const engines = new Engines();
Deno.test.afterAll(() => engines.close());

const { user, date, kind, task } = TARGET;
const QUERY = new URLSearchParams({ user, date, kind, task });

Deno.test("a writer names the revision that its batch replaces: 412 with the present one, and nothing is changed", () =>
  engines.run("postgresql", async (service) => {
    const writers = createWriterCredentials(new TextEncoder().encode(SECRET), Date.now);
    const route = createBatchesRoute({ writers, submitBatch: createSubmitter(service.deps), log() {} });
    const token = await credentialOf([user]);
    let key = 0;
    const put = async (text: string, headers: { [name: string]: string }, reused?: string) =>
      await route.request(`http://127.0.0.1${BATCHES_PATH}?${QUERY}`, {
        method: "PUT",
        headers: {
          "Authorization": `Bearer ${token}`,
          "Idempotency-Key": reused ?? `key-${++key}`,
          ...headers,
        },
        body: encodeBody(await makeBundles(text)),
      });
    const first = await put("a", { "If-None-Match": "*" }, "first");
    const { revision } = await first.json();
    assert.deepEqual([first.status, first.headers.get("ETag")], [201, `"${revision}"`]);

    const second = await put("b", { "If-Match": `"${revision}"` });
    const { revision: present } = await second.json();
    assert.equal(second.status, 201);
    for (const headers of [{ "If-None-Match": "*" }, { "If-Match": `"${revision}"` }]) {
      const late = await put("late", headers);
      const { code, detail } = await late.json();
      assert.deepEqual([late.status, code, late.headers.get("ETag")], [
        412,
        "batch.other_revision",
        `"${present}"`,
      ]);
      assert.match(detail, new RegExp(`^Cannot replace batch 20260131-diary: its revision is ${present}, `));
    }
    // A repeat is answered with its commit, although its precondition does not hold any more.
    const repeat = await put("a", { "If-None-Match": "*" }, "first");
    assert.deepEqual([repeat.status, (await repeat.json()).revision], [200, revision]);
    assert.equal((await put("a", {}, "first")).status, 422);

    const malformed = [
      { "If-Match": "*" },
      { "If-Match": present },
      { "If-Match": `W/"${present}"` },
      { "If-Match": `"${revision}", "${present}"` },
      { "If-Match": '"x"' },
      { "If-None-Match": `"${present}"` },
      { "If-Match": `"${present}"`, "If-None-Match": "*" },
    ];
    for (const headers of malformed) {
      const answer = await put("bad", headers);
      assert.deepEqual(
        [answer.status, (await answer.json()).code],
        [400, "request.malformed"],
        JSON.stringify(headers),
      );
    }

    const server = Deno.serve(
      { port: 0, hostname: "127.0.0.1", onListen() {} },
      (request) => route.fetch(request),
    );
    try {
      const writer = createWriter({ baseUrl: `http://127.0.0.1:${server.addr.port}`, token });
      const bundles = await makeBundles("c");
      for (const replaces of [null, revision]) {
        await assert.rejects(
          writer.putBatch({ ...TARGET, key: `late ${replaces}`.replace(" ", "-"), bundles, replaces }),
          {
            status: 412,
            code: "batch.other_revision",
          },
        );
      }
      const { replaced } = await writer.putBatch({ ...TARGET, key: "c", bundles, replaces: present });
      assert.equal(replaced, 1);
    } finally {
      await server.shutdown();
    }
  }));
