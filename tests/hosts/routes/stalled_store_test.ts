import assert from "node:assert/strict";
import { createBatchReader } from "../../../hosts/postgres/mod.ts";
import { createInternalApi, INTERNAL_PREFIX } from "../../../hosts/routes/mod.ts";
import { makeBundle } from "../../core/commit/bundles.ts";
import { Engines } from "../commit/service.ts";
import { within } from "../../waiting/mod.ts";
import { authorize, createIdentity, NO_ENDED_SESSIONS } from "./stack.ts";

const engines = new Engines();
Deno.test.afterAll(() => engines.close());

// claim: lists-take-turns
Deno.test("a store that does not answer for one user keeps no other waiting, and is not waited for", async () => {
  await engines.run("pglite", async ({ commit, database, objects }) => {
    const large = await makeBundle("a", { defaultState: { text: "large ".repeat(6_000) } });
    await commit({ "001_a.tckb": large }, { userId: "ada" });
    await commit({ "001_a.tckb": "a" }, { userId: "bob" });
    let stalled = 0;
    let readForNobody = 0;
    const get: typeof objects.get = (_, options) => {
      if (options?.signal?.aborted) readForNobody++;
      options?.signal?.throwIfAborted();
      stalled++;
      const { promise, reject } = Promise.withResolvers<never>();
      options?.signal?.addEventListener("abort", () => reject(options.signal!.reason));
      return promise.finally(() => stalled--);
    };
    const reader = createBatchReader(database, { ...objects, get });
    const { bearers } = createIdentity({ now: Date.now() });
    const deps = { reader, bearers, endedSessions: NO_ENDED_SESSIONS, log() {} };
    // It does not end what is stalled, so that only a turn of his own can answer bob.
    const patient = createInternalApi({ ...deps, readTimeout: 600_000 });
    const left = new AbortController();
    const ask = async (api: typeof patient, user: string, path = "", signal?: AbortSignal) =>
      await api.request(`http://127.0.0.1${INTERNAL_PREFIX}${path}`, {
        headers: await authorize(user),
        ...(signal === undefined ? {} : { signal }),
      });
    const paths = ["", "", "", ...Array<string>(20).fill("/20260304-morning-brief")];
    const asked = paths.map((path) => ask(patient, "ada", path, left.signal));
    for (const path of new Set(paths)) {
      assert.equal((await within("bob reads", ask(patient, "bob", path))).status, 200);
    }
    left.abort();
    await Promise.all(asked);
    assert.deepEqual(
      { stalled, readForNobody },
      { stalled: 0, readForNobody: 0 },
      "what nobody waits for is not read",
    );

    const impatient = createInternalApi({ ...deps, readTimeout: 100 });
    for (const path of new Set(paths)) {
      const late = await within("ada is answered", ask(impatient, "ada", path));
      assert.deepEqual([late.status, (await late.json()).code], [503, "storage.unavailable"]);
    }
    assert.equal(stalled, 0);
  });
});
