// budget: 15 s: pnpm installs from a registry of its own, which is what the claim is about
import assert from "node:assert/strict";
import { assertRan, INSTALL, installedVersions, openSandbox, publish } from "./patched_kit.ts";
import type { Batch } from "./sandbox.ts";

const FIRST: Batch = { task: "t1", date: "2026-03-02", kind: "diary" };
const SECOND: Batch = { task: "t1", date: "2026-03-03", kind: "diary" };

// A cache elsewhere, and the initializer, are in kit_patches_soak.ts.
// claim: sandbox-kit-patches
Deno.test("a sandbox that lives on installs each patch of the kit at once, and no other package that is as new", async (t) => {
  await using sandbox = await openSandbox("@tck/kit", "@young/other");
  const home = await sandbox.createHome("container");
  const run = (script: string, batch: Batch) => sandbox.run(script, batch, "container", home);

  await t.step("in its first batch", async () => {
    await publish(sandbox, "@tck/kit", "0.1.1");
    await publish(sandbox, "@young/other", "0.1.1");
    assertRan(await run(INSTALL, FIRST));
    assert.deepEqual(await installedVersions(sandbox, FIRST), ["0.1.1", "0.1.0"]);
  });

  await t.step("in the next batch, with what pnpm stored in the first", async () => {
    await publish(sandbox, "@tck/kit", "0.1.2");
    assertRan(await run(INSTALL, SECOND));
    assert.deepEqual(await installedVersions(sandbox, SECOND), ["0.1.2", "0.1.0"]);
  });

  await t.step("and in a project that exists, when it is updated", async () => {
    await publish(sandbox, "@tck/kit", "0.1.3");
    assertRan(await run("cd widget-batch; pnpm update @tck/kit", FIRST));
    assert.deepEqual(await installedVersions(sandbox, FIRST), ["0.1.3", "0.1.0"]);
  });

  await t.step("and passes every argument on", async () => {
    const echo = `node -e 'console.log(JSON.stringify(process.argv.slice(1)))' --`;
    const result = await run(
      `cd widget-batch; pnpm --silent exec ${echo} 'a b' '' --json "*"; pnpm --version`,
      FIRST,
    );
    assertRan(result);
    assert.deepEqual(result.stdout.trim().split("\n"), ['["a b","","--json","*"]', "10.27.0"]);
  });
});
