// budget: 20 s: a preview in a browser and a snapshot, of a folder with an odd name
import assert from "node:assert/strict";
import { join } from "node:path";
import { startPreview } from "../../../preview/server/mod.ts";
import { openChromium } from "../../browser/chromium.ts";
import { Project } from "../session/project.ts";
import { runSnapshotHere } from "../snapshot/command_here.ts";
import { checkFolder, createProjectIn, ODD } from "./odd_folders.ts";

Deno.test("a preview in a folder whose name has a backslash says so, which would end its bundler", async () => {
  await using project = await Project.create({
    "a\\b/widgets/001_hello/widget.tck.tsx": "",
    "a\\b/package.json": "{}",
  });
  const cwd = join(project.path, "a\\b");
  await assert.rejects(startPreview({ cwd, port: 0 }), {
    code: "folder.unusable",
    message: `Cannot preview project ${JSON.stringify(cwd)}: its path has a backslash; rename the folder`,
  });
});

// Each character alone, and Firefox, are in odd_folders_soak.ts.
Deno.test("a project is shown and edited in a folder whose name has characters of addresses", async () => {
  await using browser = await openChromium();
  await checkFolder(await browser.newPage(), ODD);
});

Deno.test("a snapshot is taken of a project in a folder whose name has characters of addresses", async () => {
  const { project, cwd } = await createProjectIn(ODD);
  await using _ = project;
  const { code, stdout, stderr } = await runSnapshotHere(["--cwd", cwd, "--theme", "light", "--json"]);
  assert.equal(code, 0, stderr);
  const { renderings, diagnostics } = JSON.parse(stdout);
  assert.deepEqual([diagnostics, renderings.length > 0], [[], true]);
});
