import assert from "node:assert/strict";
import { mkdir, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { formatDiagnostic } from "../../../web/bundler/mod.ts";
import { diagnose, ProjectFolder, SOURCE, WIDGET } from "./project_folder.ts";
import { makePipe } from "../../terminal/files/make_pipe.ts";

const NO_PLACE = { line: null, column: null, lineText: null };

Deno.test("the diagnostic of a project without widgets says where to write the first", async () => {
  for (
    const files of [{}, { "widgets/shared/part.ts": "" }, { "widgets/file.txt": "" }, {
      "widgets/001_notes": "",
    }]
  ) {
    const [diagnostic, ...others] = await diagnose(files);
    assert.deepEqual(others, []);
    assert.deepEqual(diagnostic, {
      code: "project.no_widgets",
      widget: null,
      file: null,
      ...NO_PLACE,
      message: "no widget found below widgets/",
      hint: "Write the first one as widgets/001_hello/widget.tck.tsx",
    });
    assert.equal(
      formatDiagnostic(diagnostic!),
      "project: no widget found below widgets/ [project.no_widgets]\n" +
        "  Write the first one as widgets/001_hello/widget.tck.tsx",
    );
  }
});

Deno.test("a project whose widgets cannot be listed is not a project without widgets", async () => {
  await assert.rejects(diagnose({ widgets: "a file" }), { code: "ENOTDIR" });
});

Deno.test("a package.json that is a pipe, a folder or too large ends the build at once", async () => {
  await using project = await ProjectFolder.create({ [SOURCE]: WIDGET });
  const file = join(project.path, "package.json");
  const rejects = (reason: RegExp) => assert.rejects(project.build(), { message: reason });
  await mkdir(file);
  await rejects(/^Cannot build ".*": ".*package\.json" is not a file; remove it/);
  await rm(file, { recursive: true });
  if (Deno.build.os !== "windows") {
    makePipe(file);
    await rejects(/is not a file/);
    await rm(file);
  }
  await writeFile(file, "{}");
  await truncate(file, 3_000_000_000);
  await rejects(/has 3000000000 bytes, at most 1048576 are read/);
  await truncate(file, 2);
  assert.deepEqual((await project.build()).diagnostics, []);
});

for (
  const name of ["hello", "1_hello", "000_hello", "1000_hello", "001-hello", "001_Hello", "٠٠١_hello", "001_"]
) {
  Deno.test(`a folder named "${name}" is rejected when it holds a widget`, async () => {
    const [diagnostic, ...others] = await diagnose({ [`widgets/${name}/widget.tck.tsx`]: WIDGET });
    assert.deepEqual(others, []);
    assert.deepEqual({ ...diagnostic, hint: "" }, {
      code: "widget.folder_name",
      widget: name,
      file: `widgets/${name}`,
      ...NO_PLACE,
      message: `"${name}" is not named <NNN>_<slug>`,
      hint: "",
    });
    assert.match(diagnostic!.hint, /001_weather/);
  });
}

Deno.test("the second of two widgets with one number is rejected, and the first is built", async () => {
  await using project = await ProjectFolder.create({
    [SOURCE]: WIDGET,
    [SOURCE.replace("hello", "world")]: WIDGET,
  });
  const { widgets, diagnostics } = await project.build();
  assert.deepEqual(widgets.map(({ name, status }) => [name, status]), [["001_hello", "built"]]);
  assert.deepEqual(diagnostics, [{
    code: "widget.duplicate_prefix",
    widget: "001_world",
    file: "widgets/001_world",
    ...NO_PLACE,
    message: '"001_world" has the same number as "001_hello"',
    hint: "Give each widget a number of its own: the number is its place in the batch",
  }]);
});

Deno.test("a widget's folder without its source is rejected, and its number is free", async () => {
  await using project = await ProjectFolder.create({
    "widgets/001_first/widget.tsx": WIDGET,
    "widgets/002_folder/widget.tck.tsx/file": "",
    [SOURCE]: WIDGET,
  });
  const { widgets, diagnostics } = await project.build();
  assert.deepEqual(widgets.map(({ name, status }) => [name, status]), [["001_hello", "built"]]);
  assert.deepEqual(diagnostics.map(({ code, widget, file }) => [code, widget, file]), [
    ["widget.missing_source", "001_first", "widgets/001_first"],
    ["widget.missing_source", "002_folder", "widgets/002_folder"],
  ]);
});

Deno.test("one bad widget does not hide another, nor keep a good one from being built", async () => {
  await using project = await ProjectFolder.create({
    "widgets/001_syntax/widget.tck.tsx": "const = 1;",
    "widgets/002_throws/widget.tck.tsx": "throw new Error('no');",
    "widgets/003_good/widget.tck.tsx": WIDGET,
    "widgets/bad_name/widget.tck.tsx": WIDGET,
  });
  const { widgets, diagnostics } = await project.build();
  assert.deepEqual(widgets.map(({ name, status }) => [name, status]), [
    ["001_syntax", "failed"],
    ["002_throws", "failed"],
    ["003_good", "built"],
  ]);
  assert.deepEqual(diagnostics.map(({ code, widget }) => [code, widget]), [
    ["widget.folder_name", "bad_name"],
    ["source.syntax", "001_syntax"],
    ["module.failed", "002_throws"],
  ]);
});

Deno.test("a widget's folder that is a link is built, and rejected when it leads out of the project", async () => {
  await using other = await ProjectFolder.create({ "widget.tck.tsx": WIDGET });
  await using project = await ProjectFolder.create({
    "drafts/rain/widget.tck.tsx": WIDGET,
    "widgets/readme.md": "",
  });
  await symlink(join(project.path, "drafts/rain"), join(project.path, "widgets/001_rain"));
  await symlink(other.path, join(project.path, "widgets/002_snow"));
  await symlink(join(project.path, "nowhere"), join(project.path, "widgets/003_gone"));
  await symlink("004_loop", join(project.path, "widgets/004_loop"));
  await symlink("readme.md", join(project.path, "widgets/005_file"));
  const { widgets, diagnostics } = await project.build();
  assert.deepEqual(widgets.map(({ name, status }) => [name, status]), [
    ["001_rain", "built"],
    ["002_snow", "failed"],
  ]);
  assert.deepEqual(diagnostics.map(({ code, widget }) => [code, widget]), [
    ["widget.missing_source", "003_gone"],
    ["widget.missing_source", "004_loop"],
    ["import.forbidden", "002_snow"],
  ]);
});

Deno.test("a widget's folder whose name is not UTF-8 has a diagnostic, and the others are built", async () => {
  await using project = await ProjectFolder.create({ [SOURCE]: WIDGET, "bad/widget.tck.tsx": WIDGET });
  // Deno and Node have no name for it: a shell does.
  const script = 'cd "$0" && mv bad "widgets/$(printf \'002_b\\377d\')"';
  const { success } = await new Deno.Command("/bin/sh", { args: ["-c", script, project.path] }).output();
  assert.ok(success);
  const { widgets, diagnostics } = await project.build();
  assert.deepEqual(widgets.map(({ name, status }) => [name, status]), [["001_hello", "built"]]);
  assert.deepEqual(diagnostics.map(({ code, message }) => [code, message]), [
    ["widget.folder_name", 'the name "002_b\ufffdd" is not UTF-8'],
  ]);
});
