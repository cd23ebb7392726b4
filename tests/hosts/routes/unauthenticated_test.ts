import assert from "node:assert/strict";
import type { BatchReader } from "../../../core/feed/mod.ts";
import {
  createInternalApi,
  createLocalUpstream,
  createPublicApi,
  INTERNAL_PREFIX,
  PUBLIC_PREFIX,
} from "../../../hosts/routes/mod.ts";
import { authorize, createIdentity } from "./stack.ts";

const HASH = "A".repeat(64);
const PATHS = [
  "",
  "?limit=100",
  "/20260301-morning-brief",
  `/bundles/${HASH}.tckb`,
  `/widgets/w_${"a".repeat(26)}`,
];

// claim: no-query-without-bearer
Deno.test("a flood of requests without a valid bearer reaches neither the stores nor the service behind", async () => {
  const calls: string[] = [];
  const recorded = <Port extends object>(name: string): Port =>
    new Proxy({} as Port, {
      get: (_, method) => (...input: unknown[]) => {
        calls.push(`${name}.${String(method)} ${input[0]}`);
        return Promise.resolve(null);
      },
    });
  const { bearers } = createIdentity({ now: Date.now() });
  const log = () => {};
  const storage = createInternalApi({
    reader: recorded<BatchReader>("reader"),
    endedSessions: recorded("sessions"),
    bearers,
    log,
  });
  const behind = (request: Request) => {
    calls.push(`fetch ${request.url}`);
    return storage.fetch(request);
  };
  const cloud = createPublicApi({
    storage: createLocalUpstream(behind),
    bearers,
    log,
  });
  const { Authorization } = await authorize("ada");
  const invalid = [
    null,
    "Bearer",
    "Basic YTpi",
    `${Authorization}x`,
    Authorization.slice(0, -1),
    "Bearer a.b.c",
  ];
  for (const [app, prefix] of [[storage, INTERNAL_PREFIX], [cloud, PUBLIC_PREFIX]] as const) {
    const send = async (path: string, authorization: string | null) => {
      const headers: HeadersInit = authorization === null ? {} : { Authorization: authorization };
      const response = await app.request(`http://localhost${prefix}${path}`, { headers });
      await response.body?.cancel();
      return response.status;
    };
    const statuses = await Promise.all(
      PATHS.flatMap((path) =>
        invalid.flatMap((authorization) => [send(path, authorization), send(path, authorization)])
      ),
    );
    assert.deepEqual([...new Set(statuses)], [401]);
    assert.deepEqual(calls, []);
    await send(PATHS[2]!, Authorization);
    assert.notEqual(calls.splice(0).length, 0, "a valid bearer reaches them");
  }
});
