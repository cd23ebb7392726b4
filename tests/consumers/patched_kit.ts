import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Batch, Sandbox, type ScriptResult } from "./sandbox.ts";

/** Installs the kit in a new project. */
export const INSTALL = `mkdir widget-batch; cd widget-batch
echo '{ "private": true, "dependencies": { "@tck/kit": "~0.1.0", "@young/other": "~0.1.0" } }' > package.json
pnpm install`;

/** When a version was published that is old enough. */
const TWO_DAYS_AGO = new Date(Date.now() - 2 * 86_400_000);

/** Opens a sandbox whose registry has a first version of some packages, which is old enough. */
export async function openSandbox(...names: readonly string[]): Promise<Sandbox> {
  const sandbox = await Sandbox.open(["@tck", "@young"]);
  for (const name of names) await publishOld(sandbox, name, "0.1.0");
  return sandbox;
}

/** Publishes a version two days ago. */
export async function publishOld(sandbox: Sandbox, name: string, version: string): Promise<void> {
  await publish(sandbox, name, version);
  await sandbox.registry.backdate(name, version, TWO_DAYS_AGO);
}

/** Asserts that a script succeeded. */
export function assertRan({ code, stdout, stderr }: ScriptResult): void {
  assert.equal(code, 0, stdout + stderr);
}

/** Publishes a package whose program prints its version. */
export async function publish(sandbox: Sandbox, name: string, version: string): Promise<void> {
  const manifest = { name, version, bin: { [name.split("/")[1]!]: "run.js" } };
  const program = `#!/usr/bin/env node\nconsole.log("created by ${version}");\n`;
  await sandbox.publish({ "package.json": JSON.stringify(manifest), "run.js": program });
}

/** The versions of the kit, and of a package that is unrelated to it. */
export async function installedVersions(sandbox: Sandbox, batch: Batch): Promise<string[]> {
  const read = async (name: string) => {
    const file = join(sandbox.project(batch), "node_modules", name, "package.json");
    return JSON.parse(await readFile(file, "utf8")).version;
  };
  return [await read("@tck/kit"), await read("@young/other")];
}
