import assert from "node:assert/strict";
import { join } from "node:path";
import process from "node:process";
import { PreviewStartError, startPreview } from "../../../preview/server/mod.ts";
import { Project } from "../session/project.ts";

Deno.test("a preview whose packages cannot be bundled does not start, and says which folder cannot be written", async () => {
  // A file in place of the folder: access rights do not bind every user who runs the tests.
  await using project = await Project.create({ "cache": "" });
  const former = process.env["XDG_CACHE_HOME"];
  process.env["XDG_CACHE_HOME"] = join(project.path, "cache");
  try {
    await assert.rejects(startPreview({ cwd: project.path, port: 0 }), (error: Error) => {
      assert.ok(error instanceof PreviewStartError);
      assert.equal(error.code, "cache.unwritable");
      assert.match(
        error.message,
        /^Cannot write the bundled packages of the preview to .*cache\/tck\/preview\/.*: ENOTDIR: .*; make this folder writable, or set XDG_CACHE_HOME to one that is$/,
      );
      return true;
    });
  } finally {
    if (former === undefined) delete process.env["XDG_CACHE_HOME"];
    else process.env["XDG_CACHE_HOME"] = former;
  }
});
