import assert from "node:assert/strict";
import { mkdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { readUserSecret } from "../../../terminal/files/mod.ts";
import { temporaryFolder } from "../../hosts/cli/command_process.ts";

/** Reads the secret that is kept in a folder. */
async function readSecretIn(
  cache: string,
  folder: string,
  onReplaced?: (message: string) => void,
): Promise<Uint8Array | null> {
  const former = process.env["XDG_CACHE_HOME"];
  process.env["XDG_CACHE_HOME"] = cache;
  try {
    return await readUserSecret(folder, onReplaced);
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

Deno.test("what is in place of a user's secret and cannot be one is replaced once, which is said", async () => {
  await using own = await temporaryFolder();
  await using project = await temporaryFolder();
  const path = join(own.path, "tck/secret");
  await mkdir(join(own.path, "tck"));
  const damages: { readonly [how: string]: () => Promise<unknown> } = {
    "an empty file": () => writeFile(path, ""),
    "another length": () => writeFile(path, new Uint8Array(33)),
    "a link to nothing": () => rm(path, { force: true }).then(() => symlink(join(own.path, "nothing"), path)),
  };
  for (const [how, damage] of Object.entries(damages)) {
    await damage();
    const messages: string[] = [];
    const first = await readSecretIn(own.path, project.path, (message) => messages.push(message));
    assert.equal(first?.length, 32, how);
    assert.equal(messages.length, 1, how);
    assert.match(messages[0]!, /^The secret ".*secret" was damaged and has been replaced/);
    const second = await readSecretIn(own.path, project.path, (message) => messages.push(message));
    assert.deepEqual([new Uint8Array(second!), messages.length], [new Uint8Array(first!), 1], how);
    assert.equal((await stat(path)).mode & 0o077, 0);
  }
});
