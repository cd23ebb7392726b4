import assert from "node:assert/strict";
import { findNode } from "../../packages/mod.ts";
import { Project } from "../session/project.ts";
import { checkDiagnosedEdits, DIAGNOSED_FILES } from "./diagnosed_edits.ts";
import { startPreviewProcess } from "./preview_process.ts";

Deno.test("on Node 24, edits are shown, and diagnostics of the build appear and disappear", async () => {
  await using project = await Project.create(DIAGNOSED_FILES);
  await using preview = await startPreviewProcess(["--cwd", project.path], { node: await findNode() });
  await checkDiagnosedEdits(project, preview.url);
  assert.equal(preview.errors(), "");
});
