import assert from "node:assert/strict";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeBundle } from "../../core/commit/bundles.ts";
import { runCommandHere } from "./command_here.ts";
import { preparedFolder, startCommand, temporaryFolder } from "./command_process.ts";

Deno.test("while serve holds the data folder, history, rollback and a sweep's plan work through the socket, and a commit prints each warning once", async () => {
  await using folder = await temporaryFolder();
  await using store = await preparedFolder();
  const on = (...args: string[]) => runJson([...args, "--data", store.path]);
  await using server = startCommand(["serve", "--port", "0", "--data", store.path, "--json"]);
  await server.printed(/^\{.*\}$/m);
  const old = await on(...COMMIT, await build(folder.path, "old"));
  const recent = await on(...COMMIT, await build(folder.path, "new"));
  await revisionsAre(store.path, [[recent.commitId, old.commitId, true], [old.commitId, null, false]]);

  const back = await on("rollback", "--to", old.commitId, "--user", "ada");
  assert.deepEqual([back.widgets, back.replaced], [old.widgets, 1]);
  await revisionsAre(store.path, [
    [back.commitId, recent.commitId, true],
    [recent.commitId, old.commitId, false],
    [old.commitId, null, false],
  ]);

  const plan = join(folder.path, "plan.json");
  const step = { action: "delete", key: old.written[0], reason: "nothing has named it since" };
  await writeFile(plan, JSON.stringify({ ...await on("sweep", "--dry-run"), steps: [step] }));
  const swept = await runCommandHere(["sweep", "--plan", plan, "--data", store.path, "--json"]);
  assert.equal(swept.code, 1, "a step that no longer applies was not rejected");
  assert.deepEqual(JSON.parse(swept.stdout), {
    steps: [],
    refused: [step],
    missing: [],
    expired: [],
    dryRun: false,
    deleted: 0,
    failed: 0,
  });

  const key = old.written[0];
  await rm(join(store.path, "objects", key));
  const checked = await runCommandHere(["sweep", "--data", store.path, "--json"]);
  assert.equal(checked.code, 1, "a missing object was not reported");
  const missing = [{ key, userId: "ada", batchId: "20260131-morning-brief" }];
  assert.deepEqual(JSON.parse(checked.stdout).missing, missing);
  const { url } = JSON.parse(server.output().stdout.split("\n")[0]!);
  const { stdout: token } = await runCommandHere(["token", "--user", "ada", "--data", store.path]);
  const file = key.split("/").at(-1)!;
  const gone = await fetch(`${url}/v2/daily-pages/bundles/${file}`, {
    headers: { Authorization: `Bearer ${token.trim()}` },
  });
  assert.deepEqual([gone.status, (await gone.json()).code], [500, "storage.object_missing"]);
  assert.equal((await (await fetch(`${url}/healthz`)).json()).missingObjects, 1);

  assert.deepEqual(await warnings(store.path, folder.path), [" bundle_missing_prefix"]);
  const { code, stderr } = await server.stop();
  assert.equal(code, 0);
  assert.match(stderr, new RegExp(`^error: object_missing: .*${file}`, "m"));
});

Deno.test("history and rollback work without a running service, and report errors", async () => {
  await using folder = await temporaryFolder();
  await using store = await preparedFolder();
  const { commitId } = await runJson([...COMMIT, await build(folder.path, "a"), "--data", store.path]);
  const listed = await runCommandHere(["history", "--user", "ada", "--data", store.path]);
  assert.match(
    listed.stdout,
    new RegExp(`^\\* ${commitId} .* 2026-01-31 morning_brief: 1 widgets by task "t1"`),
  );
  const stranger = await runCommandHere([
    "rollback",
    "--to",
    commitId,
    "--user",
    "bob",
    "--data",
    store.path,
  ]);
  assert.deepEqual([stranger.code, stranger.stdout], [1, ""]);
  assert.match(stranger.stderr, /^error: Cannot roll back to ".*": user "bob" has no such revision$/m);
  const wrongs = [["--date", "2026-02-30"], ["--kind", "brunch"], ["--limit", "0"], ["--limit", "1001"]];
  for (const wrong of wrongs) {
    assert.equal((await runCommandHere(["history", "--user", "ada", ...wrong])).code, 2);
  }
});

Deno.test("history lists one page, says how to list the next, and rejects a revision of another user", async () => {
  await using folder = await temporaryFolder();
  await using store = await preparedFolder();
  const commitIds: string[] = [];
  for (const text of ["a", "b", "c"]) {
    const { commitId } = await runJson([...COMMIT, await build(folder.path, text), "--data", store.path]);
    commitIds.unshift(commitId);
  }
  const list = (...args: string[]) => runCommandHere(["history", "--data", store.path, ...args]);
  const first = await list("--user", "ada", "--limit", "2");
  assert.equal(first.stdout.trim().split("\n").length, 2);
  assert.match(first.stderr, new RegExp(`^There are more: add --before ${commitIds[1]}$`, "m"));
  const { revisions, next } = await runJson([
    "history",
    "--user",
    "ada",
    "--before",
    commitIds[1]!,
    "--data",
    store.path,
  ]);
  assert.deepEqual([revisions.map(({ revision }: { revision: string }) => revision), next], [
    [commitIds[2]],
    null,
  ]);
  const stranger = await list("--user", "bob", "--before", commitIds[1]!);
  assert.equal(stranger.code, 1);
  assert.match(
    stranger.stderr,
    /^error: Cannot list the revisions before ".*": user "bob" has no such revision$/m,
  );
  const invalid = await list("--user", "ada", "--before", "yesterday");
  assert.equal(invalid.code, 2);
  assert.match(invalid.stderr, /invalid revision "yesterday": expected a UUID/);
});

Deno.test("a commit where nothing is served prints each warning once", async () => {
  await using folder = await temporaryFolder();
  await using store = await preparedFolder();
  // Only where nothing is served is the web app's address not known.
  assert.deepEqual(await warnings(store.path, folder.path), [
    " bundle_missing_prefix",
    " notification_without_link",
  ]);
});

Deno.test("migrate reverts the schema and applies it again", async () => {
  await using store = await preparedFolder();
  const names = [
    "001_commit_service",
    "002_revisions",
    "003_due",
    "004_list_order",
    "005_widget_names",
    "006_task_scope",
    "007_ended_sessions",
    "008_erasures",
    "009_submissions",
    "010_manifest_texts",
  ];
  const migrate = (to: string) => runJson(["migrate", "--to", to, "--data", store.path]);
  assert.deepEqual(await migrate("newest"), { to: "newest", migrations: [] });
  assert.deepEqual(await migrate("none"), { to: "none", migrations: names.toReversed() });
  assert.deepEqual(await migrate("newest"), { to: "newest", migrations: names });
  assert.equal((await runCommandHere(["migrate", "--to", "yesterday", "--data", store.path])).code, 2);
});

const COMMIT = "commit --user ada --task t1 --date 2026-01-31 --kind morning_brief".split(" ");

async function build(folder: string, text: string): Promise<string> {
  const dist = join(folder, text, "widget-batch", "dist");
  await mkdir(dist, { recursive: true });
  await writeFile(join(dist, "001_a.tckb"), await makeBundle(text));
  return join(folder, text);
}

/** The kinds of the warnings that a commit prints whose bundle has no number. */
async function warnings(data: string, folder: string): Promise<(string | undefined)[]> {
  const directory = await build(folder, "warned");
  await writeFile(join(directory, "widget-batch/dist/unnumbered.tckb"), await makeBundle("b"));
  const { code, stderr } = await runCommandHere([...COMMIT, directory, "--data", data]);
  assert.equal(code, 0, stderr);
  const lines = stderr.split("\n").filter((line) => line.startsWith("warning: "));
  return lines.map((line) => line.split(":")[1]);
}

// deno-lint-ignore no-explicit-any -- the assertions check the output
async function runJson(args: readonly string[]): Promise<any> {
  const { code, stdout, stderr } = await runCommandHere([...args, "--json"]);
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout);
}

async function revisionsAre(data: string, expected: readonly unknown[]): Promise<void> {
  const { revisions } = await runJson(["history", "--user", "ada", "--data", data]);
  const found = revisions.map((entry: { revision: string; replaced: string | null; current: boolean }) => [
    entry.revision,
    entry.replaced,
    entry.current,
  ]);
  assert.deepEqual(found, expected);
}
