import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { until } from "../../waiting/mod.ts";
import { makeBundle } from "./bundles.ts";
import { openSession } from "./opened_session.ts";
import type { PreviewSession } from "./preview_session.ts";
import { Project } from "./project.ts";
import type { RegisterTest } from "./served_preview.ts";

/** A configuration whose file changes (preview specification, §2). */
export function testConfigChanges(test: RegisterTest): void {
  test("deprecated fields work like their replacements, and are reported once", async () => {
    const config = (label: string) =>
      `export default {
    scan: { bundled: [{ glob: "a/*.tckb", label: "A" }] }, watchGlobs: ["b/*.tckb"],
    bundledLocations: [{ glob: "c/*.tckb", label: ${JSON.stringify(label)} }], unbundledLocations: ["d"] };`;
    await using project = await Project.create({ "tck.preview.config.js": config("C") });
    await using opened = await openSession(project);
    const { session, reports } = opened;
    const sources = () => session.config.scanned.map(({ source }) => source);
    assert.deepEqual(sources(), ["A", "Custom location", "C", "widgets", "dist"]);
    const changed = new Promise<void>((resolve) => void session.onChange("config", resolve));
    await project.write("tck.preview.config.js", config("Another"));
    await changed;
    assert.deepEqual(sources(), ["A", "Custom location", "Another", "widgets", "dist"]);
    assert.deepEqual(reports.map((report) => report.split(" ")[0]), [
      "watchGlobs",
      "bundledLocations",
      "unbundledLocations",
    ]);
  });

  test("after a faulty edit, the last usable configuration remains and the error is listed, until it is corrected", async () => {
    await using project = await Project.create({
      "tck.preview.config.ts":
        `import { id } from "./id.ts"; export default { canvas: { feeds: [{ glob: "dist/*.tckb", id }] } };`,
      "id.ts": `export const id = "first";`,
      "dist/001_a.tckb": await makeBundle("a"),
    });
    await using opened = await openSession(project);
    const { session } = opened;
    await session.ready;
    const feeds = () => session.feedIndex().feeds.map(({ id }) => id);
    assert.deepEqual(feeds(), ["first"]);
    await changeOf(
      session,
      () => project.write("id.ts", `export const id = 7;`),
      () => session.listBundles().problems.length === 1,
    );
    const [problem] = session.listBundles().problems;
    assert.deepEqual([problem!.source, problem!.label, problem!.code], [
      "config",
      "tck.preview.config.ts",
      "config.invalid",
    ]);
    assert.match(problem!.message, /canvas\.feeds\[0\]\.id is 7, expected a non-empty string/);
    assert.deepEqual(feeds(), ["first"]);
    const marker = join(project.path, "dist/evaluated");
    await project.write(
      "id.ts",
      `import { writeFileSync } from "node:fs"; writeFileSync(${
        JSON.stringify(marker)
      }, ""); export const id = 7;`,
    );
    await until("the same fault is evaluated again", () => existsSync(marker));
    await changeOf(
      session,
      () => project.write("id.ts", `export const id = "second";`),
      () => feeds()[0] === "second",
    );
    assert.deepEqual(session.listBundles().problems, []);
    assert.equal(opened.reports.length, 1, "the same fault is reported once");
  });

  test("creating or deleting the configuration's file changes the configuration", async () => {
    await using project = await Project.create({ "dist/001_a.tckb": await makeBundle("a") });
    await using opened = await openSession(project);
    const { session } = opened;
    await session.ready;
    const feeds = () => session.feedIndex().feeds.map(({ id }) => id).join();
    const code = `export default { canvas: { feeds: [{ glob: "dist/*.tckb", id: "mine" }] } };`;
    await changeOf(session, () => project.write("tck.preview.config.mjs", code), () => feeds() === "mine");
    await changeOf(session, () => project.remove("tck.preview.config.mjs"), () => feeds() === "all-bundled");
  });

  test("an edit while the configuration is being read is noticed", async () => {
    const configOf = (id: string) =>
      `export default { canvas: { feeds: [{ glob: "dist/*.tckb", id: "${id}" }] } };`;
    await using project = await Project.create({ "dist/001_a.tckb": await makeBundle("a") });
    const path = JSON.stringify(`${project.path}/tck.preview.config.ts`);
    // It is loaded after its text was read.
    const edit = `import { writeFileSync } from "node:fs"; writeFileSync(${path}, ${
      JSON.stringify(configOf("second"))
    });`;
    await project.write("tck.preview.config.ts", `${edit} ${configOf("first")}`);
    await using opened = await openSession(project);
    const { session } = opened;
    const feeds = () => session.feedIndex().feeds.map(({ id }) => id).join();
    await session.ready;
    if (feeds() !== "second") {
      await changeOf(session, () => Promise.resolve(), () => feeds() === "second");
    }
  });
}

/** Does something, and waits for the change after which a condition holds. */
async function changeOf(
  session: PreviewSession,
  act: () => Promise<void>,
  holds: () => boolean,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const end = session.onChange("bundles", () => {
    if (holds()) resolve();
  });
  const timer = setTimeout(() => reject(new Error(`This did not become true: ${holds}`)), 60_000);
  await act();
  await promise;
  clearTimeout(timer);
  end();
}
