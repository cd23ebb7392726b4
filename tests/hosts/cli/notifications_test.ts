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
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import postgres from "postgres";
import { openDatabase } from "../../../hosts/postgres/mod.ts";
import { makeBundle } from "../../core/commit/bundles.ts";
import { openPostgres } from "../../servers/postgres.ts";
import { preparedFolder, runCommand, startCommand, temporaryFolder } from "./command_process.ts";

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

/** Adds one dead notification to the embedded database of a data folder. */
async function addDeadNotification(dataDir: string): Promise<void> {
  await using database = await openDatabase({ dataDir });
  const { kysely, notifications: queue } = database;
  await kysely.transaction().execute((transaction) => queue.enqueue(transaction, EVENT));
  await sql`update tck_queue.job set retry_limit = 0`.execute(kysely);
  const [taken] = await queue.take(1);
  await queue.giveBack(taken!.jobId, "nobody is there");
}

Deno.test("a dead notification is listed, replayed and delivered while serve holds the data folder", async () => {
  await using folder = await preparedFolder();
  await addDeadNotification(folder.path);
  const data = ["--data", folder.path];

  const alone = await runCommand(["notifications", ...data]);
  assert.equal(alone.code, 0, alone.stderr);
  assert.match(
    alone.stdout,
    /^0d4c1a52-\S+ \S+Z 20260304-morning-brief of "demo": attempt 1 was the last: nobody/,
  );

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
    const listed = JSON.parse((await runCommand(["notifications", "list", "--json", ...data])).stdout);
    assert.deepEqual(listed.map(({ event }: { event: BatchCommittedEvent }) => event), [EVENT]);
    const replayed = await runCommand(["notifications", "replay", EVENT.id, "--json", ...data]);
    assert.deepEqual([replayed.code, JSON.parse(replayed.stdout)], [0, { replayed: true }]);
    assert.deepEqual(await arrived.promise, EVENT);
    const again = await runCommand(["notifications", "replay", EVENT.id, ...data]);
    assert.deepEqual([again.code, again.stdout], [1, "there is no dead notification with this id\n"]);
    assert.equal((await runCommand(["notifications", "--json", ...data])).stdout, "[]\n");
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
    const committed = await runCommand([...commit, "--data", data, folder.path], environment);
    assert.equal(committed.code, 0, committed.stderr);

    await using serving = startCommand(
      ["serve", "--role", "storage", "--port", "0", "--data", data],
      environment,
    );
    await serving.printed(/http:/);
    await sleep(1_000); // A relay would take the message when it starts.
    const listStates = () => client`select name, state::text from tck_queue.job`;
    assert.deepEqual([...await listStates()], [{ name: "task-notifications", state: "created" }]);
    await assert.rejects(stat(join(data, "notifications.jsonl")), { code: "ENOENT" });

    const consumer = await startConsumer(folder.path, url);
    const line = await consumer.firstLine;
    assert.equal(line, "ada https://app.example/tck/feed/20260131-diary");
    while ((await listStates())[0]?.state !== "completed") await sleep(50);
    consumer.child.kill();
    await client.end();
  } finally {
    await server.stop();
  }
});

/** Starts the program in the documentation. */
async function startConsumer(folder: string, url: string) {
  const root = fileURLToPath(new URL("../../../", import.meta.url));
  const text = await readFile(join(root, "docs/operations.md"), "utf8");
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
