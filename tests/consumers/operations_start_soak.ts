import assert from "node:assert/strict";
import { mkdir, readFile, realpath, stat, symlink } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { temporaryFolder } from "../hosts/cli/command_process.ts";
import { findNode } from "../packages/mod.ts";
import { findFreePort } from "../servers/free_port.ts";
import { readBlocks, runBlocks } from "./guide_blocks.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

Deno.test("the commands with which operations begin start a service, commit to it, and it conforms", async () => {
  await using folder = await temporaryFolder();
  const home = await realpath(folder.path);
  const bin = join(home, "bin");
  await mkdir(bin);
  await symlink(await findNode(), join(bin, "node"));
  const tck = join(home, "tck");
  const guide = await readFile(join(ROOT, "docs/operations.md"), "utf8");
  const section = guide.split("\n## Start\n")[1]!.split("\n## ")[0]!;
  const blocks = readBlocks(section, { "8787": await findFreePort() });
  await using servers = await runBlocks(blocks, {
    folders: { clone: ROOT, tck },
    files: tck,
    env: {
      PATH: [bin, dirname(process.execPath), process.env["PATH"]].join(delimiter),
      HOME: home,
      DENO_DIR: process.env["DENO_DIR"] ?? join(process.env["HOME"]!, ".cache/deno"),
      npm_config_cache: process.env["npm_config_cache"] ?? join(process.env["HOME"]!, ".npm"),
    },
  });
  assert.equal(servers.started.length, 1);
  for (const [file, mode] of [["data", 0o700], ["tck.env", 0o600]] as const) {
    assert.equal((await stat(join(tck, file))).mode & 0o777, mode, file);
  }
});
