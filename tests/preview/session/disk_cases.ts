import assert from "node:assert/strict";
import { mkdir, open, symlink, truncate } from "node:fs/promises";
import { join } from "node:path";
import { openPreviewSession, type PreviewSession, type PreviewSessionOptions } from "./preview_session.ts";
import { within } from "../../waiting/mod.ts";
import { makeBundle } from "./bundles.ts";
import { Project } from "./project.ts";
import type { RegisterTest } from "./served_preview.ts";

/** How the model follows files on disk. */
export function testDisk(test: RegisterTest): void {
  test("files: a burst of changes is one change", async () => {
    await using opened = await openOn({ "dist/000_first.tckb": await makeBundle("first") });
    const { project, session } = opened;
    const names = Array.from(
      { length: 40 },
      (_, index) => `widgets/w${index % 4}/dist/${100 + index}_a.tckb`,
    );
    const bytes = await Promise.all(names.map((name) => makeBundle(name)));
    const counts: number[] = [];
    const whole = Promise.withResolvers<void>();
    session.onChange("bundles", () => {
      counts.push(session.listBundles().bundles.length);
      if (counts.at(-1) === 41) whole.resolve();
    });
    project.writeAtOnce(new Map(names.map((name, index) => [name, bytes[index]!])));
    await whole.promise;
    assert.deepEqual(counts, [41]);
    await session.rescan(); // Sends the change, whatever it finds.
    assert.deepEqual(counts, [41, 41]);
    const announced = Promise.withResolvers<void>();
    session.onChange("bundles", () => announced.resolve());
    await project.write("dist/999_last.tckb", await makeBundle("last"));
    await within("a change after the rescan is announced", announced.promise);
  });

  test("files: a rescan that finds changes is one change", async () => {
    const files = { "dist/000_first.tckb": await makeBundle("first") };
    await using opened = await openOn(files, { watch: false });
    const { project, session } = opened;
    const counts: number[] = [];
    session.onChange("bundles", () => void counts.push(session.listBundles().bundles.length));
    await project.write("dist/001_second.tckb", await makeBundle("second"));
    await session.rescan();
    await project.write("dist/002_third.tckb", await makeBundle("third"));
    await Promise.all([session.rescan(), session.rescan()]);
    assert.deepEqual([counts[0], counts.length, counts.at(-1)], [2, 3, 3]);
  });

  test("files: a partly written bundle replaces the former one when it is complete or has stayed the same", async () => {
    await using opened = await openOn({ "dist/001_a.tckb": await makeBundle("before") }, { stableTime: 300 });
    const { project, session } = opened;
    const states: string[] = [];
    const seen = (state: string) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const end = session.onChange("bundles", () => {
        const { bundles, problems } = session.listBundles();
        states.push([...bundles.map(({ label }) => label), ...problems.map(({ code }) => code)].join());
        if (states.at(-1) === state) resolve(end());
      });
      return promise;
    };
    const bytes = await makeBundle("after");
    const broken = seen("zip.end_record_missing");
    const file = await open(join(project.path, "dist/001_a.tckb"), "w");
    await file.write(bytes.subarray(0, 100));
    await broken;
    const repaired = seen("001_a");
    await file.write(bytes.subarray(100));
    await file.close();
    await repaired;
    assert.deepEqual(states, ["zip.end_record_missing", "001_a"]);
  });

  test("files: each problem has the file, its group and what is wrong with it", async () => {
    await using opened = await openOn({
      "dist/001_text.tckb": "no bundle",
      "dist/002_empty.tckb": "",
      "dist/003_manifest.tckb": await makeBundle("a", { cardType: 7 }),
      "dist/004_large.tckb": "",
      "dist/005_folder.tckb/001_a.tckb": await makeBundle("a"),
      "dist/006_good.TCKB": await makeBundle("a"),
    }, { stableTime: 0 });
    const { project, session } = opened;
    await truncate(join(project.path, "dist/004_large.tckb"), 40_000_000);
    await session.rescan();
    const { bundles, problems } = session.listBundles();
    assert.deepEqual(bundles, []);
    assert.deepEqual(problems.map(({ label, code, source }) => [label, code, source]), [
      ["001_text", "zip.end_record_missing", "dist"],
      ["002_empty", "zip.empty", "dist"],
      ["003_manifest", "manifest.invalid", "dist"],
      ["004_large", "limit.envelope_bytes", "dist"],
    ]);
    for (const { message, path } of problems) {
      assert.match(message, /^Cannot [^\n]{1,300}[^.]$/);
      assert.ok(path.startsWith(`${project.path}/dist/00`));
    }
  });

  test("files: the same bytes in two files and in an upload are three bundles", async () => {
    const bytes = await makeBundle("same");
    await using opened = await openOn({ "dist/001_a.tckb": bytes, "widgets/001_a/dist/001_a.tckb": bytes });
    const { session } = opened;
    const headers = { "x-tck-label": "001_a" };
    const body = bytes as Uint8Array<ArrayBuffer>;
    await session.handle(
      new Request("http://localhost/__tck/bundle/upload", { method: "POST", headers, body }),
    );
    const { bundles } = session.listBundles();
    assert.equal(bundles.length, 3);
    assert.equal(new Set(bundles.map(({ id }) => id)).size, 3);
    assert.equal(new Set(bundles.map(({ bundleHash }) => bundleHash)).size, 1);
    assert.deepEqual(new Set(bundles.map(({ source }) => source)), new Set(["local", "dist", "widgets"]));
  });

  test("files: a rebuilt bundle has a new id, and the old one is removed", async () => {
    await using opened = await openOn({ "dist/001_a.tckb": await makeBundle("before") });
    const { project, session } = opened;
    const [before] = session.listBundles().bundles;
    const changed = new Promise<void>((resolve) => void session.onChange("bundles", resolve));
    await project.write("dist/001_a.tckb", await makeBundle("after"));
    await changed;
    const [after, ...others] = session.listBundles().bundles;
    assert.deepEqual(others, []);
    assert.notEqual(after!.id, before!.id);
    assert.equal(session.findBundle(before!.id), undefined);
    assert.match(new TextDecoder().decode(session.findBundle(after!.id)!.contents.module), /after/);
  });

  test("files: links are followed, except to a folder above them", async () => {
    await using outside = await Project.create({ "001_out.tckb": await makeBundle("out") });
    await using project = await Project.create({ "more/deep/002_in.tckb": await makeBundle("in") });
    await mkdir(join(project.path, "widgets/001_a"), { recursive: true });
    await symlink(outside.path, join(project.path, "widgets/001_a/dist"));
    await symlink(join(outside.path, "001_out.tckb"), join(project.path, "more/003_link.tckb"));
    await symlink(join(project.path, "more"), join(project.path, "more/deep/circle"));
    await symlink(join(project.path, "nowhere"), join(project.path, "more/004_lost.tckb"));
    const session = await openPreviewSession({
      projectDirectory: project.path,
      config: { scan: { bundled: ["more/**/*.tckb"] } },
    });
    await session.ready;
    const found = session.listBundles().bundles.map(({ relPath }) => relPath).sort();
    assert.deepEqual(found, ["001_a/dist/001_out.tckb", "003_link.tckb", "deep/002_in.tckb"]);
    await session.close();
  });

  test("files: a bundle that is replaced during scans is never reported as broken, and the last one remains", async () => {
    await using opened = await openOn({ "dist/001_a.tckb": await makeBundle("0") }, { stableTime: 0 });
    const { project, session } = opened;
    const problems = new Set<string>();
    const note = () => session.listBundles().problems.forEach(({ message }) => problems.add(message));
    session.onChange("bundles", note);
    for (let round = 1; round <= 60; round++) {
      const scan = session.rescan();
      await project.write("dist/001_a.tckb", await makeBundle(String(round)));
      await scan;
      note();
    }
    await session.rescan();
    assert.deepEqual([...problems], []);
    const [bundle] = session.listBundles().bundles;
    assert.match(new TextDecoder().decode(session.findBundle(bundle!.id)!.contents.module), /"60"/);
  });

  test("files: in a project without bundle folders, the first bundle is noticed", async () => {
    await using opened = await openOn({});
    const { project, session } = opened;
    assert.deepEqual(session.listBundles(), { bundles: [], problems: [] });
    const changed = new Promise<void>((resolve) => void session.onChange("bundles", resolve));
    await project.write("widgets/001_a/dist/001_a.tckb", await makeBundle("a"));
    await changed;
    assert.equal(session.listBundles().bundles.length, 1);
  });
}

/** A session that has scanned a project for the first time. */
async function openOn(
  files: { [path: string]: string | Uint8Array },
  options: PreviewSessionOptions = {},
): Promise<{ project: Project; session: PreviewSession } & AsyncDisposable> {
  const project = await Project.create(files);
  const session = await openPreviewSession({ projectDirectory: project.path, ...options });
  await session.ready;
  return {
    project,
    session,
    async [Symbol.asyncDispose]() {
      await session.close();
      await project[Symbol.asyncDispose]();
    },
  };
}
