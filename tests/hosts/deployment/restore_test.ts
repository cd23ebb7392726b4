import assert from "node:assert/strict";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { makeBundle } from "../../core/commit/bundles.ts";
import { runProcess } from "../../runtimes/process.ts";
import { findServerWithClient, startPostgres } from "../../servers/postgres.ts";
import { nameTests } from "../../servers/programs.ts";
import { until } from "../../waiting/mod.ts";
import { runCommandHere } from "../cli/command_here.ts";
import { startCommand, temporaryFolder } from "../cli/command_process.ts";
import {
  assertConforms,
  bearerOf,
  checkServices,
  commitSamples,
  SECRET,
  urlOf,
} from "../conformance/samples.ts";

const GUIDE = fileURLToPath(new URL("../../../docs/operations.md", import.meta.url));

/** The lines of the operations guide with a name. */
async function readScript(name: string): Promise<string> {
  const guide = await readFile(GUIDE, "utf8");
  const script = new RegExp(`^\`\`\`sh ${name}\n(.*?)^\`\`\`$`, "ms").exec(guide)?.[1];
  assert.ok(script, `the guide has no lines for ${name}`);
  return script;
}

async function commitOne(user: string, environment: { DATA: string; [name: string]: string }): Promise<void> {
  await using work = await temporaryFolder();
  const dist = join(work.path, "widget-batch", "dist");
  await mkdir(dist, { recursive: true });
  await writeFile(join(dist, "001_a.tckb"), await makeBundle(user));
  const target = ["--user", user, "--task", "t1", "--date", "2026-01-31", "--kind", "diary"];
  const commit = await runCommandHere(
    ["commit", ...target, "--data", environment.DATA, work.path],
    environment,
  );
  assert.equal(commit.code, 0, commit.stderr);
}

const programs = await findServerWithClient();
const nameTest = nameTests(
  programs === null ? "a server beside pg_dump and psql (Debian: apt-get install postgresql)" : null,
);
const RESTORES =
  "the guide's lines restore a backup that was made while the service ran: it is clean, and the feed serves";

// claim: erasure-outlives-restore
Deno.test(nameTest(RESTORES), async (t) => {
  await using folder = await temporaryFolder();
  await using postgres = await startPostgres({ programs: programs!, fsync: false });
  const backup = join(folder.path, "backup");
  await mkdir(backup);
  const erasures = `file://${join(folder.path, "erasures")}`;
  const site = async (name: string) => ({
    TCK_ERASURES_URL: erasures,
    DATA: join(folder.path, name),
    TCK_DATABASE_URL: await postgres.createDatabase(),
    TCK_AUTH_SECRET: SECRET,
    TCK_APP_URL: "http://127.0.0.1",
  });
  const [old, restored] = [await site("old"), await site("restored")];
  const commit = () => commitSamples((args) => runCommandHere(args, old), ["--data", old.DATA]);
  const PATH = [programs, process.env["PATH"]].join(delimiter);
  const run = async (script: string, settings: Record<string, string>) => {
    const env = { ...settings, PATH };
    const { success, stderr } = await runProcess("sh", ["-euc", script], { cwd: dirname(backup), env });
    assert.ok(success, `${script}\n${stderr}`);
  };
  const sweep = (environment: typeof old) =>
    runCommandHere(["sweep", "--dry-run", "--json", "--data", environment.DATA], environment);

  await t.step("dump, copy and restore", async () => {
    await commit();
    for (const user of ["bob", "eve"]) await commitOne(user, old);
    const [dump, copy, ...others] = (await readScript("backup")).trim().split("\n");
    assert.deepEqual(others, []);
    await run(dump!, old);
    await commit(); // Between the two: the backup is of the database's time.
    await run(copy!, old);
    const erased = await runCommandHere(["user", "erase", "--user", "bob", "--data", old.DATA], old);
    assert.equal(erased.code, 0, erased.stderr);
    await rm(old.DATA, { recursive: true });
    await run(await readScript("restore"), restored);
  });

  await t.step("every row has its object, and the services conform", async () => {
    const swept = await sweep(restored);
    assert.deepEqual([swept.code, JSON.parse(swept.stdout).missing], [0, []], swept.stderr);
    await using server = startCommand(
      ["serve", "--port", "0", "--data", restored.DATA, "--json"],
      restored,
    );
    await assertConforms({ url: await urlOf(server), internalUrl: null });
    const listed = async (user: string) =>
      (await fetch(`${await urlOf(server)}/v2/daily-pages`, {
        headers: { Authorization: `Bearer ${await bearerOf(user)}` },
      }).then((response) => response.json())).batches.length;
    assert.deepEqual([await listed("bob"), await listed("eve")], [0, 1], "an erasure outlives the restore");
    await until("the objects of the erased user are gone", async () => {
      const folders = await readdir(join(restored.DATA, "objects", "widgets"));
      return folders.toSorted().join() === "ada,eve";
    });
    const { stdout } = await runCommandHere(
      ["history", "--user", "ada", "--json", "--data", restored.DATA],
      restored,
    );
    assert.equal(JSON.parse(stdout).revisions.length, 3, "the revisions of the time of the dump");
  });

  await t.step("a copy without an object is found", async () => {
    const objects = join(restored.DATA, "objects");
    const [key] = (await readdir(objects, { recursive: true })).filter((name) => name.endsWith(".tckb"));
    await rm(join(objects, key!));
    const swept = await sweep(restored);
    assert.equal(swept.code, 1);
    assert.equal(JSON.parse(swept.stdout).missing.length > 0, true);
    await using server = startCommand(
      ["serve", "--port", "0", "--data", restored.DATA, "--json"],
      restored,
    );
    const results = await checkServices({ url: await urlOf(server), internalUrl: null });
    assert.ok(results.some(({ outcome }) => outcome === "failed"));
  });
});
