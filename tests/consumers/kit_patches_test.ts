// budget: 25 s: pnpm installs from a registry of its own, which is what the claim is about
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Batch, Sandbox, type ScriptResult } from "./sandbox.ts";

const FIRST: Batch = { task: "t1", date: "2026-03-02", kind: "diary" };
const SECOND: Batch = { task: "t1", date: "2026-03-03", kind: "diary" };
const THIRD: Batch = { task: "t1", date: "2026-03-04", kind: "diary" };

/** Installs the kit in a new project. */
const INSTALL = `mkdir widget-batch; cd widget-batch
echo '{ "private": true, "dependencies": { "@tck/kit": "~0.1.0", "@young/other": "~0.1.0" } }' > package.json
pnpm install`;

// claim: sandbox-kit-patches
Deno.test("a sandbox that lives on installs each patch of the kit at once, and no other package that is as new", async (t) => {
  await using sandbox = await Sandbox.open(["@tck", "@young"]);
  const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000);
  for (const name of ["@tck/kit", "@tck/create-widget", "@young/other"]) {
    await publish(sandbox, name, "0.1.0");
    await sandbox.registry.backdate(name, "0.1.0", twoDaysAgo);
  }
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

  await t.step("with the cache elsewhere, too", async () => {
    const elsewhere = `export XDG_CACHE_HOME='${join(home, "elsewhere")}'\n`;
    assertRan(await run(`${elsewhere}${INSTALL}`, THIRD));
    await publish(sandbox, "@tck/kit", "0.1.4");
    assertRan(await run(`${elsewhere}cd widget-batch; pnpm update @tck/kit`, THIRD));
    assert.deepEqual(await installedVersions(sandbox, THIRD), ["0.1.4", "0.1.0"]);
  });

  await t.step(
    "and creates projects with the newest initializer that is old enough, or else the newest",
    async () => {
      const create = async () => {
        const result = await run("pnpm create @tck/widget@^0.1.0", FIRST);
        assertRan(result);
        return /created by (\S+)/.exec(result.stdout)?.[1];
      };
      assert.equal(await create(), "0.1.0");
      await publish(sandbox, "@tck/create-widget", "0.1.1");
      await sandbox.registry.backdate("@tck/create-widget", "0.1.1", twoDaysAgo);
      assert.equal(await create(), "0.1.1");
    },
  );

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

function assertRan({ code, stdout, stderr }: ScriptResult): void {
  assert.equal(code, 0, stdout + stderr);
}

/** Publishes a package whose program prints its version. */
async function publish(sandbox: Sandbox, name: string, version: string): Promise<void> {
  const manifest = { name, version, bin: { [name.split("/")[1]!]: "run.js" } };
  const program = `#!/usr/bin/env node\nconsole.log("created by ${version}");\n`;
  await sandbox.publish({ "package.json": JSON.stringify(manifest), "run.js": program });
}

/** The versions of the kit, and of a package that is unrelated to it. */
async function installedVersions(sandbox: Sandbox, batch: Batch): Promise<string[]> {
  const read = async (name: string) => {
    const file = join(sandbox.project(batch), "node_modules", name, "package.json");
    return JSON.parse(await readFile(file, "utf8")).version;
  };
  return [await read("@tck/kit"), await read("@young/other")];
}
