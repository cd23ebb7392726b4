/**
 * The rules, asked of the application as a function of a request. That they hold through sockets too is in
 * `conformance_test.ts`, and in separate services in `conformance_soak.ts`.
 */
import assert from "node:assert/strict";
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import type { SendRequest } from "../../../hosts/conformance/mod.ts";
import { createApplication, ROLES } from "../../../hosts/application/application.ts";
import { readApplicationSettings } from "../../../hosts/application/application_settings.ts";
import { createStorage } from "../../../hosts/application/storage.ts";
import { createSubmitter } from "../../../hosts/submissions/mod.ts";
import { systemClock } from "../../../hosts/time/mod.ts";
import { TEST_HOST } from "../cli/test_host.ts";
import { openStores, type Stores } from "../routes/stack.ts";
import { answerWithFaults, ROUNDS } from "./faults.ts";
import { assertConforms, BATCHES, checkServices, makeSamples, SECRET, USER } from "./samples.ts";

/** No request is sent there. */
const PLACE = { url: "http://localhost:8787" };

// claim: user-scope
Deno.test("conformance in the process", async (t) => {
  const stores = await openStores();
  try {
    for (const [date, kind] of BATCHES) await stores.commit(USER, date, kind, await makeSamples(date));
    const answer = await createServices(stores);

    await t.step("all services conform", () => assertConforms({ ...PLACE, fetch: answer }));

    for (const [index, faults] of ROUNDS.entries()) {
      await t.step(`round ${index + 1} of faults: each is found by the rule that it breaks`, async () => {
        const fetch: SendRequest = async (request) =>
          await answerWithFaults(faults, request, await answer(request.clone()));
        const results = await checkServices({ ...PLACE, fetch });
        for (const { route, rule } of faults) {
          const checks = results.filter((result) => result.route === route && result.rule.includes(rule));
          assert.equal(checks.length, 1, `${route} ${rule}`);
          assert.deepEqual(checks.map(({ outcome }) => outcome), ["failed"], `${route} ${rule}`);
        }
      });
    }
  } finally {
    await stores.close();
  }
});

/** All services in this process, on some stores. */
async function createServices({ database, objects }: Stores): Promise<SendRequest> {
  const settings = readApplicationSettings((name) => name === "TCK_AUTH_SECRET" ? SECRET : undefined);
  const service = {
    database,
    objects,
    clock: systemClock,
    createId: () => crypto.randomUUID(),
    log: () => {},
  };
  const { answer } = await createApplication(
    { settings, dataDir: "", roles: ROLES, hostname: "127.0.0.1", localUser: "demo" },
    {
      ...TEST_HOST,
      storage: createStorage(service),
      submitBatch: createSubmitter({ ...service, appUrl: PLACE.url }),
      log: service.log,
    },
  );
  return async (request) => decode(await answer(await withLength(request)));
}

/** A request as a server gets it: with the length of its body. */
async function withLength(request: Request): Promise<Request> {
  if (request.body === null) return request;
  const body = new Uint8Array(await request.arrayBuffer());
  const headers = new Headers(request.headers);
  headers.set("Content-Length", String(body.length));
  return new Request(request.url, { method: request.method, headers, body, signal: request.signal });
}

const DECODERS: { readonly [coding: string]: (bytes: Uint8Array) => Uint8Array<ArrayBuffer> } = {
  gzip: (bytes) => new Uint8Array(gunzipSync(bytes)),
  br: (bytes) => new Uint8Array(brotliDecompressSync(bytes)),
  zstd: (bytes) => new Uint8Array(zstdDecompressSync(bytes)),
};

/** A response as a client gets it: with its body decoded. */
async function decode(response: Response): Promise<Response> {
  const decoder = DECODERS[response.headers.get("Content-Encoding") ?? ""];
  if (decoder === undefined || response.body === null) return response;
  return new Response(decoder(new Uint8Array(await response.arrayBuffer())), response);
}
