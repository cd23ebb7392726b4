import { setTimeout as sleep } from "node:timers/promises";
import { encodeBatchFile } from "../../core/streams/mod.ts";
import { writeTckb } from "../../core/tckb/mod.ts";
import { type Check, check } from "./check.ts";
import { CheckSkipped } from "./errors.ts";
import {
  expect,
  expectHeader,
  expectIsolation,
  expectProblem,
  expectStatus,
  readJson,
} from "./expectations.ts";
import type { Sent, Service } from "./service.ts";

const PATH = "/v1/internal/daily-pages/batches";
const ROUTE = `PUT ${PATH}`;

/** The batches that writers send to the storage service. */
export const WRITER_CHECKS: readonly Check[] = [
  check(ROUTE, "answers 401 without the credential of a writer, to a user too", async (service) => {
    for (const token of [null, "nonsense", service.token]) {
      const answer = await put(service, "none", new Blob(), {}, { token });
      expectProblem(answer, 401, "auth.unauthenticated");
      expectHeader(answer, "WWW-Authenticate", /realm="tck-internal"/);
    }
  }),
  check(ROUTE, "answers 403 for a user whom the credential does not name", async (service) => {
    const user = `conformance-${crypto.randomUUID()}`;
    const answer = await put(service, "none", new Blob(["none"]), { user });
    if (answer.status === 400) throw new CheckSkipped("the credential of --writer-token is for every user");
    expectProblem(answer, 403, "request.forbidden");
  }),
  check(ROUTE, "rejects invalid parameters and keys", async (service) => {
    const changes = [{ date: "2026-02-30" }, { kind: "lunch" }, { task: "" }, { strict: "maybe" }, {
      more: "1",
    }];
    for (const change of changes) {
      expectProblem(await put(service, "none", new Blob(), change), 400, "daily_page.invalid_query");
    }
    for (const key of ["two words", "a".repeat(129)]) {
      expectProblem(await put(service, key, new Blob()), 400, "request.malformed");
    }
  }),
  check(ROUTE, "rejects a body that is not a batch, or has names with a path", async (service) => {
    const bundle = await makeBundle();
    const bodies = [
      new Blob(["none"]),
      new Blob(['{"name":"001_a.tckb","size":10}\nshort']),
      encodeBody("../001_a.tckb", bundle),
      encodeBody("/001_a.tckb", bundle),
      new Blob([encodeBody("001_a.tckb", bundle), encodeBody("001_a.tckb", bundle)]),
    ];
    for (const body of bodies) {
      expectProblem(await put(service, "none", body), 400, "batch.malformed");
    }
  }),
  check(ROUTE, "rejects a batch without a valid bundle", async (service) => {
    const body = encodeBody("001_a.tckb", new Uint8Array(9));
    expectProblem(await put(service, "none", body), 422, "batch.invalid");
  }),
  check(
    ROUTE,
    "commits a batch once for each key, and rejects another batch with the key",
    async (service) => {
      const key = `conformance.${crypto.randomUUID()}`;
      const body = encodeBody("001_a.tckb", await makeBundle());
      const first = await put(service, key, body);
      expectStatus(first, 201);
      expectHeader(first, "Cache-Control", "no-store");
      expectIsolation(first);
      const { batchId, revision, repeated } = readJson(first);
      expect(batchId === "19700101-diary", first, `expected batchId 19700101-diary, it is ${batchId}`);
      expect(repeated === false, first, "expected repeated false");
      const again = await put(service, key, body);
      expectStatus(again, 200);
      const repeat = readJson(again);
      expect(
        repeat["revision"] === revision && repeat["repeated"] === true,
        again,
        `expected revision ${revision} again`,
      );
      expectProblem(await put(service, key, body, { task: "another" }), 422, "batch.key_reused");
    },
  ),
  check(ROUTE, "has no other method", async (service) => {
    for (const method of ["GET", "POST", "DELETE"]) {
      const answer = await service.storage(PATH, { method });
      expectProblem(answer, 405, "request.method_not_allowed");
      expectHeader(answer, "Allow", "PUT, OPTIONS");
    }
  }),
];

/** What differs from a valid request. */
interface Change {
  readonly [parameter: string]: string;
}

/** How often a batch is sent while others of the writer are arriving: the rules are checked side by side. */
const MAX_ATTEMPTS = 5;
const RETRY_PAUSE_MS = 1_000;

async function put(
  service: Service,
  key: string,
  body: Blob,
  change: Change = {},
  credential: Pick<Sent, "token"> = {},
) {
  const target = {
    user: service.writtenUser(),
    date: "1970-01-01",
    kind: "diary",
    task: "conformance",
    ...change,
  };
  for (let attempt = 1;; attempt++) {
    const answer = await service.storage(`${PATH}?${new URLSearchParams(target)}`, {
      method: "PUT",
      headers: { "Idempotency-Key": key },
      body,
      ...credential,
    });
    if (answer.status !== 503 || attempt === MAX_ATTEMPTS) return answer;
    await sleep(RETRY_PAUSE_MS);
  }
}

async function makeBundle(): Promise<Uint8Array<ArrayBuffer>> {
  const module = new TextEncoder().encode("export default () => null;");
  return Uint8Array.from(
    await writeTckb({ module, manifest: { id: "conformance", cardType: "feed", sizes: ["fill-auto"] } }),
  );
}

function encodeBody(name: string, envelope: Uint8Array<ArrayBuffer>): Blob {
  return new Blob(encodeBatchFile({ name, envelope }));
}
