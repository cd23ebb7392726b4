import assert from "node:assert/strict";
import { startPreview } from "../../../preview/server/mod.ts";
import { Project } from "../session/project.ts";
import { PART, testEarlyEdits } from "./early_edits.ts";
import { FILES, saveSlowly, saveTwice } from "./edited_widget.ts";
import { openStage } from "./stage_page.ts";

Deno.test("edits are shown whatever time an editor takes between its writes", async () => {
  await using project = await Project.create(FILES);
  const preview = await startPreview({ cwd: project.path, port: 0 });
  await using _ = { [Symbol.asyncDispose]: preview.close };
  await using stage = await openStage(preview.url, "?widget=001_counter");
  const button = stage.page.locator("article[data-widget-id] button");
  await button.click();
  await button.click();
  for (let wait = 0; wait < 60; wait += 2) await saveSlowly(project, button, wait);
  for (let wait = 0; wait < 60; wait += 6) await saveTwice(project, button, wait);
  assert.equal(stage.loads(), 1);
});

testEarlyEdits(PART);
