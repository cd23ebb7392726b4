import assert from "node:assert/strict";
import { createSubmitter } from "../../../hosts/submissions/mod.ts";
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
