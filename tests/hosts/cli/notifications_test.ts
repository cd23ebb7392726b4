import assert from "node:assert/strict";
import { sql } from "kysely";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type BatchCommittedEvent, formatBatchCommittedEvent } from "../../../core/commit/mod.ts";
import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import postgres from "postgres";
import { type ActionDependencies, runAction } from "../../../hosts/application/action.ts";
import { loadActions } from "../../../hosts/cli/store_commands.ts";
import { openDatabase } from "../../../hosts/postgres/mod.ts";
import { makeBundle } from "../../core/commit/bundles.ts";
import { openPostgres } from "../../servers/postgres.ts";
import { until } from "../../waiting/mod.ts";
import { runCommandHere } from "./command_here.ts";
import { preparedFolder, startCommand, temporaryFolder } from "./command_process.ts";

const EVENT = formatBatchCommittedEvent({
  commitId: "0d4c1a52-7a57-4c4c-9d0e-5b1b2f1d7c11",
  appUrl: "https://app.example",
  userId: "demo",
  taskId: "task-1",
  localDate: "2026-03-04",
  kind: "morning_brief",
  widgetCount: 2,
  committedAt: "2026-03-04T06:00:00.000Z",
});

/** A notification whose texts would control a terminal. */
const HOSTILE: BatchCommittedEvent = {
  ...EVENT,
  id: "1d4c1a52-7a57-4c4c-9d0e-5b1b2f1d7c11",
  subject: `\u001b]0;title\u0007\n${"x".repeat(200)}`,
  data: { ...EVENT.data, userId: "\u009b31m" },
};

/** Adds dead notifications to the embedded database of a data folder, and returns how often a replay woke the relay. */
async function addDeadNotifications(dataDir: string): Promise<number> {
  await using database = await openDatabase({ dataDir });
  const { kysely, notifications: queue } = database;
  const replayed = { ...EVENT, id: "2d4c1a52-7a57-4c4c-9d0e-5b1b2f1d7c11" };
  for (const event of [EVENT, HOSTILE, replayed]) {
    await kysely.transaction().execute((transaction) => queue.enqueue(transaction, event));
  }
  await sql`update tck_queue.job set retry_limit = 0`.execute(kysely);
  for (const { jobId } of await queue.take(3)) await queue.giveBack(jobId, "nobody is \u001b[31m\u009bthere");

  let woken = 0;
  const action = (await loadActions()).get("replay-notification")!;
  const deps = {
    actor: "command:test",
    database,
    log: () => {},
    onNotificationQueued: () => void woken++,
  } as unknown as ActionDependencies;
  assert.equal(await runAction(action, deps, replayed.id), true);
  for (const { jobId } of await queue.take(1)) await queue.confirm(jobId);
  return woken;
}

Deno.test("a dead notification is listed, replayed and delivered while serve holds the data folder", async () => {
  await using folder = await preparedFolder();
  assert.equal(await addDeadNotifications(folder.path), 1, "a replay wakes the relay");
  const data = ["--data", folder.path];

  const alone = await runCommandHere(["notifications", ...data]);
  assert.equal(alone.code, 0, alone.stderr);
  const lines = alone.stdout.split("\n");
  const hostile = lines.find((line) => line.startsWith(HOSTILE.id))!;
  assert.ok(
    hostile.includes(
      ` ?]0;title??${"x".repeat(69)} of "?31m": attempt 1 was the last: nobody is ?[31m?there`,
    ),
  );
  assert.match(
    lines.find((line) => line.startsWith(EVENT.id))!,
    /^0d4c1a52-\S+ \S+Z 20260304-morning-brief of "demo": attempt 1 was the last: nobody/,
  );
  assert.deepEqual(lines.slice(2), ["2 dead notifications", ""]);

  const arrived = Promise.withResolvers<BatchCommittedEvent>();
  const receiver = createServer(async (incoming, outgoing) => {
    const chunks = await Array.fromAsync(incoming);
    outgoing.end();
    arrived.resolve(JSON.parse(chunks.join("")));
  }).listen(0, "127.0.0.1");
  await once(receiver, "listening");
  try {
    await using server = startCommand(["serve", "--port", "0", "--json", ...data], {
      TCK_NOTIFY_URL: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`,
      TCK_NOTIFY_SECRET: "a secret of more than thirty-two letters",
    });
    await server.printed(/^\{.*\}$/m);
    const listed = JSON.parse((await runCommandHere(["notifications", "list", "--json", ...data])).stdout);
    const events = listed.map(({ event }: { event: BatchCommittedEvent }) => event);
    assert.deepEqual(new Set(events), new Set([EVENT, HOSTILE]));
    const replayed = await runCommandHere(["notifications", "replay", EVENT.id, "--json", ...data]);
    assert.deepEqual([replayed.code, JSON.parse(replayed.stdout)], [0, { replayed: true }]);
    assert.deepEqual(await arrived.promise, EVENT);
    const again = await runCommandHere(["notifications", "replay", EVENT.id, ...data]);
    assert.deepEqual([again.code, again.stdout], [1, ""]);
    assert.match(again.stderr, /^error: Cannot replay ".*": there is no dead notification with this id$/m);
    const left = JSON.parse((await runCommandHere(["notifications", "--json", ...data])).stdout);
    assert.deepEqual(left.map(({ event }: { event: BatchCommittedEvent }) => event.id), [HOSTILE.id]);
  } finally {
    receiver.closeAllConnections();
    receiver.close();
  }
});

Deno.test("on PostgreSQL without a sink a notification waits for the agent, which takes it from task-notifications", async () => {
  await using folder = await temporaryFolder();
  const server = await openPostgres();
  try {
    const url = await server.createDatabase();
    const client = postgres(url, { max: 1, onnotice: () => {} });
    const environment = { TCK_DATABASE_URL: url, TCK_APP_URL: "https://app.example/tck/" };
    const data = join(folder.path, "data");
    const dist = join(folder.path, "widget-batch", "dist");
    await mkdir(dist, { recursive: true });
    await writeFile(join(dist, "001_a.tckb"), await makeBundle("a"));
    const commit = "commit --user ada --task t1 --date 2026-01-31 --kind diary".split(" ");
    const committed = await runCommandHere([...commit, "--data", data, folder.path], environment);
    assert.equal(committed.code, 0, committed.stderr);

    await using serving = startCommand(
      ["serve", "--role", "storage", "--port", "0", "--data", data],
      environment,
    );
    await serving.printed(/http:/);
    const listStates = () => client`select name, state::text from tck_queue.job`;
    assert.deepEqual([...await listStates()], [{ name: "task-notifications", state: "created" }]);
    await assert.rejects(stat(join(data, "notifications.jsonl")), { code: "ENOENT" });

    const consumer = await startConsumer(folder.path, url);
    const line = await consumer.firstLine;
    assert.equal(line, "ada https://app.example/tck/feed/20260131-diary");
    await until("the notification is completed", async () => (await listStates())[0]?.state === "completed");
    consumer.child.kill();
    await client.end();
  } finally {
    await server.stop();
  }
});

/** Starts the program in the documentation. */
async function startConsumer(folder: string, url: string) {
  const root = fileURLToPath(new URL("../../../", import.meta.url));
  const text = await readFile(join(root, "docs/settings.md"), "utf8");
  const [, program] = /```js\n(import \{ PgBoss \}[^]*?)```/.exec(text) ?? [];
  assert.ok(program !== undefined, "the documentation has no consumer");
  const path = join(folder, "consumer.mjs");
  await writeFile(path, program);
  const child = execFile(process.execPath, ["run", "-A", "--config", join(root, "deno.json"), path], {
    cwd: root,
    env: { ...process.env, TCK_DATABASE_URL: url, NO_COLOR: "1" },
  });
  const firstLine = new Promise<string>((resolve, reject) => {
    let [printed, failed] = ["", ""];
    child.stderr!.on("data", (part) => failed += part);
    child.stdout!.on("data", (part) => {
      printed += part;
      if (printed.includes("\n")) resolve(printed.split("\n")[0]!);
    });
    child.on("exit", () => reject(new Error(`The consumer ended: ${printed}${failed}`)));
  });
  return { child, firstLine };
}
