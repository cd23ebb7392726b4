import assert from "node:assert/strict";
import { gunzipSync } from "fflate";
import { writeFileSync } from "node:fs";
import { chmod, mkdir, rename, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { commitBatch, rollbackBatch } from "../../../hosts/commit/mod.ts";
import { makeBundle } from "../../core/commit/bundles.ts";
import { REQUEST, type Service } from "./service.ts";

/** What a commit accepts and rejects in a workspace, on any engine. */
export const WORKSPACE_CASES: { [sentence: string]: (service: Service) => Promise<void> } = {
  "one invalid bundle fails a strict commit, which changes nothing": async (
    { commit, reader, listKeys, database, events },
  ) => {
    const first = await commit({ "001_a.tckb": "a" });
    const before = await listKeys();
    const rejected = {
      "002_bad.tckb": "bundle_refused",
      "x.tckb": "bundle_missing_prefix",
      "003_X.tckb": "bundle_malformed_name",
    };
    for (const [name, event] of Object.entries(rejected)) {
      const bundles = { "001_a.tckb": "new", [name]: new Uint8Array(9) };
      await assert.rejects(() => commit(bundles, { strict: true }), {
        name: "CommitError",
        code: "commit.bundle_refused",
        message:
          /^Cannot commit ".*": 1 of its 2 bundles cannot be taken, so nothing was changed; the first: Cannot take /,
      });
      assert.equal(events.at(-1)?.event, event);
    }
    assert.deepEqual(await listKeys(), before);
    const batch = await reader.readBatch("demo", "2026-03-04", "morning_brief");
    assert.equal(batch?.committedAt, first.committedAt);
    assert.deepEqual(await database.kysely.selectFrom("object_intents").selectAll().execute(), []);
  },

  "a strict commit accepts other files than bundles, and legacy bundles": async (
    { deps, build },
  ) => {
    const directory = await build({
      "001_a.tckb": await makeBundle("a", { sizes: ["auto"] }),
      "build.json": new TextEncoder().encode("{}"),
    });
    await mkdir(join(directory, "widget-batch/dist/assets"));
    const report = await commitBatch(deps, { ...REQUEST, directory, strict: true });
    assert.deepEqual([report.widgets.length, report.warnings], [1, []]);
  },

  "two bundles of one number are both committed with a warning, strict or not, and rolled back to": async (
    { commit, deps, reader },
  ) => {
    const names = ["001_b", "001_b-2", "002_a"];
    const bundles = { "001_b-2.tckb": "b-2", "002_a.tckb": "a", "001_b.tckb": "b" };
    for (const strict of [false, true]) {
      const report = await commit(bundles, { strict });
      assert.deepEqual(report.widgets.map(({ name }) => name), names);
      assert.deepEqual(report.warnings.map(({ event, message }) => [event, message]), [[
        "bundle_duplicate_prefix",
        'Bundle "001_b-2.tckb" has the same number as "001_b.tckb": both are committed, in the order of their names',
      ]]);
      const batch = await reader.readBatch("demo", "2026-03-04", "morning_brief");
      assert.deepEqual(batch?.widgets.map(({ id }) => id), report.widgets.map(({ id }) => id));
      await commit({ "001_c.tckb": "c" });
      const restored = await rollbackBatch(deps, {
        userId: "demo",
        revision: report.commitId,
      });
      assert.deepEqual(restored.widgets.map(({ name }) => name), names);
    }
  },

  "a batch of only invalid bundles is rejected, strict or not": async ({ commit }) => {
    for (const strict of [false, true]) {
      await assert.rejects(() => commit({ "001_a.tckb": new Uint8Array(9), "b.tckb": "b" }, { strict }), {
        code: "commit.no_valid_widget",
        message: /: none of its 2 bundles can be taken, so nothing was changed; the first: /,
      });
    }
  },

  // claim: workspace-below-folder
  "sources behind a symbolic link are not packed, wherever the link is in their path": async (
    { deps, build, folder, database },
  ) => {
    const secret = join(folder, "elsewhere", "001_a");
    await mkdir(secret, { recursive: true });
    await writeFile(join(secret, "secret.txt"), "of another");
    for (const place of ["widgets", "widgets/001_a", "widgets/001_a/inner"]) {
      const directory = await build({ "001_a.tckb": "a" });
      const link = join(directory, "widget-batch", place);
      await mkdir(join(link, ".."), { recursive: true });
      await symlink(place === "widgets" ? join(folder, "elsewhere") : secret, link);
      const { written } = await commitBatch(deps, { ...REQUEST, directory });
      const sources = written.filter((key) => key.includes("/sources/"));
      assert.equal(sources.length, place === "widgets/001_a/inner" ? 1 : 0, place);
      for (const key of sources) {
        const archive = gunzipSync((await deps.objects.get(key))!);
        assert.ok(!new TextDecoder().decode(archive).includes("of another"));
      }
    }
    const rows = await database.kysely.selectFrom("widgets").select("source_object_key").execute();
    assert.equal(rows.length, 1);
  },

  // claim: workspace-below-folder
  "a project behind a symbolic link is committed only if it is inside the directory": async (
    { deps, build, folder },
  ) => {
    const inside = await build({ "001_a.tckb": "a" });
    await rename(join(inside, "widget-batch"), join(inside, "project"));
    await symlink("project", join(inside, "widget-batch"));
    assert.equal((await commitBatch(deps, { ...REQUEST, directory: inside })).widgets.length, 1);

    const outside = await build({ "001_a.tckb": "a" });
    const moved = join(folder, "moved");
    await rename(join(outside, "widget-batch"), moved);
    await symlink(moved, join(outside, "widget-batch"));
    // Its dist is a link to the inside, so that only the project is outside.
    await rename(join(moved, "dist"), join(outside, "dist-inside"));
    await symlink(join(outside, "dist-inside"), join(moved, "dist"));
    await assert.rejects(() => commitBatch(deps, { ...REQUEST, directory: outside }), {
      code: "commit.no_bundles",
      message: /its folder widget-batch is a symbolic link that leads out of it$/,
    });
  },

  // claim: commit-unreadable-file
  "a bundle that cannot be opened is a warning, and the others are committed": async (
    { deps, build, folder },
  ) => {
    const directory = await build({ "001_a.tckb": "a", "006_locked.tckb": "locked" });
    const dist = join(directory, "widget-batch/dist");
    await symlink("002_loop.tckb", join(dist, "002_loop.tckb"));
    await symlink("x".repeat(300), join(dist, "003_long.tckb"));
    await symlink("nowhere", join(dist, "004_lost.tckb"));
    await symlink("001_a.tckb/inner", join(dist, "005_inner.tckb"));
    await mkdir(join(dist, "007_folder.tckb"));
    await chmod(join(dist, "006_locked.tckb"), 0);
    const { widgets, warnings } = await commitBatch(deps, { ...REQUEST, directory });
    const isRoot = process.getuid?.() === 0; // Root may open everything.
    assert.deepEqual(widgets.map(({ name }) => name), isRoot ? ["001_a", "006_locked"] : ["001_a"]);
    const found = warnings.map(({ event, fileName, message }) => `${event} ${fileName} ${message}`).sort();
    const expected = [
      /002_loop.*too many symbolic links/,
      /003_long.*ENAMETOOLONG/,
      /004_lost.*ENOENT.*widget-batch\/dist\/nowhere/,
      /005_inner.*ENOTDIR/,
    ]
      .concat(isRoot ? [] : [/006_locked.*EACCES/], [/007_folder.*it is not a file/]);
    assert.equal(found.length, expected.length, found.join("\n"));
    for (const [index, pattern] of expected.entries()) assert.match(found[index]!, pattern);
    await assert.rejects(() => commitBatch(deps, { ...REQUEST, directory, strict: true }), {
      code: "commit.bundle_refused",
    });

    await rename(dist, join(folder, "moved"));
    await symlink("dist", dist);
    await assert.rejects(() => commitBatch(deps, { ...REQUEST, directory }), {
      code: "commit.no_bundles",
      message: /its folder dist cannot be opened: .* too many symbolic links$/,
    });
  },

  // claim: commit-bounded-files
  "a source of 15,000 files is not stored, and other work goes on meanwhile": (service) =>
    commitBesideManyFiles(service, 15),

  "a dist with more than 10,000 entries is rejected": async ({ deps, build }) => {
    const directory = await build({ "001_a.tckb": "a" });
    const dist = join(directory, "widget-batch/dist");
    for (let file = 0; file < 10_000; file++) writeFileSync(join(dist, `${file}.map`), "");
    await assert.rejects(() => commitBatch(deps, { ...REQUEST, directory }), {
      code: "commit.no_bundles",
      message: /its folder dist has more than 10000 entries$/,
    });
  },
};

/** Commits a widget that has folders with 1,000 files each beside its source. */
export async function commitBesideManyFiles({ deps, build }: Service, folders: number): Promise<void> {
  const directory = await build({ "001_a.tckb": "a", "002_b.tckb": "b" });
  const widgets = join(directory, "widget-batch/widgets");
  for (let folder = 0; folder < folders; folder++) {
    await mkdir(join(widgets, `001_a/${folder}`), { recursive: true });
    for (let file = 0; file < 1_000; file++) writeFileSync(join(widgets, `001_a/${folder}/${file}`), "");
  }
  await mkdir(join(widgets, "002_b"));
  await writeFile(join(widgets, "002_b/text.ts"), "b");
  let turns = 0;
  const timer = setInterval(() => turns++, 1);
  const { written, warnings } = await commitBatch(deps, { ...REQUEST, directory });
  clearInterval(timer);
  assert.equal(written.filter((key) => key.includes("/sources/")).length, 1);
  assert.deepEqual(warnings.map(({ message }) => message), [
    'Cannot store the source of widget "001_a": it has more than 4096 files and folders',
  ]);
  assert.ok(turns > 0, "no other event ran");
}
