import assert from "node:assert/strict";
import { ChangeStream } from "../../../preview/server/model/changes.ts";
import { ProjectWidgets } from "../../../preview/server/model/widgets/project_widgets.ts";
import { Project } from "./project.ts";

Deno.test("a widget that is removed while it is outdated is not outdated when it comes back", async () => {
  const file = "widgets/001_hello/widget.tck.tsx";
  await using project = await Project.create({ [file]: "" });
  const widgets = new ProjectWidgets(project.path, new ChangeStream());
  assert.deepEqual(await widgets.discover(), ["001_hello"]);
  widgets.markOutdated(["001_hello"]);
  assert.deepEqual(widgets.list.map(({ isOutdated }) => isOutdated), [true]);

  await project.remove("widgets/001_hello");
  await widgets.discover();
  assert.deepEqual(widgets.list, []);
  await project.write(file, "");
  assert.deepEqual(await widgets.discover(), ["001_hello"]);
  assert.deepEqual(widgets.list.map(({ isOutdated }) => isOutdated), [false]);
});
