/**
 * Workers as separate processes, on a real PostgreSQL and a folder of objects.
 */
import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import postgres from "postgres";
import { enqueueCommit, locateWorkspace, openSharedWorkspaces } from "../../../hosts/commit_queue/mod.ts";
import { systemClock } from "../../../hosts/time/mod.ts";
import { openDatabase } from "../../../hosts/postgres/mod.ts";
import { makeBundle } from "../../core/commit/bundles.ts";
import { type DatabaseServer, openPostgres } from "../../servers/postgres.ts";
import { until } from "../../waiting/mod.ts";
import { runCommandHere } from "./command_here.ts";
import { preparedFolder, startCommand, temporaryFolder } from "./command_process.ts";

let server: DatabaseServer;
Deno.test.beforeAll(async () => {
  server = await openPostgres();
});
Deno.test.afterAll(() => server.stop());

/** A database and a folder of workspaces, with commands on both. */
interface Site {
  readonly client: postgres.Sql;
  readonly workspaces: string;
  readonly environment: Record<string, string>;
  /** The option of the folder that no test shares. */
  readonly data: readonly string[];
  /** Starts a worker. */
  work(...options: string[]): ReturnType<typeof startCommand>;
  /** Runs a worker in this process until the queue is empty. */
  workOnce(...options: string[]): ReturnType<typeof runCommandHere>;
  /** Builds a batch and queues its commit. */
  enqueue(user: string, date: string): Promise<void>;
}

async function onSite(run: (site: Site) => Promise<void>): Promise<void> {
  await using folder = await temporaryFolder();
  const url = await server.createDatabase();
  await using database = await openDatabase({ url, dataDir: folder.path });
  const client = postgres(url, { max: 2, onnotice: () => {} });
  const workspaces = join(folder.path, "workspaces");
  const data = ["--data", join(folder.path, "data")];
  const common = [...data, "--workspaces", workspaces, "--json"];
  const environment = { TCK_DATABASE_URL: url, TCK_APP_URL: "https://app.example" };
  const site: Site = {
    client,
    workspaces,
    environment,
    data,
    work: (...options) => startCommand(["commit-worker", ...common, ...options], environment),
    workOnce: (...options) => runCommandHere(["commit-worker", ...common, "--once", ...options], environment),
    async enqueue(user, date) {
      const directory = await build(join(workspaces, `${user}-${date}`), "a");
      const workspace = await locateWorkspace(await openSharedWorkspaces(workspaces), directory);
      const order = { userId: user, taskId: `t-${user}-${date}`, localDate: date, kind: "diary" } as const;
      const deps = { database, clock: systemClock, createId: () => crypto.randomUUID() };
      await enqueueCommit(deps, { ...order, workspace, strict: false }, "/test");
    },
  };
  try {
    await run(site);
  } finally {
    await client.end();
  }
}

async function build(workspace: string, text: string): Promise<string> {
  const dist = join(workspace, "widget-batch", "dist");
  await mkdir(dist, { recursive: true });
  await writeFile(join(dist, "001_a.tckb"), await makeBundle(text));
  return workspace;
}

/** The names of the events that a worker printed. */
function eventsOf(stdout: string): string[] {
  return stdout.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line).event);
}

function count(events: readonly string[], name: string): number {
  return events.filter((event) => event === name).length;
}

/** Holds the lock under which a user's records are changed, so that a worker waits in the middle of a commit. */
async function lockUser(client: postgres.Sql, user: string, run: () => Promise<void>): Promise<void> {
  await client.begin(async (transaction) => {
    await transaction`select pg_advisory_xact_lock(hashtextextended(${`tck.user:${user}`}, 0))`;
    await run();
  });
}

/** Resolves when a worker waits for a user's lock. */
async function waitForWorker(client: postgres.Sql): Promise<void> {
  const listWaiting = () =>
    client`select from pg_locks join pg_database on pg_database.oid = database
      where datname = current_database() and locktype = 'advisory' and not granted`;
  await until("a worker waits for the lock", async () => (await listWaiting()).length > 0);
}

Deno.test("several workers share the requests: each is committed once, and its notification queued once", () =>
  onSite(async ({ client, work, enqueue }) => {
    const [users, dates] = [["ada", "bob"], ["2026-03-04", "2026-03-05", "2026-03-06"]];
    for (const user of users) {
      for (const date of dates) await enqueue(user, date);
    }
    const ended = await Promise.all([1, 2, 3].map(() => work("--once").ended));
    assert.deepEqual(ended.map(({ code }) => code), [0, 0, 0], ended.map(({ stderr }) => stderr).join("\n"));
    const events = ended.flatMap(({ stdout }) => eventsOf(stdout));
    assert.equal(count(events, "commit_request_committed"), 6);
    const commits = await client`select user_id, local_date from commits`;
    assert.equal(commits.length, 6);
    assert.equal((await client`select distinct user_id, local_date from widgets`).length, 6);
    const jobs = await client`select name, count(*)::int as count from tck_queue.job group by name`;
    assert.deepEqual([...jobs], [{ name: "task-notifications", count: 6 }]);
  }));

Deno.test("a worker with a port answers operators, counts its commits, and closes the port when it ends", () =>
  onSite(async ({ work, enqueue }) => {
    await enqueue("ada", "2026-03-04");
    await using worker = work("--port", "0");
    const [line] = await worker.printed(/^.*commit_worker_started.*$/m);
    const { url } = JSON.parse(line);
    const ask = async (path: string) => {
      const response = await fetch(url + path);
      return { status: response.status, text: await response.text() };
    };
    const health = await ask("/healthz");
    assert.deepEqual([health.status, JSON.parse(health.text).roles], [200, ["commit-worker"]]);
    const { status, checks } = JSON.parse((await ask("/readyz")).text);
    assert.deepEqual([status, checks], ["ready", { database: "up", objects: "up" }]);
    assert.equal((await ask("/v1/internal/daily-pages")).status, 404);
    await worker.printed(/commit_request_committed/);
    const { text } = await ask("/metrics");
    assert.match(text, /^tck_log_events_total\{event="commit_request_committed",level="info"\} 1$/m);
    assert.match(text, /^tck_dependency_up\{dependency="objects"\} 1$/m);
    assert.match(text, /^tck_queue_jobs\{queue="task-notifications",state="\w+"\} 1$/m);

    assert.equal((await worker.stop("SIGTERM")).code, 0);
    await assert.rejects(fetch(url), "the port is still open");
  }));

Deno.test("a worker whose port is taken or invalid takes no request", () =>
  onSite(async ({ client, workOnce, enqueue }) => {
    await enqueue("ada", "2026-03-04");
    using other = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const taken = await workOnce("--port", String(other.addr.port));
    assert.deepEqual([taken.code, taken.stdout], [1, ""]);
    assert.match(taken.stderr, /^error: Cannot listen on 127\.0\.0\.1:\d+: the port is taken/m);
    assert.equal((await workOnce("--port", "70000")).code, 2);
    assert.equal((await client`select from commits`).length, 0);
  }));

Deno.test("the request of a worker that is killed during a commit is committed once by another worker", () =>
  onSite(async ({ client, work, enqueue }) => {
    await enqueue("ada", "2026-03-04");
    await using victim = work();
    await lockUser(client, "ada", async () => {
      await waitForWorker(client);
      await victim.stop("SIGKILL");
    });
    assert.equal((await client`select from commits`).length, 0);
    await using rescuer = work();
    await rescuer.printed(/commit_worker_started/);
    // Simulates that the lease of the killed worker and the pause after it have expired.
    await client`update tck_queue.job set heartbeat_on = now() - interval '1 hour', retry_delay = 0
      where state = 'active'`;
    await client`update tck_queue.queue set monitor_claim_on = null, monitor_on = null`;
    await rescuer.printed(/commit_request_committed/);
    assert.equal((await rescuer.stop("SIGINT")).code, 0);
    assert.equal((await client`select from commits`).length, 1);
    assert.equal((await client`select from widgets`).length, 1);
  }));

Deno.test("a worker that is ended during a commit releases its request, and another takes it at once", () =>
  onSite(async ({ client, work, workOnce, enqueue }) => {
    await enqueue("ada", "2026-03-04");
    await using leaving = work();
    let ended: Promise<{ code: number; stdout: string }> | undefined;
    await lockUser(client, "ada", async () => {
      await waitForWorker(client);
      ended = leaving.stop("SIGTERM");
      await leaving.printed(/commit_worker_ending/);
    });
    const { code, stdout } = await ended!;
    assert.equal(code, 0);
    const [last] = eventsOf(stdout).slice(-1);
    assert.ok(last === "commit_request_released", stdout);
    const next = await workOnce();
    assert.equal(count(eventsOf(next.stdout), "commit_request_committed"), 1, next.stdout + next.stderr);
  }));

Deno.test("a request that cannot be committed is a dead letter, and can be replayed", () =>
  onSite(async ({ client, workOnce, enqueue, workspaces, environment, data }) => {
    await enqueue("ada", "2026-03-04");
    const bundle = join(workspaces, "ada-2026-03-04", "widget-batch", "dist", "001_a.tckb");
    await writeFile(bundle, "no bundle");
    const failed = await workOnce();
    assert.deepEqual([failed.code, count(eventsOf(failed.stdout), "commit_request_refused")], [1, 1]);
    const listed = await runCommandHere(["dead-letters", ...data], environment);
    assert.match(listed.stdout, /^(\S+) \S+Z 20260304-diary of "ada": attempt 1 was the last: Cannot commit/);
    const [id] = listed.stdout.split(" ");
    await writeFile(bundle, await makeBundle("a"));
    assert.equal((await runCommandHere(["dead-letters", "replay", id!, ...data], environment)).code, 0);
    assert.equal((await workOnce()).code, 0);
    assert.equal((await client`select from commits`).length, 1);
  }));

Deno.test("a dead letter whose fields are not texts is listed", () =>
  onSite(async ({ client, enqueue, environment, data }) => {
    await enqueue("ada", "2026-03-04"); // It makes the queues.
    await client`insert into tck_queue.job (name, data, policy)
      select name, '{"id":{"toString":null,"valueOf":null},"data":{"userId":[{"toString":null}]}}'::jsonb, policy
      from tck_queue.queue where name = 'tck.commit.requested.dead'`;
    const { code, stdout } = await runCommandHere(["dead-letters", ...data], environment);
    assert.equal(code, 0);
    assert.match(stdout, /^\{"valueOf":null,"toString":null\} \S+Z undefined of "\[\{/);
  }));

Deno.test("on the embedded database a request is queued through serve, and a worker needs the folder to itself", async () => {
  await using data = await preparedFolder();
  const workspace = await build(join(data.path, "workspaces", "w"), "a");
  const common = ["--data", data.path, "--workspaces", join(data.path, "workspaces")];
  const order = ["--user", "ada", "--task", "t1", "--date", "2026-03-04", "--kind", "diary"];
  const enqueue = ["commit", "--enqueue", ...order, ...common];
  {
    await using server = startCommand(["serve", "--port", "0", "--json", "--data", data.path]);
    await server.printed(/^\{.*\}$/m);
    assert.match(
      (await runCommandHere([...enqueue, workspace])).stdout,
      /^queued 20260304-diary: request \S+\n$/,
    );
    const worker = await runCommandHere(["commit-worker", ...common, "--once"]);
    assert.equal(worker.code, 1);
    assert.equal((await server.stop()).code, 0);
  }
  const worker = await runCommandHere(["commit-worker", ...common, "--once"]);
  assert.deepEqual(
    [worker.code, worker.stdout],
    [0, "1 requests committed, 0 attempts failed\n"],
    worker.stderr,
  );

  const outside = await runCommandHere([...enqueue, data.path]);
  assert.deepEqual([outside.code, outside.stdout], [1, ""]);
  assert.match(
    outside.stderr,
    /^error: Cannot commit ".*": it is not below ".*", the folder of all workspaces$/m,
  );
  const wrong = [
    ["commit", "--enqueue", ...order, workspace],
    ["commit", ...order, ...common, workspace],
    ["commit-worker"],
  ];
  for (const args of wrong) assert.equal((await runCommandHere(args)).code, 2, args.join(" "));
});

Deno.test("a strict commit fails without any change on an invalid bundle, with exit code 1", async () => {
  await using data = await preparedFolder();
  const workspace = await build(join(data.path, "w"), "a");
  await writeFile(join(workspace, "widget-batch/dist/002_bad.tckb"), "no bundle");
  const order = ["--user", "ada", "--task", "t1", "--date", "2026-03-04", "--kind", "diary"];
  const commit = ["commit", ...order, "--data", data.path, workspace];
  const strict = await runCommandHere([...commit, "--strict"]);
  assert.deepEqual([strict.code, strict.stdout], [1, ""]);
  assert.match(strict.stderr, /^error: Cannot commit ".*": 1 of its 2 bundles cannot be taken, so nothing/m);
  assert.equal((await runCommandHere(["history", "--user", "ada", "--data", data.path])).stdout, "");
  assert.equal((await runCommandHere(commit)).code, 0);
});
