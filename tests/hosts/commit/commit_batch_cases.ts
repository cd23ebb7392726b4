import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { gunzipSync } from "fflate";
import { sql } from "kysely";
import { unpackTar } from "modern-tar";
import { mkdir, rename, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { ObjectStore } from "../../../core/commit/mod.ts";
import { bundleKey, parseObjectKey, sourceKey } from "../../../core/naming/mod.ts";
import { commitBatch, type CommitOptions } from "../../../hosts/commit/mod.ts";
import { makeBundle } from "../../core/commit/bundles.ts";
import { REQUEST, type Service } from "./service.ts";

/** The behaviour of a commit, on any engine. */
export const COMMIT_CASES: { [sentence: string]: (service: Service) => Promise<void> } = {
  "a commit creates a batch that readers see, and reports it": async (
    { commit, reader, listKeys, listReferencedKeys },
  ) => {
    const report = await commit({ "002_b.tckb": "b", "001_a.tckb": "a" });
    assert.equal(report.batchId, "20260304-morning-brief");
    assert.deepEqual(report.widgets.map(({ name }) => name), ["001_a", "002_b"]);
    assert.deepEqual([report.replaced, report.tombstoned, report.warnings], [0, [], []]);
    assert.deepEqual(report.written.toSorted(), await listKeys());
    assert.deepEqual(await listKeys(), await listReferencedKeys());
    const batch = await reader.readBatch("demo", "2026-03-04", "morning_brief");
    assert.equal(batch?.committedAt, report.committedAt);
    assert.deepEqual(
      batch?.widgets.map(({ id, bundle }) => [id, bundle.hash, bundle.size]),
      report.widgets.map(({ id, hash, size }) => [id, hash, size]),
    );
    assert.deepEqual(JSON.parse(JSON.stringify(report)), report);
  },

  "the same batch again has the same widgets, and no key becomes unreferenced": async (
    { commit, listKeys },
  ) => {
    const first = await commit({ "001_a.tckb": "a", "002_b.tckb": "b" });
    const second = await commit({ "001_a.tckb": "a", "002_b.tckb": "b" });
    assert.deepEqual(second.widgets, first.widgets);
    assert.notEqual(second.commitId, first.commitId);
    assert.deepEqual([second.replaced, second.tombstoned], [2, []]);
    assert.equal((await listKeys()).length, 2);
  },

  "the bundles of a replaced batch are found within the grace period": async (
    { commit, reader, listKeys },
  ) => {
    const first = await commit({ "001_a.tckb": "a", "002_b.tckb": "b" });
    const second = await commit({ "001_a.tckb": "a", "002_b.tckb": "new b" });
    const old = first.widgets[1]!;
    assert.deepEqual(second.tombstoned, [bundleKey("demo", old.hash)]);
    assert.equal((await listKeys()).length, 3);
    const found = (await reader.findBundle("demo", old.hash))!;
    assert.deepEqual([found.key, found.size], [bundleKey("demo", old.hash), null]);
    assert.equal((await reader.readBundle("demo", found))?.byteLength, old.size);
    assert.equal(await reader.findBundle("other", old.hash), null);
    assert.equal(await reader.readWidget("demo", old.id), null);
  },

  "without a grace period a commit deletes at once what it replaced": async (
    { commit, reader, listKeys, listReferencedKeys },
  ) => {
    const first = await commit({ "001_a.tckb": "a" });
    await commit({ "001_a.tckb": "new" }, {}, { retention: 0 });
    assert.deepEqual(await listKeys(), await listReferencedKeys());
    assert.equal(await reader.findBundle("demo", first.widgets[0]!.hash), null);
  },

  "a bundle that another day references gets no tombstone": async ({ commit, reader }) => {
    const first = await commit({ "001_a.tckb": "shared" });
    await commit({ "001_a.tckb": "shared" }, { localDate: "2026-03-05" });
    const third = await commit({ "001_a.tckb": "other" }, {}, { retention: 0 });
    assert.deepEqual(third.tombstoned, []);
    assert.notEqual(await reader.findBundle("demo", first.widgets[0]!.hash), null);
  },

  "a bundle that is committed again within its grace period loses its tombstone": async (
    { commit, database },
  ) => {
    await commit({ "001_a.tckb": "a" });
    await commit({ "001_a.tckb": "b" });
    const third = await commit({ "001_a.tckb": "a" });
    const tombstones = await database.kysely.selectFrom("tombstones").select("key").execute();
    assert.deepEqual(tombstones.map(({ key }) => key), third.tombstoned);
    assert.equal(third.tombstoned.length, 1);
  },

  "invalid bundles are reported and the valid ones committed": async ({ commit, events }) => {
    const junk = new Uint8Array([1, 2, 3]);
    const report = await commit({
      "001_a.tckb": "a",
      "002_bad.tckb": junk,
      "x.tckb": junk,
      "003_X.tckb": junk,
    });
    assert.deepEqual(report.widgets.map(({ name }) => name), ["001_a"]);
    assert.deepEqual(
      report.warnings.map(({ event, fileName }) => [event, fileName]).toSorted(),
      [
        ["bundle_malformed_name", "003_X.tckb"],
        ["bundle_missing_prefix", "x.tckb"],
        ["bundle_refused", "002_bad.tckb"],
      ],
    );
    assert.deepEqual(events.filter(({ level }) => level === "warning"), report.warnings);
  },

  "a batch without a valid widget is rejected and changes nothing": async (
    { commit, reader, listKeys, database },
  ) => {
    const first = await commit({ "001_a.tckb": "a" });
    const before = await listKeys();
    for (const bundles of [{}, { "001_bad.tckb": new Uint8Array(9) }, { "bad.tckb": "good bytes" }]) {
      await assert.rejects(() => commit(bundles), { name: "CommitError", code: "commit.no_valid_widget" });
    }
    assert.deepEqual(await listKeys(), before);
    const batch = await reader.readBatch("demo", "2026-03-04", "morning_brief");
    assert.deepEqual(batch?.widgets.map(({ id }) => id), first.widgets.map(({ id }) => id));
    assert.deepEqual(await database.kysely.selectFrom("object_intents").selectAll().execute(), []);
  },

  "the directory may be the project itself": async ({ deps, build }) => {
    const directory = join(await build({ "001_a.tckb": "a" }), "widget-batch");
    assert.equal((await commitBatch(deps, { ...REQUEST, directory })).widgets.length, 1);
  },

  "the directory may be a task's, with the batch in a folder of its date and kind": async (
    { deps, build, folder },
  ) => {
    for (const kind of ["morning_brief", "morning-brief"]) {
      const task = join(folder, `task-${kind}`);
      await mkdir(join(task, "2026-03-04"), { recursive: true });
      await rename(await build({ "001_a.tckb": "a" }), join(task, "2026-03-04", kind));
      assert.equal((await commitBatch(deps, { ...REQUEST, directory: task })).widgets.length, 1);
    }
  },

  "the error for a directory without a build says what to do": async ({ deps, folder }) => {
    await assert.rejects(() => commitBatch(deps, { ...REQUEST, directory: folder }), {
      code: "commit.no_bundles",
      message: /it has no widget-batch\/dist; build the widgets first$/,
    });
    await writeFile(join(folder, "dist"), "");
    await assert.rejects(() => commitBatch(deps, { ...REQUEST, directory: folder }), {
      code: "commit.no_bundles",
      message: /its dist is not a folder$/,
    });
  },

  "a symbolic link that leads out of the directory is not followed": async ({ deps, build, folder }) => {
    const directory = await build({ "001_a.tckb": "a" });
    const dist = join(directory, "widget-batch", "dist");
    await writeFile(join(folder, "secret.tckb"), await makeBundle("secret"));
    await symlink(join(folder, "secret.tckb"), join(dist, "002_secret.tckb"));
    await symlink("001_a.tckb", join(dist, "003_inside.tckb"));
    const report = await commitBatch(deps, { ...REQUEST, directory });
    assert.deepEqual(report.widgets.map(({ name }) => name), ["001_a", "003_inside"]);
    assert.deepEqual(report.warnings.map(({ event, fileName }) => [event, fileName]), [
      ["bundle_not_in_workspace", "002_secret.tckb"],
    ]);
    await rename(dist, join(folder, "moved"));
    await symlink(join(folder, "moved"), dist);
    await assert.rejects(() => commitBatch(deps, { ...REQUEST, directory }), { code: "commit.no_bundles" });
  },

  "a manifest of 32 KB is stored in an object, and read unchanged": async (
    { commit, reader, database },
  ) => {
    const defaultState = { text: "ä".repeat(16_400) };
    const report = await commit({ "001_a.tckb": await makeBundle("a", { defaultState }), "002_b.tckb": "b" });
    assert.deepEqual(report.written.map((key) => parseObjectKey(key)?.type), [
      "bundle",
      "manifest",
      "bundle",
    ]);
    const rows = await database.kysely.selectFrom("widgets").select(["manifest_json", "manifest_object_key"])
      .orderBy("position").execute();
    assert.deepEqual([rows[0]?.manifest_json, rows[0]?.manifest_object_key], [null, report.written[1]]);
    assert.deepEqual(rows[1], {
      manifest_json: { id: "weather", cardType: "feed", sizes: ["fill-auto"] },
      manifest_object_key: null,
    });
    const widget = await reader.readWidget("demo", report.widgets[0]!.id);
    assert.deepEqual(widget?.manifest, {
      id: "weather",
      cardType: "feed",
      sizes: ["fill-auto"],
      defaultState,
    });
  },

  "the source is packed deterministically as tar.gz": async ({ deps, build, objects }) => {
    const archives: Uint8Array[] = [];
    for (let round = 0; round < 2; round++) {
      const directory = await build({ "001_a.tckb": "a" });
      await writeSource(directory, "001_a/widget.tck.tsx", "export default 1;");
      await writeSource(directory, "001_a/images/dot.txt", "·");
      await symlink("/etc/hosts", join(directory, "widget-batch/widgets/001_a/hosts"));
      const report = await commitBatch(deps, { ...REQUEST, directory });
      archives.push((await objects.get(sourceKey("demo", report.widgets[0]!.id)))!);
    }
    assert.deepEqual(archives[0], archives[1]);
    const entries = await unpackTar(gunzipSync(archives[0]!));
    assert.deepEqual(
      entries.map(({ header, data }) => [header.name, header.mode, new TextDecoder().decode(data)]),
      [
        ["widgets/001_a/images/dot.txt", 0o644, "·"],
        ["widgets/001_a/widget.tck.tsx", 0o644, "export default 1;"],
      ],
    );
  },

  "a source over 128 KB is omitted, and the commit continues": async (
    { deps, build, database, listKeys, listReferencedKeys },
  ) => {
    const directory = await build({ "001_a.tckb": "a", "002_b.tckb": "b" });
    await writeSource(directory, "001_a/large.bin", randomBytes(131_073));
    await writeSource(directory, "002_b/small.bin", randomBytes(130_000));
    const report = await commitBatch(deps, { ...REQUEST, directory });
    const rows = await database.kysely.selectFrom("widgets").select("source_object_key").orderBy("position")
      .execute();
    assert.deepEqual(rows.map((row) => row.source_object_key), [
      null,
      sourceKey("demo", report.widgets[1]!.id),
    ]);
    assert.deepEqual(report.warnings.map(({ event, fileName }) => [event, fileName]), [[
      "source_not_stored",
      "001_a.tckb",
    ]]);
    assert.deepEqual(await listKeys(), await listReferencedKeys());
  },

  "a source that cannot be written is omitted, and the commit continues": async (
    { deps, build, database },
  ) => {
    const directory = await build({ "001_a.tckb": "a" });
    await writeSource(directory, "001_a/widget.tck.tsx", "export default 1;");
    const objects = failingOn(deps.objects, (key) => key.includes("/sources/"));
    const report = await commitBatch({ ...deps, objects }, { ...REQUEST, directory });
    assert.deepEqual(report.warnings.map(({ event }) => event), ["source_not_stored"]);
    assert.deepEqual(report.tombstoned, [sourceKey("demo", report.widgets[0]!.id)]);
    const [row] = await database.kysely.selectFrom("widgets").select("source_object_key").execute();
    assert.equal(row?.source_object_key, null);
  },

  "a flip with a shorter grace period does not shorten that of an existing tombstone": async (
    { deps, build, database },
  ) => {
    const directory = await build({ "001_a.tckb": "a" });
    await writeSource(directory, "001_a/widget.tck.tsx", "export default 1;");
    const objects = failingOn(deps.objects, (key) => key.includes("/sources/"));
    const readTombstones = () =>
      database.kysely.selectFrom("tombstones").select(["key", "not_before"]).execute();
    const first = await commitBatch({ ...deps, objects }, { ...REQUEST, directory });
    const [tombstone, ...more] = await readTombstones();
    assert.deepEqual([tombstone?.key, more], [first.tombstoned[0], []]);
    const second = await commitBatch({ ...deps, objects, retention: 60_000 }, { ...REQUEST, directory });
    assert.deepEqual(second.tombstoned, first.tombstoned);
    assert.deepEqual(await readTombstones(), [tombstone]);
    const later = await commitBatch({ ...deps, objects, retention: 90_000_000 }, { ...REQUEST, directory });
    assert.deepEqual(later.tombstoned, first.tombstoned);
    assert.ok((await readTombstones())[0]!.not_before > tombstone!.not_before);
  },

  "an object that cannot be written fails the commit, and readers see the old batch": async (
    { commit, deps, reader },
  ) => {
    const first = await commit({ "001_a.tckb": "a" });
    let puts = 0;
    const objects = failingOn(deps.objects, () => ++puts === 2);
    await assert.rejects(
      () => commit({ "001_a.tckb": "b", "002_c.tckb": "c", "003_d.tckb": "d" }, {}, { objects }),
      { code: "commit.write_failed", message: /the disk is full/ },
    );
    const batch = await reader.readBatch("demo", "2026-03-04", "morning_brief");
    assert.deepEqual(batch?.widgets.map(({ id }) => id), first.widgets.map(({ id }) => id));
  },

  "an aborted commit changes nothing": async ({ commit, reader }) => {
    const first = await commit({ "001_a.tckb": "a" });
    for (const stage of ["scan", "write"]) {
      const controller = new AbortController();
      const onProgress = (progress: { stage: string }) => progress.stage === stage && controller.abort();
      const options = { onProgress, signal: controller.signal };
      await assert.rejects(() => commit({ "001_a.tckb": "b", "002_b.tckb": "c" }, options), {
        code: "commit.aborted",
      });
    }
    const batch = await reader.readBatch("demo", "2026-03-04", "morning_brief");
    assert.deepEqual(batch?.widgets.map(({ id }) => id), first.widgets.map(({ id }) => id));
  },

  "a bundle that is changed after the scan is committed as it was scanned": async (
    { deps, build, objects },
  ) => {
    const bytes = await makeBundle("a");
    const directory = await build({ "001_a.tckb": bytes });
    const { onProgress } = await changeWhenScanned(directory);
    const { written } = await commitBatch(deps, { ...REQUEST, directory, onProgress });
    assert.deepEqual(await objects.get(written[0]!), bytes);
  },

  "a bundle that has no place in the cache and is changed after the scan fails the commit": async (
    { deps, build, reader },
  ) => {
    const noise = crypto.getRandomValues(new Uint8Array(65_536)).toBase64();
    const css = Array.from({ length: 40 }, (_, turn) => noise.slice(turn) + noise.slice(0, turn)).join("");
    const names = ["001_a.tckb", "002_b.tckb", "003_c.tckb"];
    const bundles = names.map(async (name) => [name, await makeBundle(name, {}, css)] as const);
    const directory = await build(Object.fromEntries(await Promise.all(bundles)));
    const { onProgress } = await changeWhenScanned(directory, "003_c.tckb");
    await assert.rejects(() => commitBatch(deps, { ...REQUEST, directory, onProgress }), {
      code: "commit.bundle_changed",
    });
    assert.equal(await reader.readBatch("demo", "2026-03-04", "morning_brief"), null);
  },

  "overwriting the styles of a bundle with the same module is reported": async ({ commit, reader }) => {
    await commit({ "001_a.tckb": await makeBundle("a", {}, "p{color:red}") });
    const same = await commit({ "001_a.tckb": await makeBundle("a", {}, "p{color:red}") });
    assert.deepEqual(same.warnings, []);
    const { warnings, widgets } = await commit({
      "001_a.tckb": await makeBundle("a", {}, "p{color:magenta}"),
    });
    assert.deepEqual(warnings.map(({ event }) => event), ["bundle_css_collision"]);
    const found = await reader.findBundle("demo", widgets[0]!.hash);
    assert.equal(found?.size, widgets[0]!.size);
  },

  "a store that cannot return what a put overwrites does not fail the commit": async ({ commit, deps }) => {
    const objects = { ...deps.objects, get: () => Promise.reject(new Error("no answer")) };
    const bundle = await makeBundle("a", {}, "p{color:red}");
    const { warnings, written } = await commit({ "001_a.tckb": bundle }, {}, { objects });
    assert.deepEqual([warnings, written.length], [[], 1]);
  },

  "a legacy bundle is stored after its renames": async ({ commit, objects }) => {
    const report = await commit({ "001_a.tckb": await makeBundle("a", { sizes: ["auto"] }) });
    const stored = await objects.get(report.written[0]!);
    assert.equal(stored?.length, report.widgets[0]!.size);
    assert.ok(!new TextDecoder("latin1").decode(stored!).includes('["auto"]'));
  },

  "the task gets one entry per batch, and keeps its other files": async ({ commit, database }) => {
    const other = { type: "report", path: "a.md" };
    await sql`insert into worker_agent_tasks values ('task-1', 'demo', jsonb_build_array(${other}::jsonb))`
      .execute(database.kysely);
    await commit({ "001_a.tckb": "a" });
    await commit({ "001_a.tckb": "a" }, { kind: "evening_brief" });
    const { commitId, committedAt } = await commit({ "001_a.tckb": "a", "002_b.tckb": "b" });
    const task = await database.kysely.selectFrom("worker_agent_tasks").selectAll().executeTakeFirstOrThrow();
    assert.deepEqual(task.output_files.map(({ type, batchId }) => [type, batchId]), [
      ["report", undefined],
      ["widget_batch", "20260304-evening-brief"],
      ["widget_batch", "20260304-morning-brief"],
    ]);
    assert.deepEqual(task.output_files[2], {
      type: "widget_batch",
      batchId: "20260304-morning-brief",
      commitId,
      committedAt,
      widgetCount: 2,
    });
  },

  "a task id is scoped to its user": async ({ commit, database, reader }) => {
    await commit({ "001_a.tckb": "a" });
    const { commitId } = await commit({ "001_a.tckb": "a" }, { userId: "other" });
    for (const userId of ["demo", "other"]) {
      assert.notEqual(await reader.readBatch(userId, "2026-03-04", "morning_brief"), null);
    }
    const tasks = await database.kysely.selectFrom("worker_agent_tasks").selectAll().orderBy("user_id")
      .execute();
    assert.deepEqual(tasks.map(({ user_id, task_id }) => [user_id, task_id]), [
      ["demo", "task-1"],
      ["other", "task-1"],
    ]);
    assert.deepEqual(tasks[1]!.output_files.map((file) => file["commitId"]), [commitId]);
  },

  "an invalid user, day, kind or task is rejected": async ({ commit }) => {
    const wrong = [{ userId: ".." }, { userId: "a\nb" }, { localDate: "2026-02-30" }, {
      kind: "brunch" as never,
    }, {
      taskId: "",
    }, { taskId: "a\u0000" }];
    for (const request of wrong) {
      await assert.rejects(() => commit({ "001_a.tckb": "a" }, request), { code: "commit.invalid_request" });
    }
  },

  "progress is reported for scan and write": async ({ commit }) => {
    const seen: string[] = [];
    await commit({ "001_a.tckb": "a", "002_b.tckb": "b" }, {
      onProgress: ({ stage, done, total }) => void seen.push(`${stage} ${done}/${total}`),
    });
    assert.deepEqual(seen, ["scan 1/2", "scan 2/2", "write 1/2", "write 2/2"]);
  },
};

/** The store, where the put of some keys fails. */
export function failingOn(objects: ObjectStore, fails: (key: string) => boolean): ObjectStore {
  return {
    ...objects,
    put: (key, bytes, options) =>
      fails(key) ? Promise.reject(new Error("the disk is full")) : objects.put(key, bytes, options),
  };
}

async function writeSource(directory: string, path: string, content: string | Uint8Array): Promise<void> {
  const file = join(directory, "widget-batch", "widgets", path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
}

/** Overwrites the first bundle as soon as it is scanned. */
async function changeWhenScanned(directory: string, name = "001_a.tckb") {
  const other = await makeBundle("other");
  const onProgress: CommitOptions["onProgress"] = ({ stage, done, total }) => {
    if (stage !== "scan" || done < total) return;
    Deno.writeFileSync(join(directory, "widget-batch/dist", name), other);
  };
  return { onProgress };
}
