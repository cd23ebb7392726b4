import assert from "node:assert/strict";
import { ChangeStream } from "../../../preview/server/model/changes.ts";
import { ProjectWidgets } from "../../../preview/server/model/widgets/project_widgets.ts";
import { parseManifest } from "../../../core/manifest/mod.ts";
import { Project } from "./project.ts";

const MANIFEST = parseManifest({ id: "hello", cardType: "feed", sizes: ["2x2"] });

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

Deno.test("a widget that comes back has nothing of its last check", async () => {
  const file = "widgets/001_hello/widget.tck.tsx";
  await using project = await Project.create({ [file]: "" });
  const widgets = new ProjectWidgets(project.path, new ChangeStream());
  await widgets.discover();
  widgets.setCheck("001_hello", { diagnostics: [], manifest: MANIFEST, bundle: null }, false);
  assert.deepEqual(widgets.list.map(({ diagnostics }) => diagnostics), [[]]);
  assert.notEqual(widgets.list[0]!.summary, null);
  await project.remove("widgets/001_hello");
  await widgets.discover();
  await project.write(file, "");
  assert.deepEqual(await widgets.discover(), ["001_hello"], "it has not been checked");
  assert.deepEqual(widgets.list.map(({ diagnostics, summary }) => [diagnostics, summary]), [[null, null]]);
});

Deno.test("a widget is outdated from an edit on, until a check that no other edit has overtaken", async () => {
  await using project = await Project.create({ "widgets/001_hello/widget.tck.tsx": "" });
  const widgets = new ProjectWidgets(project.path, new ChangeStream());
  await widgets.discover();
  const isOutdated = () => widgets.list[0]!.isOutdated;
  for (let edit = 1; edit <= 2; edit++) {
    widgets.markOutdated(["001_hello"]);
    widgets.setCheck("001_hello", { diagnostics: [], manifest: MANIFEST, bundle: null }, true);
    assert.equal(isOutdated(), true);
    widgets.setCheck("001_hello", { diagnostics: [], manifest: MANIFEST, bundle: null }, false);
    assert.equal(isOutdated(), false);
  }
});

Deno.test("type errors of former sources are outdated until the next check of types, whether it finds the same or none", async () => {
  await using project = await Project.create({ "widgets/001_hello/widget.tck.tsx": "" });
  const widgets = new ProjectWidgets(project.path, new ChangeStream());
  await widgets.discover();
  const checked = { diagnostics: [], manifest: MANIFEST, bundle: null };
  const error = {
    code: "types.error",
    severity: "error",
    widget: "001_hello",
    file: "widgets/001_hello/widget.tck.tsx",
    line: 1,
    column: 1,
    lineText: "",
    message: "wrong",
    hint: "",
  } as const;
  widgets.setCheck("001_hello", checked, false);
  widgets.setTypes([error], null);
  for (const found of [[error], []]) {
    widgets.markOutdated(["001_hello"]);
    widgets.setCheck("001_hello", checked, false);
    assert.equal(widgets.list[0]!.isOutdated, true, "the types are not checked again yet");
    widgets.setTypes(found, null);
    assert.equal(widgets.list[0]!.isOutdated, false);
  }
});

Deno.test("while a widget has errors, what the list says of it is that of its last valid version", async () => {
  await using project = await Project.create({
    "widgets/001_hello/widget.tck.tsx": "",
    "widgets/002_other/widget.tck.tsx": "",
  });
  const widgets = new ProjectWidgets(project.path, new ChangeStream());
  await widgets.discover();
  const check = (title: string | null) => {
    const manifest = title === null ? null : parseManifest({ ...MANIFEST, title });
    widgets.setCheck("001_hello", { diagnostics: [], manifest, bundle: null }, false);
    widgets.setCheck("002_other", { diagnostics: [], manifest: null, bundle: null }, false);
    assert.equal(widgets.list[1]!.summary, null, "the other one has never been valid");
    return widgets.list[0]!.summary?.title;
  };
  assert.deepEqual([check("first"), check(null), check(null)], ["first", "first", "first"]);
  assert.deepEqual([check("second"), check(null)], ["second", "second"]);
});
