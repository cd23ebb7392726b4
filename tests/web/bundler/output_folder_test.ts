import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { originalPositionFor, TraceMap } from "@jridgewell/trace-mapping";
import { availableParallelism } from "node:os";
import { readdir, readFile, symlink } from "node:fs/promises";
import { KIT_VERSION, parseKitLine } from "../../../core/contract/mod.ts";
import {
  createRecordKey,
  openOutputFolder,
  readBuildRecord,
  writeBuildRecord,
} from "../../../web/bundler/output/mod.ts";
import { openFolder } from "../../../terminal/files/mod.ts";
import { exchangePaths } from "../../terminal/files/exchange.ts";
import { assertNothingOpen } from "../../terminal/files/open_descriptors.ts";
import { COMPONENT, MANIFEST, ProjectFolder, SOURCE, WIDGET } from "./project_folder.ts";

Deno.test("the source map beside a bundle leads from its module to the source", async () => {
  await using project = await ProjectFolder.create({
    [SOURCE]: `${MANIFEST}\nexport default function Hello() {\n  return <p>a text to find</p>;\n}\n`,
  });
  for (const outputDirectory of ["dist", "out/bundles"]) {
    await project.build({ outputDirectory });
    const file = join(outputDirectory, "001_hello.map.json");
    const map = JSON.parse(new TextDecoder().decode(await project.read(file)));
    const { widgets: [widget] } = await project.build({ outputDirectory });
    assert.equal(widget!.status, "unchanged");
    const module = new TextDecoder().decode((await project.bundle("001_hello", outputDirectory)).module);
    assert.doesNotMatch(module, /sourceMappingURL|widgets\//);

    const lines = module.split("\n");
    const line = lines.findIndex((text) => text.includes("a text to find"));
    const column = lines[line]!.indexOf('"a text to find"');
    const original = originalPositionFor(new TraceMap(map), { line: line + 1, column });
    assert.deepEqual([original.line, original.column], [3, 12]);
    const source = join(project.path, dirname(file), original.source!);
    assert.match(await readFile(source, "utf8"), /a text to find/);
  }
  await project.build({ checkOnly: true });
  assertNothingOpen(project.path);
});

Deno.test("source maps of failed and of removed widgets go, other files stay", async () => {
  const other = SOURCE.replace("001_hello", "002_other");
  await using project = await ProjectFolder.create({
    [SOURCE]: WIDGET,
    [other]: WIDGET,
    "dist/notes.map.json": "{}",
  });
  await project.build();
  assert.equal(await project.has("dist/002_other.map.json"), true);
  await project.write(SOURCE, "const = 1;");
  await project.remove("widgets/002_other");
  await project.build();
  const files = ["001_hello.map.json", "002_other.map.json", "notes.map.json"];
  const present = await Promise.all(files.map((file) => project.has(`dist/${file}`)));
  assert.deepEqual(present, [false, false, true]);
});

Deno.test("a check writes nothing and says the same as a build", async () => {
  const files = { [SOURCE]: WIDGET, [SOURCE.replace("001_hello", "002_other")]: COMPONENT };
  await using project = await ProjectFolder.create(files);
  const checked = await project.build({ checkOnly: true });
  assert.equal(await project.has("dist"), false);
  const built = await project.build();
  assert.deepEqual(checked, built);

  await project.write(SOURCE, COMPONENT);
  const { widgets } = await project.build({ checkOnly: true });
  assert.deepEqual(widgets.map(({ status }) => status), ["failed", "failed"]);
  assert.equal(await project.has("dist/001_hello.tckb"), true);
});

Deno.test("a bundle that cannot be written fails the build, and is not recorded", async () => {
  await using project = await ProjectFolder.create({ [SOURCE]: WIDGET });
  // A folder with a file in it cannot be replaced by a file.
  await project.write("dist/001_hello.tckb/file", "");
  await assert.rejects(project.build(), { code: /^(EISDIR|ENOTEMPTY|EEXIST)$/ });
  assert.equal(await project.has("dist/.tck-build.json"), false);
  await project.remove("dist/001_hello.tckb");
  const { widgets } = await project.build();
  assert.deepEqual(widgets.map(({ status }) => status), ["built"]);
});

Deno.test("after an error that no author can correct, no further widget is begun", async () => {
  // As many as are built at the same time, and two that wait.
  const names = Array.from(
    { length: 3 * availableParallelism() + 2 },
    (_, index) => `${String(index + 1).padStart(3, "0")}_hello`,
  );
  const waiting = names.slice(-2);
  const sources = names.map((name) => [`widgets/${name}/widget.tck.tsx`, WIDGET]);
  await using project = await ProjectFolder.create(Object.fromEntries(sources));
  for (const name of names.slice(0, -2)) await project.write(`dist/${name}.tckb/file`, "");
  await assert.rejects(project.build(), { code: /^(EISDIR|ENOTEMPTY|EEXIST)$/ });
  const written = await Promise.all(waiting.map((name) => project.has(`dist/${name}.tckb`)));
  assert.deepEqual(written, [false, false]);
});

Deno.test("the second line of a module names the kit that it was built for", async () => {
  await using project = await ProjectFolder.create({ [SOURCE]: WIDGET });
  await project.build();
  const module = new TextDecoder().decode((await project.bundle("001_hello")).module);
  assert.match(module, /^\/\*! tckb css=.*\n\/\*! @tck\/kit [\d.]+ \*\/\n/);
  assert.equal(parseKitLine(module), KIT_VERSION);
});

Deno.test("the record has the widgets in the order of their names, and is not used with another key", async () => {
  await using project = await ProjectFolder.create({});
  const built = {
    inputs: { a: "digest" },
    rivals: [],
    output: "digest",
    hash: "hash",
    warnings: [],
    notes: [],
  };
  const widgets = { "002_b": built, "010_c": built, "001_a": built };
  using folder = openFolder(project.path);
  const key = (await createRecordKey("this", project.path, "dist"))!;
  await writeBuildRecord(folder, { widgets }, key);
  const record = readBuildRecord(folder, key);
  assert.deepEqual(Object.keys(record.widgets), ["001_a", "002_b", "010_c"]);
  assert.deepEqual(record, { widgets });
  const places = [["other", project.path, "dist"], ["this", "/other", "dist"], [
    "this",
    project.path,
    "other",
  ]];
  const others = await Promise.all(
    places.map(([bundler, root, output]) => createRecordKey(bundler!, root!, output!)),
  );
  for (const other of [...others, null]) assert.deepEqual(readBuildRecord(folder, other), { widgets: {} });
});

// claim: output-stays-in-folder
Deno.test("while the output folder and a link are exchanged, nothing is written or removed where the link leads", async () => {
  const kept = { "001_hello.tckb": "kept", "009_old.tckb": "kept", "009_old.map.json": "kept" };
  await using other = await ProjectFolder.create(kept);
  await using project = await ProjectFolder.create({ "dist/009_old.tckb": "old" });
  await symlink(other.path, join(project.path, "decoy"));
  using output = await openOutputFolder(join(project.path, "dist"), project.path);
  await using _ = await exchangePaths(join(project.path, "dist"), join(project.path, "decoy"));
  const bundle = {
    name: "001_hello",
    envelope: new Uint8Array(9),
    hash: "",
    map: SOURCE_MAP,
    bannerLines: 2,
    inputs: {},
  };
  const record = { widgets: {} };
  let opened = 0;
  for (let count = 0; count < 300; count++) {
    await output.write(bundle);
    await output.removeOthers(record);
    await writeBuildRecord(output.folder, record, new Uint8Array(32));
    try {
      using again = await openOutputFolder(join(project.path, "dist"), project.path);
      opened++;
      await again.write(bundle);
      await again.removeOthers(record);
    } catch (error) {
      assert.match((error as { code: string }).code, /^(output\.linked|ENOTDIR)$/);
    }
  }
  assert.ok(opened > 0);
  assert.deepEqual((await readdir(other.path)).sort(), Object.keys(kept).sort());
  for (const file of Object.keys(kept)) {
    assert.equal(new TextDecoder().decode(await other.read(file)), "kept");
  }
});

const SOURCE_MAP = JSON.stringify({ version: 3, mappings: "", sources: [], names: [] });
