import assert from "node:assert/strict";
import { openPlainFolder } from "../../../preview/server/model/plain_folder.ts";
import { SnapshotFonts } from "../../../preview/server/snapshot/fonts/snapshot_fonts.ts";
import { inDeepTemporaryFolder } from "../../terminal/files/deep_temporary_folder.ts";

Deno.test("fonts and links that cannot be written leave no folder", async () => {
  const fonts = await SnapshotFonts.find(import.meta.dirname!);
  const tooLong = { code: "ENAMETOOLONG" };
  assert.deepEqual(
    await inDeepTemporaryFolder("tck-fonts-123456".length, () => assert.rejects(fonts!.open(), tooLong)),
    [],
  );
  assert.deepEqual(
    await inDeepTemporaryFolder(
      "tck-preview-123456".length,
      () => assert.rejects(openPlainFolder("/a#b"), tooLong),
    ),
    [],
  );
});
