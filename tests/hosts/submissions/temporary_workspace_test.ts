import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSubmitter, removeLeftWorkspaces } from "../../../hosts/submissions/mod.ts";
import { inDeepTemporaryFolder } from "../../terminal/files/deep_temporary_folder.ts";

Deno.test("a workspace that cannot be created leaves no folder", async () => {
  const log = () => {};
  const submit = createSubmitter({ log } as unknown as Parameters<typeof createSubmitter>[0]);
  const left = await inDeepTemporaryFolder("tck-batch-123456".length, async () => {
    const batch = {
      target: { userId: "u", localDate: "2026-03-04", kind: "morning_brief", taskId: "t" },
      key: "k",
      strict: false,
      body: new ReadableStream<Uint8Array>(),
      actor: "writer:a",
      signal: new AbortController().signal,
    } as const;
    await assert.rejects(submit(batch), { code: "ENAMETOOLONG" });
  });
  assert.deepEqual(left, []);
});

// claim: batch-stays-in-its-folder
Deno.test("what a killed process has left is removed after an hour, and nothing else", async () => {
  const folder = await mkdtemp(join(tmpdir(), "tck-left-"));
  const before = Deno.env.get("TMPDIR");
  Deno.env.set("TMPDIR", folder);
  try {
    const now = Date.now();
    const old = new Date(now - 3_700_000);
    for (const name of ["tck-batch-old", "tck-batch-new", "tck-other-old"]) {
      await mkdir(join(folder, name, "widget-batch", "dist"), { recursive: true });
      await writeFile(join(folder, name, "widget-batch", "dist", "001_a.tckb"), "bundle");
    }
    await symlink(join(folder, "tck-other-old"), join(folder, "tck-batch-link"));
    for (const name of ["tck-batch-old", "tck-other-old"]) await utimes(join(folder, name), old, old);
    await removeLeftWorkspaces(now);
    assert.deepEqual((await readdir(folder)).sort(), ["tck-batch-link", "tck-batch-new", "tck-other-old"]);
    assert.deepEqual(await readdir(join(folder, "tck-other-old", "widget-batch", "dist")), ["001_a.tckb"]);
  } finally {
    if (before === undefined) Deno.env.delete("TMPDIR");
    else Deno.env.set("TMPDIR", before);
    await rm(folder, { recursive: true });
  }
});
