import assert from "node:assert/strict";
import { PreviewStartError, startPreview } from "../../../preview/server/mod.ts";
import { Project } from "../session/project.ts";

Deno.test("a preview whose packages cannot be bundled does not start, and says which folder cannot be written", async () => {
  // A file in place of the folder: access rights do not bind every user who runs the tests.
  await using project = await Project.create({ "node_modules/.vite": "" });
  await assert.rejects(startPreview({ cwd: project.path, port: 0 }), (error: Error) => {
    assert.ok(error instanceof PreviewStartError);
    assert.equal(error.code, "cache.unwritable");
    assert.match(
      error.message,
      /^Cannot write the bundled packages of the preview to .*node_modules\/\.vite.*: ENOTDIR: .*; make this folder writable$/,
    );
    return true;
  });
});
