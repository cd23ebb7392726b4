/**
 * The lines of the log about who did what, of every act, on a running `serve` and a worker.
 */
import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { hostname, userInfo } from "node:os";
import { join } from "node:path";
import { makeBundle } from "../../core/commit/bundles.ts";
import { openPostgres } from "../../servers/postgres.ts";
import { runCommandHere } from "./command_here.ts";
import { preparedFolder, startCommand, temporaryFolder } from "./command_process.ts";

const ACCOUNT = `${userInfo().username}@${hostname()}`;

interface AuditLine {
  audit?: boolean;
  [field: string]: unknown;
}

/** The audit lines of a log, without their times, ids and messages. */
function readActs(log: string): AuditLine[] {
  const lines: AuditLine[] = log.trim().split("\n").map((line) => JSON.parse(line));
  return lines.filter(({ audit }) => audit === true).map(({ time, message, ...line }) => {
    assert.ok(typeof time === "string" && typeof message === "string");
    return Object.fromEntries(
      Object.entries(line).map((
        [name, value],
      ) => [name, /^[0-9a-f-]{36}$/.test(String(value)) ? "UUID" : value]),
    );
  });
}

async function buildWork(folder: string): Promise<string> {
  const dist = join(folder, "w", "widget-batch", "dist");
  await mkdir(dist, { recursive: true });
  await writeFile(join(dist, "001_a.tckb"), await makeBundle("a"));
  return join(folder, "w");
}

const TARGET = ["--user", "ada", "--task", "t1", "--date", "2026-01-31", "--kind", "diary"];
const COMMON = { event: "audit", level: "info", audit: true, outcome: "done" };

Deno.test("each act is one line of the documented shape, also of commands that serve executes, and at any level of the log", async () => {
  await using folder = await temporaryFolder();
  await using store = await preparedFolder();
  const data = ["--data", store.path];
  const environment = { TCK_LOG: "json", TCK_LOG_LEVEL: "error" };
  await using server = startCommand(["serve", "--port", "0", ...data, "--json"], environment);
  const { url } = JSON.parse((await server.printed(/^\{.*\}$/m))[0]);
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await runCommandHere([...args, ...data]);
    assert.equal(code, 0, stderr);
    return stdout;
  };
  const headers = { "X-Request-Id": "request-1" };
  await (await fetch(`${url}/login`, { redirect: "manual", headers })).body?.cancel();
  const work = await buildWork(folder.path);
  const { commitId } = JSON.parse(await run("commit", ...TARGET, work, "--json"));
  await run("commit", ...TARGET, work);
  await run("rollback", "--to", commitId, "--user", "ada");
  await runCommandHere(["rollback", "--to", crypto.randomUUID(), "--user", "ada", ...data]);
  await runCommandHere(["dead-letters", "replay", "unknown", ...data]);
  await run("user", "export", "--user", "ada", "--out", join(folder.path, "ada.tar"));
  await run("export", "--user", "ada", "--batch", "20260131-diary", join(folder.path, "out"));
  await runCommandHere(["export", "--user", "ada", "--batch", "20260201-diary", folder.path, ...data]);
  await run("batch", "delete", "--user", "ada", "--date", "2026-01-31", "--kind", "diary");
  await run("user", "erase", "--user", "ada");
  const { stderr } = await server.stop();

  const [command, batchId] = [{ ...COMMON, actor: `command:${ACCOUNT}`, user: "ada" }, "20260131-diary"];
  const commit = { ...command, action: "commit", taskId: "t1", batchId, revision: "UUID" };
  const rollback = { ...command, action: "rollback", to: "UUID", batchId, revision: "UUID" };
  const signIn = {
    action: "sign_in",
    actor: "user",
    user: "demo",
    sessionId: "UUID",
    requestId: "request-1",
  };
  assert.deepEqual(readActs(stderr), [
    { ...COMMON, ...signIn },
    commit,
    commit,
    rollback,
    { ...rollback, outcome: "failed", batchId: null, revision: null },
    { ...command, action: "replay", user: null, id: "unknown", queue: "commitRequests", outcome: "failed" },
    { ...command, action: "export" },
    { ...command, action: "export_feed", batchId },
    { ...command, action: "export_feed", batchId: "20260201-diary", outcome: "failed" },
    { ...command, action: "delete_batch", batchId },
    { ...command, action: "erase", erasureId: "UUID" },
  ]);
});

Deno.test("a commit of a worker is a line with the worker and the request", async () => {
  await using folder = await temporaryFolder();
  await using postgres = await openPostgres();
  const environment = {
    TCK_DATABASE_URL: await postgres.createDatabase(),
    TCK_APP_URL: "https://app.example",
    TCK_LOG: "json",
  };
  const where = ["--data", join(folder.path, "data"), "--workspaces", folder.path];
  const queued = await runCommandHere(
    ["commit", "--enqueue", ...TARGET, ...where, await buildWork(folder.path)],
    environment,
  );
  assert.equal(queued.code, 0, queued.stderr);
  const worker = await runCommandHere(["commit-worker", "--once", ...where], environment);
  assert.deepEqual([worker.code, worker.stdout], [0, ""]);
  const act = { action: "commit", actor: `commit-worker:${ACCOUNT}`, user: "ada", taskId: "t1" };
  assert.deepEqual(readActs(worker.stderr), [
    { ...COMMON, ...act, batchId: "20260131-diary", revision: "UUID", requestId: "UUID" },
  ]);
});
