import assert from "node:assert/strict";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BatchCommittedEvent } from "../../../core/commit/mod.ts";
import { makeBundle } from "../../core/commit/bundles.ts";
import { findFreePort } from "../../servers/free_port.ts";
import { until } from "../../waiting/mod.ts";
import { runCommandHere } from "./command_here.ts";
import { preparedFolder, type RunningCommand, startCommand } from "./command_process.ts";

/** A data folder with a workspace beside it, whose batch can be committed. */
async function openFolder(): Promise<AsyncDisposable & { data: string; commit: string[] }> {
  const folder = await preparedFolder();
  const work = join(folder.path, "work");
  const dist = join(work, "widget-batch", "dist");
  await mkdir(dist, { recursive: true });
  await writeFile(join(dist, "001_a.tckb"), await makeBundle("a"));
  const target = "commit --user demo --task t1 --date 2026-01-31 --kind diary".split(" ");
  const commit = [...target, "--data", folder.path, work];
  return { data: folder.path, commit, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

function serve(data: string, ...args: string[]): RunningCommand {
  return startCommand(["serve", "--port", "0", "--data", data, "--json", ...args]);
}

async function urlOf(server: RunningCommand): Promise<string> {
  return JSON.parse((await server.printed(/^\{.*\}$/m))[0]).url;
}

/** The notifications that were delivered, once there are some: the service polls the queue every two seconds. */
async function waitForDelivered(data: string, count = 1): Promise<BatchCommittedEvent["data"][]> {
  let lines: string[] = [];
  await until(`${count} notifications are delivered`, async () => {
    const text = await readFile(join(data, "notifications.jsonl"), "utf8").catch(() => "");
    lines = text.split("\n").slice(0, -1);
    return lines.length >= count;
  });
  return lines.map((line) => JSON.parse(line).data);
}

const WARNING = /^warning: notification_without_link: .*: set TCK_APP_URL to the web app's public URL$/gm;

Deno.test("a commit where nothing is served warns that it knows no link and gets that of the serve that delivers it, one beside a serve of all addresses links to its port, and TCK_APP_URL counts also where the process that carries it out has none", async () => {
  await using folder = await openFolder();
  const { code, stderr } = await runCommandHere(folder.commit);
  assert.deepEqual([code, stderr.match(WARNING)?.length], [0, 1], stderr);
  await using server = serve(folder.data, "--host", "0.0.0.0");
  const url = (await urlOf(server)).replace("//0.0.0.0:", "//127.0.0.1:");
  const [data] = await waitForDelivered(folder.data);
  assert.deepEqual([data!.batchId, data!.action!.url], ["20260131-diary", `${url}/feed/20260131-diary`]);

  await assertLinks(folder, url, "127.0.0.1", 2);

  const elsewhere = await runCommandHere(folder.commit, { TCK_APP_URL: "https://app.example/tck/" });
  assert.equal(elsewhere.stderr, "");
  const [, , last] = await waitForDelivered(folder.data, 3);
  assert.equal(last!.action!.url, "https://app.example/tck/feed/20260131-diary");
});

Deno.test("a commit links to the port that is served where all addresses of IPv6 are, and the link opens", async () => {
  await using folder = await openFolder();
  await using server = serve(folder.data, "--host", "::");
  await assertLinks(folder, await urlOf(server), "[::1]", 1);
});

/** Commits, and follows the link of the notification, which is the `count`th. */
async function assertLinks(
  { commit, data: folder }: { commit: string[]; data: string },
  url: string,
  reachable: string,
  count: number,
): Promise<void> {
  const { code, stderr } = await runCommandHere(commit);
  assert.deepEqual([code, stderr.match(WARNING)], [0, null], stderr);
  const link = (await waitForDelivered(folder, count))[count - 1]!.action!.url;
  assert.equal(link, `http://${reachable}:${new URL(url).port}/feed/20260131-diary`);
  const page = await fetch(link, { redirect: "manual" });
  await page.body?.cancel();
  assert.equal(page.headers.get("Location"), "/login?next=%2Ffeed%2F20260131-diary");
}

Deno.test("a commit or rollback through a storage service alone, whose port has no pages, has no link but a warning", async () => {
  await using folder = await openFolder();
  await using server = serve(folder.data, "--role", "storage");
  await urlOf(server);
  const committed = await runCommandHere([...folder.commit, "--json"]);
  assert.equal(committed.stderr.match(WARNING)?.length, 1, committed.stderr);
  const { commitId } = JSON.parse(committed.stdout);
  const rollback = ["rollback", "--to", commitId, "--user", "demo", "--data", folder.data];
  assert.equal((await runCommandHere(rollback)).stderr.match(WARNING)?.length, 1);
  const delivered = await waitForDelivered(folder.data, 2);
  assert.deepEqual(delivered.map(({ action }) => action), [undefined, undefined]);
});

Deno.test("the demo's notification links to the port of the demo", async () => {
  await using folder = await preparedFolder(tmpdir());
  const port = String(await findFreePort());
  await using demo = startCommand(["demo", "--port", port, "--json", "--data", folder.path]);
  const { feedUrl } = JSON.parse((await demo.printed(/^\{.*\}$/m))[0]);
  assert.equal(new URL(feedUrl).port, port);
  const [data] = await waitForDelivered(folder.path);
  assert.equal(data!.action!.url, feedUrl);
});
