import assert from "node:assert/strict";
import { chmod, copyFile, mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import process from "node:process";
import { temporaryFolder } from "../hosts/cli/command_process.ts";
import { findNode, installRegistryPrograms } from "../packages/mod.ts";
import { runProcess } from "../runtimes/process.ts";
import { openNpmPackages } from "./npm_packages.ts";

const GUIDE = new URL("../../docs/authoring.md", import.meta.url);

/** The commands that the guide has under a heading. */
async function readCommands(heading: string): Promise<string> {
  const section = (await readFile(GUIDE, "utf8")).split(`\n## ${heading}\n`)[1] ?? "";
  return /```sh\n([^]*?)```/.exec(section)![1]!;
}

Deno.test("a project is made of packed packages that are not published, by the guide's commands", async () => {
  await using folder = await temporaryFolder();
  await using packed = await openNpmPackages();
  await using programs = await installRegistryPrograms();
  const [packages, bin] = [join(folder.path, "packages"), join(folder.path, "bin")];
  for (const path of [packages, bin]) await mkdir(path);
  for (const { file } of packed.packages) await copyFile(file, join(packages, basename(file)));
  await symlink(await findNode(), join(bin, "node"));
  await writeFile(join(bin, "pnpm"), `#!/bin/sh\nexec node '${programs.pnpm}' "$@"\n`);
  await chmod(join(bin, "pnpm"), 0o755);

  const commands = await readCommands("Before the packages are published");
  const { success, stdout, stderr } = await runProcess("/bin/sh", ["-euc", commands], {
    cwd: folder.path,
    env: { PATH: `${bin}:${process.env["PATH"]}`, CI: "true" },
  });
  assert.ok(success, stdout + stderr);
  assert.match(stdout, /^valid {5}001_steps [\w-]{64}$/m);
  const installed = await readdir(join(folder.path, "widget-batch/node_modules/@tck"));
  assert.deepEqual(installed.toSorted(), ["kit", "preview"]);
});
