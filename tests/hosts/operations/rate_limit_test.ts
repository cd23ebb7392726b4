import assert from "node:assert/strict";
import postgres from "postgres";
import {
  countInMemory,
  countInPostgres,
  type OpenRequestCounter,
  type RateLimit,
} from "../../../hosts/application/request_counter.ts";
import { createPublicApi } from "../../../hosts/routes/mod.ts";
import { openPostgres, startPostgres } from "../../servers/postgres.ts";
import { assertProblem } from "../routes/answers.ts";
import { listen, upstreamAnswering, upstreamOf } from "../routes/sockets.ts";
import { authorize, createIdentity, serveWeb } from "../routes/stack.ts";

const LIMIT: RateLimit = { requests: 3, windowSeconds: 60 };

/** Serves a public API whose storage service has an empty list. */
function serveApi(requestCounter: OpenRequestCounter) {
  const storage = upstreamAnswering(() => Response.json({ batches: [], nextCursor: null }));
  const { bearers } = createIdentity({ now: Date.now() });
  return listen(createPublicApi({ storage, bearers, log: () => {}, requestCounter }).fetch);
}

async function list(url: string, user: string): Promise<Response> {
  return await fetch(`${url}/v2/daily-pages`, { headers: await authorize(user) });
}

async function statusOf(response: Promise<Response>): Promise<number> {
  const { status, body } = await response;
  await body?.cancel();
  return status;
}

// claim: rate-limit-per-user
Deno.test("a user over the limit gets 429 with Retry-After, another user does not, and every response states the rest", async () => {
  const server = serveApi(countInMemory(LIMIT));
  try {
    for (const remaining of [2, 1, 0]) {
      const response = await list(server.url, "ada");
      await response.body?.cancel();
      assert.equal(response.status, 200);
      assert.equal(response.headers.get("RateLimit-Policy"), '"user";q=3;w=60');
      assert.match(response.headers.get("RateLimit")!, new RegExp(`^"user";r=${remaining};t=(59|60)$`));
    }
    const rejected = await list(server.url, "ada");
    assert.match(rejected.headers.get("Retry-After")!, /^(59|60)$/);
    assert.match(rejected.headers.get("RateLimit")!, /^"user";r=0;t=(59|60)$/);
    await assertProblem(rejected, 429, "request.rate_limited");
    assert.equal(await statusOf(list(server.url, "bob")), 200);
    const anonymous = await fetch(`${server.url}/v2/daily-pages`);
    assert.equal(anonymous.headers.get("RateLimit"), null);
    await assertProblem(anonymous, 401, "auth.unauthenticated");
  } finally {
    await server.close();
  }
});

Deno.test("a window that ended counts from the beginning", async () => {
  const server = serveApi(countInMemory({ requests: 1, windowSeconds: 1 }));
  try {
    assert.deepEqual(
      [await statusOf(list(server.url, "ada")), await statusOf(list(server.url, "ada"))],
      [200, 429],
    );
    await new Promise((resolve) => setTimeout(resolve, 1_100)); // timer: the window
    assert.equal(await statusOf(list(server.url, "ada")), 200);
  } finally {
    await server.close();
  }
});

// claim: rate-limit-per-user
Deno.test("two processes that have one database count together, 20 requests at once included", async () => {
  await using postgres = await openPostgres();
  const url = await postgres.createDatabase();
  const limit = { requests: 10, windowSeconds: 60 };
  const counters = [countInPostgres(url, limit, () => {}), countInPostgres(url, limit, () => {})];
  const servers = counters.map(serveApi);
  try {
    const answers = Array.from({ length: 20 }, (_, index) => statusOf(list(servers[index % 2]!.url, "ada")));
    const accepted = (await Promise.all(answers)).filter((status) => status === 200);
    assert.equal(accepted.length, 10);
    assert.equal(await statusOf(list(servers[0]!.url, "bob")), 200);
  } finally {
    for (const server of servers) await server.close();
    for (const counter of counters) await counter.close();
  }
});

Deno.test("a process that starts while another one creates the table counts together with it from the first request", async () => {
  await using server = await openPostgres();
  const url = await server.createDatabase();
  const events: string[] = [];
  const counter = countInPostgres(url, LIMIT, ({ message }) => void events.push(message));
  const client = postgres(url, { max: 1, onnotice: () => {} });
  try {
    // What PostgreSQL answers when the other table appears within the statement; numbers of a sequence stay taken.
    await client.unsafe(`
      create sequence attempts;
      create function fail_once() returns event_trigger language plpgsql as $$
      begin
        if nextval('attempts') = 1 then
          raise exception 'type "tck_rate_limits" already exists' using errcode = '42710';
        end if;
      end $$;
      create event trigger fail_once on ddl_command_start when tag in ('CREATE TABLE') execute function fail_once()`);
    assert.equal((await counter.count("ada")).isExceeded, false);
    assert.deepEqual(events, []);
    assert.equal((await client`select from tck_rate_limits where key like '%ada'`).length, 1);
  } finally {
    await counter.close();
    await client.end();
  }
});

Deno.test("while the database is stopped, also at the start, each process counts on its own and says so", async () => {
  await using postgres = await startPostgres({ fsync: false });
  const url = await postgres.createDatabase();
  await postgres.kill();
  const events: string[] = [];
  const counter = countInPostgres(url, LIMIT, ({ event }) => void events.push(event));
  const server = serveApi(counter);
  const spend = async (userId: string) => {
    const statuses: number[] = [];
    for (let request = 0; request < 4; request++) statuses.push(await statusOf(list(server.url, userId)));
    return statuses;
  };
  try {
    assert.deepEqual(await spend("bob"), [200, 200, 200, 429]);
    assert.deepEqual(events, ["rate_limit_alone"]);
    await postgres.start();
    while (events.length === 1) await statusOf(list(server.url, crypto.randomUUID()));
    assert.deepEqual(await spend("bob"), [200, 200, 200, 429], "what was counted alone is not shared");
    await postgres.kill();
    assert.equal(await statusOf(list(server.url, "eve")), 200);
    assert.deepEqual(events, ["rate_limit_alone", "rate_limit_together", "rate_limit_alone"]);
    await postgres.start();
  } finally {
    await server.close();
    await counter.close();
  }
});

Deno.test("a process that counts alone for long says so once", async () => {
  const { now } = performance;
  let elapsed = 0;
  performance.now = () => now.call(performance) + elapsed;
  const events: string[] = [];
  const counter = countInPostgres("postgres://ada@127.0.0.1:1/x", LIMIT, ({ event }) => {
    events.push(event);
  });
  try {
    for (let time = 1; time <= 3; time++) {
      assert.equal((await counter.count("ada")).window?.remaining, LIMIT.requests - time);
      elapsed += 2_001;
    }
    assert.deepEqual(events, ["rate_limit_alone"]);
  } finally {
    performance.now = now;
    await counter.close();
  }
});

Deno.test("a 429 of the public API reaches the client of a web app in another process with Retry-After, from routes and pages", async () => {
  const api = serveApi(countInMemory({ requests: 1, windowSeconds: 60 }));
  const web = serveWeb(upstreamOf(api));
  try {
    const headers = await authorize("ada");
    assert.equal(await statusOf(fetch(`${web.url}/api/daily-pages/v2/batches`, { headers })), 200);
    for (const path of ["/api/daily-pages/v2/batches", `/api/widgets/v1/${"A".repeat(64)}/widget.mjs`]) {
      const rejected = await fetch(web.url + path, { headers });
      assert.match(rejected.headers.get("Retry-After") ?? "", /^(59|60)$/, path);
      await assertProblem(rejected, 429, "request.rate_limited");
    }
    const page = await fetch(`${web.url}/`, { headers });
    await page.body?.cancel();
    assert.equal(page.status, 429);
    assert.match(page.headers.get("Retry-After") ?? "", /^(59|60)$/);
  } finally {
    await web.close();
    await api.close();
  }
});
