import assert from "node:assert/strict";
import { join } from "node:path";
import { assertRan, INSTALL, installedVersions, openSandbox, publish, publishOld } from "./patched_kit.ts";
import type { Batch } from "./sandbox.ts";

const BATCH: Batch = { task: "t1", date: "2026-03-04", kind: "diary" };

Deno.test("a sandbox installs each patch of the kit at once with the cache elsewhere, too", async () => {
  await using sandbox = await openSandbox("@tck/kit", "@young/other");
  await publish(sandbox, "@tck/kit", "0.1.1");
  await publish(sandbox, "@young/other", "0.1.1");
  const home = await sandbox.createHome("container");
  const run = (script: string, batch: Batch) => sandbox.run(script, batch, "container", home);
  const elsewhere = `export XDG_CACHE_HOME='${join(home, "elsewhere")}'\n`;
  assertRan(await run(`${elsewhere}${INSTALL}`, BATCH));
  assert.deepEqual(await installedVersions(sandbox, BATCH), ["0.1.1", "0.1.0"]);
  await publish(sandbox, "@tck/kit", "0.1.2");
  assertRan(await run(`${elsewhere}cd widget-batch; pnpm update @tck/kit`, BATCH));
  assert.deepEqual(await installedVersions(sandbox, BATCH), ["0.1.2", "0.1.0"]);
});

Deno.test("a sandbox creates projects with the newest initializer that is old enough, or else the newest", async () => {
  await using sandbox = await openSandbox("@tck/create-widget");
  const home = await sandbox.createHome("container");
  const run = (script: string, batch: Batch) => sandbox.run(script, batch, "container", home);
  const create = async () => {
    const result = await run("pnpm create @tck/widget@^0.1.0", BATCH);
    assertRan(result);
    return /created by (\S+)/.exec(result.stdout)?.[1];
  };
  assert.equal(await create(), "0.1.0");
  await publishOld(sandbox, "@tck/create-widget", "0.1.1");
  assert.equal(await create(), "0.1.1");
});
