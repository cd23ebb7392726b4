import assert from "node:assert/strict";
import { chmod, chown, readdir, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { loadAuthSecret } from "../../../hosts/application/application_settings.ts";
import { checkDataFolder, loadFolderSecret, openDataFolder } from "../../../hosts/application/data_folder.ts";
import { runCommandHere } from "../cli/command_here.ts";
import { preparedFolder, temporaryFolder } from "../cli/command_process.ts";

// claim: data-folder-closed
Deno.test("an existing data folder that others can open gets a warning, and keeps its mode", async () => {
  await using folder = await temporaryFolder();
  for (const [mode, warned] of [[0o700, false], [0o755, true], [0o710, true], [0o701, true]] as const) {
    await chmod(folder.path, mode);
    const lines = await warningsOf(folder.path);
    assert.equal(lines.length, warned ? 1 : 0, mode.toString(8));
    if (warned) assert.match(lines[0]!, new RegExp(`^warning: data folder .* has mode 0${mode.toString(8)}`));
    assert.equal((await stat(folder.path)).mode & 0o777, mode);
  }
});

// claim: secret-file-closed
Deno.test("a secret that others can read gets a warning, also in a closed folder, and keeps its mode", async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, "auth-secret");
  await writeFile(path, "s".repeat(32));
  await chmod(folder.path, 0o700);
  for (const [mode, warned] of [[0o600, false], [0o644, true], [0o640, true], [0o602, true]] as const) {
    await chmod(path, mode);
    const lines = await warningsOf(folder.path);
    assert.equal(lines.length, warned ? 1 : 0, mode.toString(8));
    if (warned) {
      assert.match(lines[0]!, new RegExp(`^warning: secret ".*auth-secret" has mode 0${mode.toString(8)}`));
    }
    assert.equal((await stat(path)).mode & 0o777, mode);
  }
});

// claim: secret-file-closed
Deno.test("a secret of another user gets a warning", async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, "auth-secret");
  await chmod(folder.path, 0o700);
  if (process.geteuid?.() === 0) {
    await writeFile(path, "s".repeat(32), { mode: 0o600 });
    await chown(path, 12_345, 12_345);
  } else {
    await symlink("/etc/passwd", path); // A file of root.
  }
  const lines = await warningsOf(folder.path);
  assert.match(lines.at(-1)!, /^warning: secret ".*auth-secret" belongs to another user/);
});

async function warningsOf(path: string): Promise<string[]> {
  const lines: string[] = [];
  await openDataFolder(path, { warn: (line) => void lines.push(line) });
  return lines;
}

// claim: data-folder-closed
Deno.test("a new data folder and its secret can be read only by their owner, and two commands share the secret", async () => {
  await using folder = await temporaryFolder();
  const data = join(folder.path, "data");
  const [one, other] = await Promise.all([loadFolderSecret(data), loadFolderSecret(data)]);
  assert.deepEqual(one, other);
  assert.deepEqual(await readdir(data), ["auth-secret"]);
  const modes = [data, join(data, "auth-secret")].map(async (path) => (await stat(path)).mode & 0o777);
  assert.deepEqual(await Promise.all(modes), [0o700, 0o600]);
});

Deno.test("the commands that open a data folder warn if others can open it", async () => {
  await using folder = await preparedFolder();
  await chmod(folder.path, 0o755);
  for (const args of [["token", "--user", "ada"], ["sweep"]]) {
    const { code, stderr } = await runCommandHere([...args, "--data", folder.path]);
    assert.equal(code, 0, stderr);
    assert.match(
      stderr,
      /^warning: data folder .* has mode 0755, so other users of this machine can open it/m,
    );
  }
});

Deno.test("a check of a data folder leaves nothing in it, nor where it would be", async () => {
  await using folder = await temporaryFolder();
  await checkDataFolder(folder.path);
  await checkDataFolder(join(folder.path, "data/inner"));
  assert.deepEqual(await readdir(folder.path), []);
});

Deno.test("a secret that was truncated is rejected", async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, "auth-secret");
  await writeFile(path, "s".repeat(32));
  assert.equal((await loadFolderSecret(folder.path)).byteLength, 32);
  await writeFile(path, "s".repeat(31));
  await assert.rejects(() => loadFolderSecret(folder.path), /auth-secret": it is truncated/);
  await assert.rejects(() => loadAuthSecret({ authSecret: undefined }, undefined), /set TCK_AUTH_SECRET$/);
});

Deno.test("a data folder that cannot be one is an error with its path", async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, "file");
  await writeFile(path, "");
  for (const dataDir of [path, join(path, "below")]) {
    for (const args of [["token", "--user", "ada"], ["sweep"]]) {
      const { code, stderr } = await runCommandHere([...args, "--data", dataDir]);
      const reason = "it is, or is below, a file; choose another with --data";
      assert.deepEqual([code, stderr], [1, `error: Cannot use "${dataDir}" as the data folder: ${reason}\n`]);
    }
  }
});
