// budget: 15 s: each case waits for builds, and that nothing is built
import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { access, chmod, constants, mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { type BuildReport, denoIsolation, watchProject } from "../../../web/bundler/mod.ts";
import { until as waitUntil, whileNothingMay, within } from "../../waiting/mod.ts";
import { COMPONENT, MANIFEST, ProjectFolder, SOURCE, WIDGET } from "./project_folder.ts";

const OTHER = SOURCE.replace("001_hello", "002_other");

/** Takes reports until one satisfies: a change may be seen in two parts. */
async function until(
  reports: AsyncGenerator<BuildReport, void>,
  satisfies: (report: BuildReport) => boolean,
): Promise<BuildReport> {
  for (;;) {
    const { value, done } = await reports.next();
    assert.ok(!done, "watching has ended");
    if (satisfies(value)) return value;
  }
}

const statuses = ({ widgets }: BuildReport) => widgets.map(({ name, status }) => `${name} ${status}`);
const codes = ({ diagnostics }: BuildReport) => diagnostics.map(({ code }) => code);

Deno.test("watching builds what changed, reports what is wrong and what is solved, and ends by its signal", async () => {
  await using project = await ProjectFolder.create({ [SOURCE]: WIDGET, [OTHER]: WIDGET });
  const end = new AbortController();
  const options = { isolation: denoIsolation(process.execPath) };
  const reports = watchProject(project.path, options, end.signal);
  const first = await until(reports, () => true);
  assert.deepEqual(statuses(first), ["001_hello built", "002_other built"]);

  await project.write(SOURCE, WIDGET.replace("hello<", "hello again<"));
  const second = await until(reports, ({ widgets }) => widgets[0]!.status === "built");
  assert.deepEqual(statuses(second), ["001_hello built", "002_other unchanged"]);
  assert.notEqual(second.widgets[0]!.hash, first.widgets[0]!.hash);

  await project.write(OTHER, COMPONENT);
  const broken = await until(reports, ({ diagnostics }) => diagnostics.length > 0);
  assert.deepEqual(codes(broken), ["manifest.missing"]);
  assert.deepEqual(statuses(broken), ["001_hello unchanged", "002_other failed"]);

  await project.write(OTHER, WIDGET);
  const mended = await until(reports, ({ diagnostics }) => diagnostics.length === 0);
  assert.deepEqual(
    mended.widgets.map(({ hash }) => hash),
    second.widgets.map(({ hash }, index) => index === 1 ? first.widgets[1]!.hash : hash),
  );

  await project.write("widgets/003_third/widget.tck.tsx", WIDGET);
  await until(reports, ({ widgets }) => widgets.length === 3 && widgets[2]!.status === "built");
  await project.remove("widgets/001_hello");
  await until(reports, ({ widgets }) => widgets.length === 2);
  assert.equal(await project.has("dist/001_hello.tckb"), false);

  const last = reports.next();
  end.abort();
  assert.deepEqual(await last, { value: undefined, done: true });
});

Deno.test("an edit that is made while a build runs is in the next one", async () => {
  await using project = await ProjectFolder.create({ [SOURCE]: WIDGET });
  const end = new AbortController();
  const options = {
    isolation: denoIsolation(process.execPath),
    onProgress: () => void project.write(SOURCE, WIDGET.replace("hello<", "hello again<")),
  };
  const reports = watchProject(project.path, options, end.signal);
  const { widgets: [first] } = await until(reports, () => true);
  const { widgets: [second] } = await until(reports, ({ widgets }) => widgets[0]!.hash !== first!.hash);
  assert.equal(second!.status, "built");
  end.abort();
  await reports.return();
});

Deno.test("a new file that an import means from now on is built in, and one that no import means changes nothing", async () => {
  const source = WIDGET.replace("hello<", "{text}<");
  const folder = SOURCE.slice(0, SOURCE.lastIndexOf("/"));
  await using project = await ProjectFolder.create({
    [SOURCE]: `import { text } from "./text";\n${source}`,
    [`${folder}/text.js`]: `export const text = "from JavaScript";`,
    [`${folder}/other.css`]: "",
  });
  const end = new AbortController();
  const reports = watchProject(project.path, { isolation: denoIsolation(process.execPath) }, end.signal);
  const { widgets: [first] } = await until(reports, ({ widgets }) => widgets[0]!.status === "built");
  await project.write(`${folder}/text.ts`, `export const text: string = "from TypeScript";`);
  const { widgets: [second] } = await until(reports, ({ widgets }) => widgets[0]!.status === "built");
  assert.notEqual(second!.hash, first!.hash);
  await project.write(`${folder}/unused.ts`, "export {};");
  assert.deepEqual(statuses(await until(reports, () => true)), ["001_hello unchanged"]);
  await project.remove(`${folder}/text.ts`);
  const { widgets: [third] } = await until(reports, ({ widgets }) => widgets[0]!.status === "built");
  assert.equal(third!.hash, first!.hash);
  end.abort();
  await reports.return();
});

Deno.test("a widget that failed is built again with each change of the project", async () => {
  await using project = await ProjectFolder.create({
    [SOURCE]: WIDGET,
    [OTHER]: `${MANIFEST} export default () => { throw new Error("no luck " + Math.random()); }`,
  });
  const end = new AbortController();
  const reports = watchProject(project.path, { isolation: denoIsolation(process.execPath) }, end.signal);
  const { diagnostics: [first] } = await until(reports, () => true);
  assert.match(first!.message, /no luck/);

  await project.write(SOURCE, WIDGET.replace("hello<", "hello again<"));
  const next = await until(reports, ({ widgets }) => widgets[0]!.status === "built");
  assert.deepEqual(statuses(next), ["001_hello built", "002_other failed"]);
  assert.notEqual(next.diagnostics[0]!.message, first!.message);
  await project.write(OTHER, WIDGET);
  await until(reports, ({ diagnostics }) => diagnostics.length === 0);
  end.abort();
  await reports.return();
});

Deno.test("what a build writes, and files of packages and hidden folders, cause no build", async () => {
  await using project = await ProjectFolder.create({ [SOURCE]: WIDGET });
  const end = new AbortController();
  const reports = watchProject(project.path, { isolation: denoIsolation(process.execPath) }, end.signal);
  await reports.next();
  const next = reports.next();
  let builds = 0;
  void next.then(() => builds++);
  for (const file of ["node_modules/part/index.js", "widgets/001_hello/node_modules/a/b.js", ".git/index"]) {
    await project.write(file, "1");
    await whileNothingMay("a build of an unchanged project begin and end", 300);
    assert.equal(builds, 0, file);
  }
  await project.write(SOURCE, WIDGET.replace("hello<", "hello again<"));
  assert.deepEqual(statuses((await next).value!), ["001_hello built"]);
  end.abort();
  await reports.return();
});

Deno.test("packages of the workspace are watched, also those that they use, and files that are imported by their path", async () => {
  await using workspace = await ProjectFolder.create({
    "package.json": '{ "workspaces": ["packages/*", "apps/*"] }',
    "apps/brief/package.json": '{ "name": "brief" }',
    [`apps/brief/${SOURCE}`]:
      `import { ui } from "ui"; import { beside } from "../../../../packages/beside/deep/b.ts";
      ${WIDGET.replace("hello<", "{ui} {beside}<")}`,
    "packages/ui/package.json": '{ "name": "ui", "main": "ui.ts" }',
    "packages/ui/ui.ts": 'export { words as ui } from "words";',
    "packages/words/package.json": '{ "name": "words", "main": "words.ts" }',
    "packages/words/words.ts": "export const words = ;",
    "packages/beside/package.json": '{ "name": "beside" }',
    "packages/beside/deep/b.ts": 'export const beside = "beside";',
    "packages/unused/package.json": '{ "name": "unused" }',
  });
  for (
    const [path, target] of [["apps/brief/node_modules/ui", "../../../packages/ui"], [
      "packages/ui/node_modules/words",
      "../../words",
    ]] as const
  ) {
    await mkdir(join(workspace.path, path, ".."), { recursive: true });
    await symlink(target, join(workspace.path, path));
  }
  const before = countWatches();
  const end = new AbortController();
  const root = join(workspace.path, "apps/brief");
  const reports = watchProject(root, { isolation: denoIsolation(process.execPath) }, end.signal);
  assert.equal((await until(reports, () => true)).widgets[0]!.status, "failed");
  await workspace.write("packages/words/words.ts", 'export const words = "words";');
  const hashes = [(await until(reports, ({ widgets }) => widgets[0]!.status === "built")).widgets[0]!.hash];
  for (const file of ["packages/words/words.ts", "packages/beside/deep/b.ts", "packages/ui/ui.ts"]) {
    await workspace.write(file, `export const [words, ui, beside] = ["${file}", "${file}", "${file}"];`);
    const { widgets: [widget] } = await until(reports, ({ widgets }) => widgets[0]!.status === "built");
    assert.ok(!hashes.includes(widget!.hash), file);
    hashes.push(widget!.hash);
  }
  const next = reports.next();
  let builds = 0;
  void next.then(() => builds++);
  for (const file of ["packages/unused/a.ts", "packages/ui/node_modules/x/y.ts", "packages/ui/.cache/z"]) {
    await workspace.write(file, "1");
    await whileNothingMay("a build of an unchanged project begin and end", 300);
    assert.equal(builds, 0, file);
  }
  end.abort();
  await next;
  await waitUntil("its watches are gone", () => countWatches() === before);
});

Deno.test("a package whose folder is exchanged is watched as it is then", async () => {
  await using workspace = await ProjectFolder.create({
    "package.json": '{ "workspaces": ["packages/*", "apps/*"] }',
    "apps/brief/package.json": '{ "name": "brief" }',
    [`apps/brief/${SOURCE}`]: `import { ui } from "ui"; ${WIDGET.replace("hello<", "{ui}<")}`,
    "packages/ui/package.json": '{ "name": "ui", "main": "ui.ts" }',
    "packages/ui/ui.ts": 'export const ui = "first";',
    "other/package.json": '{ "name": "ui", "main": "ui.ts" }',
    "other/ui.ts": 'export const ui = "second";',
  });
  const root = join(workspace.path, "apps/brief");
  await mkdir(join(root, "node_modules"));
  await symlink("../../../packages/ui", join(root, "node_modules/ui"));
  const before = countWatches();
  const end = new AbortController();
  const reports = watchProject(root, { isolation: denoIsolation(process.execPath) }, end.signal);
  const hashes = new Set<string>();
  const untilNew = async () => {
    const isNew = (hash: string | null) => hash !== null && !hashes.has(hash);
    hashes.add((await until(reports, ({ widgets }) => isNew(widgets[0]!.hash))).widgets[0]!.hash!);
  };
  await untilNew();
  const next = untilNew();
  const place = join(workspace.path, "packages/ui");
  rmSync(place, { recursive: true });
  renameSync(join(workspace.path, "other"), place);
  await next;
  const last = untilNew();
  await workspace.write("packages/ui/ui.ts", 'export const ui = "third";');
  await within("the edit of the new folder is built", last);
  end.abort();
  await reports.next();
  await waitUntil("its watches are gone", () => countWatches() === before);
});

Deno.test("watching that has ended leaves neither a watch nor a listener", async () => {
  await using project = await ProjectFolder.create({ [SOURCE]: WIDGET });
  const before = countWatches();
  const end = new AbortController();
  const reports = watchProject(project.path, { isolation: denoIsolation(process.execPath) }, end.signal);
  await reports.next();
  assert.equal(getEventListeners(end.signal, "abort").length, 1);
  assert.ok(process.platform !== "linux" || countWatches() > before);
  const next = reports.next();
  await project.write(SOURCE, WIDGET.replace("hello<", "hello again<"));
  await next;
  await reports.return();
  assert.equal(getEventListeners(end.signal, "abort").length, 0);
  await waitUntil("its watches are gone", () => countWatches() === before);
});

// claim: build-own-project
Deno.test("what links of a project lead to is neither watched nor built, and what may not be read does not end the watch", async () => {
  await using elsewhere = await ProjectFolder.create({ "many/a/b/c/text.txt": "" });
  await using project = await ProjectFolder.create({ [SOURCE]: WIDGET, "private/text.txt": "" });
  await symlink(join(elsewhere.path, "many"), join(project.path, "docs"));
  await symlink("/", join(project.path, "widgets/root"));
  await symlink("..", join(project.path, "widgets/001_hello/circle"));
  await chmod(join(project.path, "private"), 0);
  const before = countWatches();
  const end = new AbortController();
  const reports = watchProject(project.path, { isolation: denoIsolation(process.execPath) }, end.signal);
  await until(reports, () => true);
  if (process.platform === "linux") {
    const isReadable = await access(join(project.path, "private"), constants.R_OK).then(() => 1, () => 0);
    assert.equal(countWatches() - before, 3 + isReadable, "the project, widgets and widgets/001_hello");
  }
  const next = reports.next();
  let builds = 0;
  void next.then(() => builds++);
  await elsewhere.write("many/a/text.txt", "1");
  await whileNothingMay("a build of an unchanged project begin and end", 300);
  assert.equal(builds, 0);
  await project.write(SOURCE, WIDGET.replace("hello<", "hello again<"));
  assert.deepEqual(statuses((await next).value!), ["001_hello built"]);
  end.abort();
  await reports.return();
  await chmod(join(project.path, "private"), 0o700);
});

Deno.test("a widget in folders that are made after the first build is watched", async () => {
  await using project = await ProjectFolder.create({ [SOURCE]: WIDGET });
  const end = new AbortController();
  const reports = watchProject(project.path, { isolation: denoIsolation(process.execPath) }, end.signal);
  await until(reports, () => true);
  const file = "widgets/001_hello/parts/deep/text.ts";
  await project.write(file, 'export const text = "one";');
  await project.write(
    SOURCE,
    `import { text } from "./parts/deep/text.ts"; ${WIDGET.replace("hello<", "{text}<")}`,
  );
  const { widgets: [first] } = await until(reports, ({ widgets }) => widgets[0]!.status === "built");
  await project.write(file, 'export const text = "two";');
  const { widgets: [second] } = await until(reports, ({ widgets }) => widgets[0]!.hash !== first!.hash);
  assert.equal(second!.status, "built");
  end.abort();
  await reports.return();
});

/** The folders that this process watches, where the system lists them. */
function countWatches(): number {
  if (process.platform !== "linux") return 0;
  const texts = readdirSync("/proc/self/fdinfo").map((name) => {
    try {
      return readFileSync(`/proc/self/fdinfo/${name}`, "utf8");
    } catch {
      return ""; // It is closed by now.
    }
  });
  return texts.join("").match(/^inotify wd:/gm)?.length ?? 0;
}

Deno.test("files that are written at once cause one build", async () => {
  await using project = await ProjectFolder.create({ [SOURCE]: WIDGET, [OTHER]: WIDGET });
  const end = new AbortController();
  const reports = watchProject(project.path, { isolation: denoIsolation(process.execPath) }, end.signal);
  await reports.next();
  let isOneBuild = false;
  // A system may deliver the events of one burst late, so it is enough that one of several bursts is one build.
  for (let burst = 0; burst < 5 && !isOneBuild; burst++) {
    const first = reports.next();
    for (const file of [SOURCE, OTHER]) {
      writeFileSync(join(project.path, file), WIDGET.replace("hello<", `hello ${burst}<`));
    }
    await first;
    const second = reports.next();
    isOneBuild = await Promise.race([
      second.then(() => false),
      whileNothingMay("a second build begin and end", 300).then(() => true),
    ]);
    if (isOneBuild) end.abort();
    await second;
  }
  assert.ok(isOneBuild);
});

Deno.test("an edit whose event the watcher has dropped is built", async () => {
  await using project = await ProjectFolder.create({ [SOURCE]: WIDGET });
  const end = new AbortController();
  const reports = watchProject(project.path, { isolation: denoIsolation(process.execPath) }, end.signal);
  const { widgets: [first] } = await until(reports, ({ widgets }) => widgets[0]!.status === "built");
  const next = until(reports, ({ widgets }) => widgets[0]!.hash !== first!.hash);
  await whileNothingMay("an event of the build be left unread", 1_000);
  dropEvents(project.path);
  writeFileSync(join(project.path, SOURCE), WIDGET.replace("hello<", "hello again<"));
  pause();
  assert.equal((await next).widgets[0]!.status, "built");
  end.abort();
  await reports.return();
});

/** Fills the room for events with those of hidden files, which are not followed, while this process reads none. */
function dropEvents(path: string): void {
  for (let count = 0; count < 2_000; count++) writeFileSync(join(path, `.${count}.txt`), "");
  pause();
}

/** Gives the watcher's thread its time, without reading an event. */
function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
}
