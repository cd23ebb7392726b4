import assert from "node:assert/strict";
import { createSecretBearers } from "../../../hosts/auth/mod.ts";
import { createReadiness } from "../../../hosts/operations/mod.ts";
import type { Log } from "../../../hosts/routes/mod.ts";
import { startPostgres } from "../../servers/postgres.ts";
import { nameTestsOfRadosGateway, startRadosGateway } from "../../servers/radosgw.ts";
import { until } from "../../waiting/mod.ts";
import { type RunningCommand, startCommand, temporaryFolder } from "../cli/command_process.ts";

const nameTest = await nameTestsOfRadosGateway();

async function urlOf(server: RunningCommand): Promise<string> {
  return JSON.parse((await server.printed(/^\{.*\}$/m))[0]).url;
}

interface ReadyBody {
  status: string;
  checks: { [name: string]: string };
  down?: string[];
}

interface ReadyAnswer {
  status: number;
  body: ReadyBody;
}

async function readReady(url: string): Promise<ReadyAnswer> {
  const response = await fetch(`${url}/readyz`);
  return { status: response.status, body: await response.json() };
}

/** Asks until the services that are down are the expected ones. A check takes 2 s at most, and a result lasts for one. */
async function waitForDown(url: string, expected: readonly string[]): Promise<void> {
  let last: ReadyAnswer | undefined;
  await until(`readyz names ${expected.join(", ") || "nothing"}`, async () => {
    last = await readReady(url);
    return JSON.stringify(last.body.down ?? []) === JSON.stringify(expected);
  }).catch((error) => assert.fail(`${error.message}: ${JSON.stringify(last)}`));
  const { status, body } = last!;
  assert.deepEqual([status, body.status], [200, "ready"], "what it depends on is no part of its readiness");
}

const SECRET = "a secret that the processes share, 32 characters";

// claim: operators-routes-anonymous
Deno.test({
  ...nameTest(
    "readyz names what is stopped, every process stays ready and answers, and all recover without a restart",
  ),
  async fn() {
    await using postgres = await startPostgres({ fsync: false });
    await using gateway = await startRadosGateway();
    await using folder = await temporaryFolder();
    const bucket = await gateway.createBucket();
    const environment = {
      TCK_AUTH_SECRET: SECRET,
      TCK_DATABASE_URL: await postgres.createDatabase(),
      TCK_OBJECTS_URL: `s3://${bucket}?endpoint=${gateway.endpoint}`,
      TCK_APP_URL: "https://pages.example.com",
      AWS_ACCESS_KEY_ID: gateway.credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: gateway.credentials.secretAccessKey,
    };
    const serve = (role: string, more: Record<string, string>) =>
      startCommand(["serve", "--role", role, "--port", "0", "--data", folder.path, "--json"], {
        ...environment,
        ...more,
      });
    await using storage = serve("storage", {});
    const storageUrl = await urlOf(storage);
    await using api = serve("public", { TCK_INTERNAL_URL: storageUrl });
    const apiUrl = await urlOf(api);
    for (const url of [storageUrl, apiUrl]) await waitForDown(url, []);

    await postgres.kill();
    await waitForDown(storageUrl, ["database"]);
    await waitForDown(apiUrl, ["upstream"]);
    const bearer = await createSecretBearers(new TextEncoder().encode(SECRET), Date.now).issue("ada", 600);
    const list = () => fetch(`${apiUrl}/v2/daily-pages`, { headers: { Authorization: `Bearer ${bearer}` } });
    const failed = await list();
    assert.deepEqual([failed.status, failed.headers.get("Retry-After")], [503, "1"]);
    assert.equal((await failed.json()).code, "storage.unavailable");
    assert.equal((await fetch(`${storageUrl}/healthz`).then((response) => response.json())).status, "ok");
    await postgres.start();
    for (const url of [storageUrl, apiUrl]) await waitForDown(url, []);

    await gateway.kill();
    await waitForDown(storageUrl, ["objects"]);
    await waitForDown(apiUrl, ["upstream"]);
    assert.equal((await list().then((response) => response.json())).batches.length, 0);
    const metrics = await fetch(`${storageUrl}/metrics`).then((response) => response.text());
    assert.match(metrics, /^tck_dependency_up\{dependency="objects"\} 0$/m);
    await gateway.start();
    await waitForDown(storageUrl, []);

    const { stderr } = await storage.stop();
    assert.match(stderr, /^error: dependency_down: "database" does not answer: /m);
    assert.match(stderr, /^dependency_up: "objects" answers again/m);
    assert.match(api.output().stderr, /"upstream" does not answer: it answers 200 and names database/);
    await waitForDown(apiUrl, ["upstream"]);
  },
});

Deno.test("the checks run once a second at most, and a check that does not answer is down after its time limit", async () => {
  const clock = { now: 0 };
  const logged: string[] = [];
  const log: Log = ({ event, message }) => void logged.push(`${event}: ${message}`);
  let runs = 0;
  let isUp = true;
  const checks = {
    database: () => (runs++, isUp ? Promise.resolve() : Promise.reject(new Error("connection refused"))),
  };
  const readiness = createReadiness({ essential: checks, others: {} }, () => clock.now, log);
  const both = await Promise.all([readiness(), readiness()]);
  assert.deepEqual([runs, both.map(({ down }) => down)], [1, [[], []]]);
  isUp = false;
  clock.now = 999;
  assert.deepEqual([(await readiness()).down, runs], [[], 1]);
  clock.now = 1_000;
  assert.deepEqual([await readiness(), runs], [{
    checks: { database: "down" },
    down: ["database"],
    isReady: false,
  }, 2]);
  clock.now = 2_000;
  await readiness();
  isUp = true;
  clock.now = 3_000;
  assert.deepEqual((await readiness()).checks, { database: "up" });
  assert.deepEqual(logged, [
    'dependency_down: "database" does not answer: connection refused',
    'dependency_up: "database" answers again',
  ]);

  const never = () => new Promise<void>(() => {});
  const silent = createReadiness(
    { essential: { database: never }, others: { objects: never } },
    () => 0,
    log,
  );
  const bothDown = { database: "down", objects: "down" };
  assert.deepEqual(await silent(), { checks: bothDown, down: ["database", "objects"], isReady: false });
  const others = createReadiness({ essential: {}, others: { objects: never } }, () => 0, log);
  assert.deepEqual(await others(), { checks: { objects: "down" }, down: ["objects"], isReady: true });
  assert.match(logged.at(-1)!, /no answer within 2000 ms/);
});
