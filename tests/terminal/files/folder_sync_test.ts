import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { renameSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { syncFolder } from "../../../terminal/files/mod.ts";
import { assertNothingOpen } from "./open_descriptors.ts";

Deno.test("calls during a sync share one further sync, which begins after it", async () => {
  const parent = await mkdtemp(join(tmpdir(), "tck-sync-"));
  const folder = join(parent, "folder");
  await mkdir(folder);
  try {
    const first = syncFolder(folder);
    // Only a sync that begins later notices that the folder is gone.
    renameSync(folder, join(parent, "moved"));
    const [second, third] = [syncFolder(folder), syncFolder(folder)];
    assert.equal(second, third);
    await first;
    await assert.rejects(second, { code: "ENOENT" });
    await mkdir(folder);
    await syncFolder(folder);
    await rm(folder, { recursive: true });
    await assert.rejects(syncFolder(folder), { code: "ENOENT" });
    assertNothingOpen(parent);
  } finally {
    await rm(parent, { recursive: true });
  }
});
