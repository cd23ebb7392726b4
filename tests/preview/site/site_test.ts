// budget: 20 s: it builds three sites, the first with the shell
import assert from "node:assert/strict";
import { mkdir, readdir, readFile, symlink } from "node:fs/promises";
import { hostname, userInfo } from "node:os";
import { dirname, join } from "node:path";
import { writeEmbedFrame } from "../../../preview/server/site/mod.ts";
import { openPreviewModel } from "../../../preview/server/model/mod.ts";
import { command } from "../../../preview/server/cli/build_command.ts";
import { runCommand, type Terminal } from "../../../terminal/mod.ts";
import { setVariables } from "../../terminal/process_state.ts";
import { makeBundle } from "../session/bundles.ts";
import { Project } from "../session/project.ts";
import { buildTestSite, createTellingProject, readFiles, SAMPLE, TELLING } from "./site_folder.ts";
import { makePipe } from "../../terminal/files/make_pipe.ts";

/** A goal of the site of the sample project, with the shell, in bytes. */
const MAX_BYTES = 1_500_000;

// claim: site-tells-nothing-of-the-machine
Deno.test("a site has nothing of the folder, the machine and the environment in which it was built", async (t) => {
  using _variables = setVariables({ TCK_TELLING: "telling-value-ocelot", HOME: "/home/telling-user-ocelot" });
  await using project = await createTellingProject();
  const out = join(project.path, "site");
  const { widgets, bundles } = await buildTestSite(project.folder, out);
  assert.deepEqual([widgets, bundles], [3, 2]);
  const files = await readFiles(out);
  const telling = [project.path, TELLING, "ocelot", import.meta.dirname!, userInfo().homedir];
  const names = [hostname(), userInfo().username].filter((name) => name.length > 5);
  for (const [path, content] of files) {
    for (const text of [...telling, ...names]) {
      assert.ok(!content.includes(text) && !path.includes(text), `${path} has ${JSON.stringify(text)}`);
    }
    assert.doesNotMatch(content, /\bfile:\/\/\/|sourceMappingURL/, path);
  }
  const list = [...files].find(([path]) => path.startsWith("data/bundles-"))![1];
  assert.match(list, /"path":"dist\/002_broken\.tckb"/);
  assert.match(list, /"path":"003_outside\.tckb"/);

  await t.step("after an edit it has the same files, except for the page and what was edited", async () => {
    await project.write(`${TELLING}/widgets/005_note/widget.css`, ".note { padding: 21px }");
    await buildTestSite(project.folder, out);
    const second = await readFiles(out);
    const kinds = listChanged(files, second).map((path) => path.replace(/-[0-9a-f]{20}\./, ".")).sort();
    assert.deepEqual(kinds, ["bundles/styles.mjs", "bundles/widget.mjs", "data/widgets.mjs", "index.html"]);
    const replaced = [...second].filter(([path, content]) => (files.get(path) ?? content) !== content);
    assert.deepEqual(replaced.map(([path]) => path), ["index.html"], "every other name has one content");
  });
});

Deno.test("the site of the sample project has at most 1.5 MB", async () => {
  await using folder = await Project.create();
  const { widgets, bytes } = await buildTestSite(SAMPLE, join(folder.path, "site"));
  assert.equal(widgets, 6);
  assert.ok(bytes <= MAX_BYTES, `${bytes} bytes`);
});

/** The paths of the files that are new, or have another content. */
function listChanged(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  return [...after].filter(([path, content]) => before.get(path) !== content).map(([path]) => path);
}

Deno.test("a bundle has the same id in every copy of a project, so that a link of a site works in the preview", async () => {
  const ids = [];
  for (let copy = 0; copy < 2; copy++) {
    await using project = await createTellingProject();
    const model = await openPreviewModel({ projectDirectory: project.folder, watch: false });
    await model.ready;
    ids.push(model.listBundles().bundles.map(({ id }) => id));
    await model.close();
  }
  assert.deepEqual(ids[0], ids[1]);
});

Deno.test("a frame for a page elsewhere is as high as the widget's picture in the last snapshot", async () => {
  await using project = await createTellingProject();
  assert.equal(
    await writeEmbedFrame(project.folder, "005_note", "https://example.org/w/"),
    '<iframe src="https://example.org/w/?widget=005_note&amp;chrome=none&amp;size=fill-auto" title="005_note" ' +
      'width="528" height="200" loading="lazy" style="border: 0"></iframe>',
  );
  await assert.rejects(writeEmbedFrame(project.folder, "004_habits", "https://example.org/w/"), {
    message: /^Cannot embed "004_habits": the last snapshot has no picture of it/,
  });
});

Deno.test("the command names the site, its errors and what it must not replace", async () => {
  await using project = await Project.create({
    "widgets/001_broken/widget.tck.tsx": "export const manifest = 1;",
    "other/file.txt": "not a site",
  });
  const run = async (...args: string[]) => {
    const lines: string[] = [];
    const write = (line: string) => void lines.push(line);
    const terminal: Terminal = { print: write, note: write, warn: write, progress: () => {} };
    return {
      code: await runCommand(command, ["--cwd", project.path, ...args], terminal),
      text: lines.join("\n"),
    };
  };
  const broken = await run();
  assert.equal(broken.code, 1);
  assert.match(broken.text, /widgets\/001_broken\/widget\.tck\.tsx/);
  assert.deepEqual((await readdir(project.path)).sort(), [".tck", "other", "widgets"]);
  assert.deepEqual(await readdir(join(project.path, ".tck")), [], "nothing is left of it");
  const occupied = await run("--out", join(project.path, "other"));
  assert.equal(occupied.code, 1);
  assert.match(occupied.text, /Cannot write the site to ".*other": the folder holds other files/);
  // Names that each web site has, one without and one with the mark of a site.
  for (
    const [name, page] of [["www", "<title>Mine</title>"], [
      "site",
      '<meta name="generator" content="tck-preview">',
    ]]
  ) {
    await project.write(`${name}/index.html`, page!);
    await project.write(`${name}/data/orders.db`, "mine");
    const { code, text } = await run("--out", join(project.path, name!));
    assert.deepEqual([code, await readFile(join(project.path, `${name}/data/orders.db`), "utf8")], [
      1,
      "mine",
    ]);
    assert.match(text, /the folder holds other files/);
  }
  // A project from elsewhere can have a pipe there, which nobody writes to.
  await mkdir(join(project.path, "piped"));
  makePipe(join(project.path, "piped", "index.html"));
  assert.match((await run("--out", join(project.path, "piped"))).text, /the folder holds other files/);
  assert.equal((await run("--out")).code, 2);
  assert.match((await run("--embed", "001_a")).text, /Cannot embed: give both --embed and --url/);
  assert.match((await run("--embed", "001_a", "--url", "x")).text, /Cannot use --url "x": expected one like/);
  const embedded = await run("--embed", "001_a", "--url", "https://example.org/w/", "--review");
  assert.deepEqual([embedded.code, embedded.text.includes("a site of --review has no cards")], [2, true]);
  await project.remove("widgets");
  const { code, text } = await run("--json");
  assert.equal(code, 0, text);
  const { out, widgets, bundles, files, bytes } = JSON.parse(text);
  assert.deepEqual([out, widgets, bundles], [join(project.path, ".tck", "site"), 0, 0]);
  assert.equal((await readFiles(out)).size, files);
  assert.ok(bytes > 500_000);
});

// claim: site-own-bundles
Deno.test("a project with a link to a bundle of another project has no site", async () => {
  for (const link of ["dist", "dist/001_theirs.tckb"]) {
    await using project = await Project.create({ "other/001_theirs.tckb": await makeBundle("theirs") });
    const folder = join(project.path, "mine");
    await mkdir(dirname(join(folder, link)), { recursive: true });
    await symlink(
      join(project.path, link === "dist" ? "other" : "other/001_theirs.tckb"),
      join(folder, link),
    );
    await assert.rejects(buildTestSite(folder, join(folder, "site")), {
      code: "folder.outside",
      message: /^Cannot use "dist.001_theirs\.tckb" of the project: a symbolic link leads out/,
    });
    assert.deepEqual(await readdir(folder), ["dist"], "nothing is written");
  }
});
