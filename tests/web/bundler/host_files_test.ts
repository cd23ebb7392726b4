import assert from "node:assert/strict";
import { hostFiles } from "../../../web/bundler/host/host_files.ts";
import { assertNothingOpen } from "../../terminal/files/open_descriptors.ts";
import { ProjectFolder } from "./project_folder.ts";

Deno.test("a folder below which a file was read, or is missing, is closed", async () => {
  await using project = await ProjectFolder.create({ "parts/a.txt": "a" });
  assert.equal(new TextDecoder().decode(await hostFiles.readBelow(project.path, "parts/a.txt")), "a");
  await assert.rejects(async () => await hostFiles.readBelow(project.path, "parts/b.txt"));
  assertNothingOpen(project.path);
});
