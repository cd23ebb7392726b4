import assert from "node:assert/strict";
import { chmod, stat } from "node:fs/promises";
import { openDataFolder } from "../../../hosts/cli/data_folder.ts";
import { preparedFolder, runCommand, temporaryFolder } from "./command_process.ts";

Deno.test("an existing data folder that others can open gets a warning, and keeps its mode", async () => {
  await using folder = await temporaryFolder();
  for (const [mode, warned] of [[0o700, false], [0o755, true], [0o710, true], [0o701, true]] as const) {
    await chmod(folder.path, mode);
    const lines: string[] = [];
    await openDataFolder(folder.path, { warn: (line) => void lines.push(line) });
    assert.equal(lines.length, warned ? 1 : 0, mode.toString(8));
    if (warned) assert.match(lines[0]!, new RegExp(`^warning: data folder .* has mode 0${mode.toString(8)}`));
    assert.equal((await stat(folder.path)).mode & 0o777, mode);
  }
});

Deno.test("the commands that open a data folder warn if others can open it", async () => {
  await using folder = await preparedFolder();
  await chmod(folder.path, 0o755);
  for (const args of [["token", "--user", "ada"], ["sweep"]]) {
    const { code, stderr } = await runCommand([...args, "--data", folder.path]);
    assert.equal(code, 0, stderr);
    assert.match(
      stderr,
      /^warning: data folder .* has mode 0755, so other users of this machine can open it/m,
    );
  }
});
