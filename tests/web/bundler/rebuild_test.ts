import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { symlink } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { KIT_VERSION } from "../../../core/contract/mod.ts";
import { readEntry, readTckb } from "../../../core/tckb/mod.ts";
import { openFolder } from "../../../terminal/files/mod.ts";
import { buildProject, denoIsolation, type Isolation } from "../../../web/bundler/mod.ts";
import { writeBuildRecord } from "../../../web/bundler/output/mod.ts";
import { COMPONENT, MANIFEST, ProjectFolder, SOURCE, WIDGET } from "./project_folder.ts";
import { makePipe } from "../../terminal/files/make_pipe.ts";

const OTHER = SOURCE.replace("001_hello", "002_other");
const TWO_WIDGETS = { [SOURCE]: WIDGET, [OTHER]: WIDGET };
const RECORD = "dist/.tck-build.json";

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

async function buildStatuses(project: ProjectFolder): Promise<string[]> {
  return (await project.build()).widgets.map(({ status }) => status);
}

Deno.test("a second build changes nothing and reports every widget as unchanged", async () => {
  await using project = await ProjectFolder.create(TWO_WIDGETS);
  const first = await project.build();
  const writtenAt = await project.modifiedAt("dist/001_hello.tckb");
  const second = await project.build();
  assert.deepEqual(second.widgets.map(({ status }) => status), ["unchanged", "unchanged"]);
  assert.deepEqual(second.widgets.map(({ hash }) => hash), first.widgets.map(({ hash }) => hash));
  assert.equal(await project.modifiedAt("dist/001_hello.tckb"), writtenAt);
});

Deno.test("a bundle that is built for a time has it in build.json, and another time builds it again", async () => {
  await using project = await ProjectFolder.create({ [SOURCE]: WIDGET });
  await project.build();
  const read = () => project.read("dist/001_hello.tckb");
  const plain = await read();
  assert.equal(await readEntry(plain, "build.json"), null);
  const builds: Uint8Array[] = [];
  for (const builtAt of ["2026-01-02T03:04:05.000Z", "2027-01-02T03:04:05.000Z"]) {
    assert.deepEqual((await project.build({ builtAt })).widgets.map(({ status }) => status), ["built"]);
    assert.deepEqual((await project.build({ builtAt })).widgets.map(({ status }) => status), ["unchanged"]);
    builds.push(await read());
    assert.deepEqual(JSON.parse(new TextDecoder().decode((await readEntry(builds.at(-1)!, "build.json"))!)), {
      bundler: { name: "tck", version: KIT_VERSION },
      builtAt,
    });
  }
  assert.equal((await readTckb(builds[0]!)).hash, (await readTckb(plain)).hash);
  await project.build();
  assert.deepEqual(await read(), plain);
});

Deno.test("a file written again with the same bytes is not a change", async () => {
  await using project = await ProjectFolder.create(TWO_WIDGETS);
  await project.build();
  await project.write(SOURCE, WIDGET);
  assert.deepEqual(await buildStatuses(project), ["unchanged", "unchanged"]);
});

const INPUTS: { readonly [what: string]: string } = {
  "its source": SOURCE,
  "a module that it imports": "widgets/001_hello/part.ts",
  "its stylesheet": "widgets/001_hello/widget.css",
  "an image that it imports": "widgets/001_hello/sun.svg",
  "an image in its stylesheet": "widgets/001_hello/moon.svg",
  "a package that it imports": "node_modules/part/index.js",
};

Deno.test("a widget is built again when a file of it changes, and the others are not", async (t) => {
  const source = `import "./widget.css"; import { part } from "./part.ts"; import { installed } from "part";
    import sun from "./sun.svg"; ${MANIFEST}
    export default function Hello() { return <p>{part}{installed}<img src={sun} /></p>; }`;
  const files: { [file: string]: string } = {
    [SOURCE]: source,
    [OTHER]: WIDGET,
    "widgets/001_hello/part.ts": "export const part = 1;",
    "widgets/001_hello/widget.css": "p { background: url(./moon.svg) }",
    "widgets/001_hello/sun.svg": "<svg><!--sun--></svg>",
    "widgets/001_hello/moon.svg": "<svg><!--moon--></svg>",
    "node_modules/part/index.js": "export const installed = 1;",
  };
  await using project = await ProjectFolder.create(files);
  await project.build();
  const bytes = await project.read("dist/001_hello.tckb");
  const otherBytes = await project.read("dist/002_other.tckb");
  for (const [what, file] of Object.entries(INPUTS)) {
    await t.step(what, async () => {
      await project.write(
        file,
        files[file]!.replace(/sun--|moon--|= 1;|p \{|<p>/, (found) => `${found} `),
      );
      assert.deepEqual(await buildStatuses(project), ["built", "unchanged"]);
    });
  }
  await t.step("and has the same bytes when all of them are as before", async () => {
    for (const file of Object.values(INPUTS)) await project.write(file, files[file]!);
    assert.deepEqual(await buildStatuses(project), ["built", "unchanged"]);
    assert.deepEqual(await project.read("dist/001_hello.tckb"), bytes);
    assert.deepEqual(await project.read("dist/002_other.tckb"), otherBytes);
  });
});

Deno.test("a widget is built again when a new file takes the place of one that it imports", async () => {
  const source = `import { part } from "./part"; ${MANIFEST}
    export default function Hello() { return <p>{part}</p>; }`;
  await using project = await ProjectFolder.create({
    [SOURCE]: source,
    "widgets/001_hello/part/index.ts": "export const part = 'the folder';",
  });
  await project.build();
  // An import without an ending means the file rather than the folder.
  await project.write("widgets/001_hello/part.ts", "export const part = 'the file';");
  assert.deepEqual(await buildStatuses(project), ["built"]);
  const { module } = await project.bundle("001_hello");
  assert.match(new TextDecoder().decode(module), /the file/);
});

Deno.test("a bundle that is gone or changed is built again, with the same bytes", async () => {
  await using project = await ProjectFolder.create(TWO_WIDGETS);
  await project.build();
  const bytes = await project.read("dist/001_hello.tckb");
  await project.remove("dist/001_hello.tckb");
  assert.deepEqual(await buildStatuses(project), ["built", "unchanged"]);
  assert.deepEqual(await project.read("dist/001_hello.tckb"), bytes);
  await project.write("dist/001_hello.tckb", bytes.slice(1));
  assert.deepEqual(await buildStatuses(project), ["built", "unchanged"]);
  assert.deepEqual(await project.read("dist/001_hello.tckb"), bytes);
});

Deno.test("a widget whose source map is gone is built again", async () => {
  await using project = await ProjectFolder.create(TWO_WIDGETS);
  await project.build();
  await project.remove("dist/001_hello.map.json");
  assert.deepEqual(await buildStatuses(project), ["built", "unchanged"]);
  assert.equal(await project.has("dist/001_hello.map.json"), true);
});

const DAMAGES: { readonly [what: string]: (record: string) => string } = {
  "empty": () => "",
  "without a signature": (record) => record.slice(record.indexOf("\n") + 1),
  "with another signature": (record) => record.replace(/^./, (digit) => digit === "0" ? "1" : "0"),
  "with an input more": (record) => record.replace(/"inputs": \{/, `"inputs": {"../../../dev/null": "",`),
};

// claim: build-own-record
Deno.test("a build record that is not one is ignored", async (t) => {
  await using project = await ProjectFolder.create(TWO_WIDGETS);
  await project.build();
  for (const [what, change] of Object.entries(DAMAGES)) {
    await t.step(what, async () => {
      const record = new TextDecoder().decode(await project.read(RECORD));
      const changed = change(record);
      assert.notEqual(changed, record);
      await project.write(RECORD, changed);
      assert.deepEqual(await buildStatuses(project), ["built", "built"]);
      assert.deepEqual(await buildStatuses(project), ["unchanged", "unchanged"]);
    });
  }
});

// claim: build-own-record
Deno.test("a bundle of another source, with a record that says it is of this one, is built again", async () => {
  const theirs = WIDGET.replace("hello</p>", "theirs</p>");
  await using project = await ProjectFolder.create({ [SOURCE]: theirs });
  await project.build();
  await project.write(SOURCE, WIDGET);
  const record = new TextDecoder().decode(await project.read(RECORD)).replace(/^.*\n/, "");
  const forged = JSON.parse(record.replaceAll(sha256(theirs), sha256(WIDGET)));
  using folder = openFolder(join(project.path, "dist"));
  await writeBuildRecord(folder, forged, new Uint8Array(32));
  assert.deepEqual(await buildStatuses(project), ["built"]);
  const { module } = await project.bundle("001_hello");
  assert.doesNotMatch(new TextDecoder().decode(module), /theirs/);
});

// claim: build-own-record
Deno.test("an input that has become a pipe, or a link out of the project, is not compared", async () => {
  const part = "widgets/001_hello/part.ts";
  const text = "export const part = 1;";
  await using outside = await ProjectFolder.create({ "part.ts": text });
  await using project = await ProjectFolder.create({
    [SOURCE]: `export { part } from "./part.ts"; ${WIDGET}`,
    [part]: text,
  });
  for (
    const place of [
      () => symlink(join(outside.path, "part.ts"), join(project.path, part)),
      () => makePipe(join(project.path, part)),
    ]
  ) {
    assert.deepEqual(await buildStatuses(project), ["built"]);
    await project.remove(part);
    await place();
    assert.deepEqual(await buildStatuses(project), ["failed"]);
    await project.remove(part);
    await project.write(part, text);
  }
});

Deno.test("an edit that is saved while a widget is built is in the next build", async () => {
  await using project = await ProjectFolder.create({ [SOURCE]: WIDGET });
  const isolation = denoIsolation(process.execPath);
  // The source has been read when the widget's code is sent to its isolate.
  const edit = `IFS= read -r code; echo '//' >> "${join(project.path, SOURCE)}"; printf '%s\\n' "$code"`;
  const editing: Isolation = {
    ...isolation,
    command(program) {
      const { command, args, ...others } = isolation.command(program);
      return { ...others, command: "/bin/sh", args: ["-c", `{ ${edit}; } | "$0" "$@"`, command, ...args] };
    },
  };
  await project.build({ isolation: editing });
  assert.deepEqual(await buildStatuses(project), ["built"]);
  assert.deepEqual(await buildStatuses(project), ["unchanged"]);
});

Deno.test("a project that is reached by a symbolic link is the same project", async () => {
  await using project = await ProjectFolder.create({ [SOURCE]: WIDGET });
  await using elsewhere = await ProjectFolder.create({});
  const link = join(elsewhere.path, "link");
  await symlink(project.path, link);
  const build = async () => {
    const { widgets } = await buildProject(link, { isolation: denoIsolation(process.execPath) });
    return widgets.map(({ status }) => status);
  };
  assert.deepEqual(await build(), ["built"]);
  assert.deepEqual(await build(), ["unchanged"]);
  await project.write(SOURCE, WIDGET.replace("<p>", "<p> "));
  assert.deepEqual(await build(), ["built"]);
});

Deno.test("the bundles of failed and of removed widgets go, other files of the output folder stay", async () => {
  await using project = await ProjectFolder.create({
    ...TWO_WIDGETS,
    [SOURCE.replace("001_hello", "003_third")]: WIDGET,
    "dist/constructor.tckb": "a bundle that no widget stands behind",
    "dist/README.md": "the author's own",
    "dist/folder.tckb/file": "the author's own",
  });
  await project.build();
  assert.equal(await project.has("dist/constructor.tckb"), false);
  await project.write(SOURCE, "const = 1;");
  await project.remove("widgets/002_other");
  const { widgets } = await project.build();
  assert.deepEqual(widgets.map(({ name, status, hash }) => [name, status, hash !== null]), [
    ["001_hello", "failed", false],
    ["003_third", "unchanged", true],
  ]);
  const left = ["001_hello.tckb", "002_other.tckb", "003_third.tckb", "README.md", "folder.tckb/file"];
  const present = await Promise.all(left.map((file) => project.has(`dist/${file}`)));
  assert.deepEqual(present, [false, false, true, true, true]);
});

Deno.test("the output folder can be another one", async () => {
  await using project = await ProjectFolder.create({ [SOURCE]: `${MANIFEST}${COMPONENT}` });
  const { outputDirectory } = await project.build({ outputDirectory: "out/bundles" });
  assert.ok(outputDirectory.endsWith(join("out", "bundles")));
  assert.equal(await project.has("out/bundles/001_hello.tckb"), true);
  assert.equal(await project.has("dist"), false);
});

Deno.test("a project folder that does not exist is rejected and not created", async () => {
  await using project = await ProjectFolder.create({});
  const missing = join(project.path, "missing");
  await assert.rejects(buildProject(missing, { isolation: denoIsolation(process.execPath) }), {
    code: "ENOENT",
  });
  assert.equal(await project.has("missing"), false);
});
