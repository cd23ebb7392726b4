import assert from "node:assert/strict";
import { mkdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { readUserSecret } from "../../../terminal/files/mod.ts";
import { temporaryFolder } from "../../hosts/cli/command_process.ts";

/** Reads the secret that is kept in a folder. */
async function readSecretIn(cache: string, folder: string): Promise<Uint8Array | null> {
  const former = process.env["XDG_CACHE_HOME"];
  process.env["XDG_CACHE_HOME"] = cache;
  try {
    return await readUserSecret(folder);
  } finally {
    if (former === undefined) delete process.env["XDG_CACHE_HOME"];
    else process.env["XDG_CACHE_HOME"] = former;
  }
}

// claim: build-own-record
Deno.test("the secret of a user is made once, is read by no other user, and is not one that a project brings", async () => {
  await using own = await temporaryFolder();
  await using project = await temporaryFolder();
  const cache = join(own.path, "cache");
  const secrets = await Promise.all([1, 2, 3].map(() => readSecretIn(cache, project.path)));
  const kept = await readFile(join(cache, "tck/secret"));
  assert.equal(kept.length, 32);
  for (const secret of secrets) assert.deepEqual(new Uint8Array(secret!), new Uint8Array(kept));
  assert.equal((await stat(join(cache, "tck/secret"))).mode & 0o077, 0);

  await mkdir(join(project.path, "cache/tck"), { recursive: true });
  await writeFile(join(project.path, "cache/tck/secret"), new Uint8Array(32));
  assert.equal(await readSecretIn(join(project.path, "cache"), project.path), null);
  await symlink(join(project.path, "cache"), join(own.path, "link"));
  assert.equal(await readSecretIn(join(own.path, "link"), project.path), null);
  await writeFile(join(own.path, "file"), "");
  assert.equal(await readSecretIn(join(own.path, "file"), project.path), null);
});
