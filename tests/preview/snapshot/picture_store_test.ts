import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  truncate,
  utimes,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { reviewFoldersOf, ReviewStore } from "../../../preview/server/review/mod.ts";
import { readKeptCamera, readKeptPicture } from "../../../preview/server/snapshot/kept_picture.ts";
import { readPictureFile } from "../../../preview/server/snapshot/baseline/picture_files.ts";
import { requireInside, requireOwnFile } from "../../../preview/server/snapshot/baseline/own_folder.ts";
import { readReport } from "../../../preview/server/snapshot/report/read_report.ts";
import { hashBytes, hashKey, PictureStore } from "../../../preview/server/snapshot/baseline/picture_store.ts";
import { assertNothingOpen } from "../../terminal/files/open_descriptors.ts";
import { runSnapshotHere } from "./command_here.ts";
import { SnapshotFolder } from "../../../preview/server/snapshot/baseline/snapshot_folder.ts";
import { makePipe } from "../../terminal/files/make_pipe.ts";

async function withFolder(run: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "tck-pictures-"));
  try {
    await run(folder);
    assertNothingOpen(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

const DAY = 86_400;

Deno.test("a picture of a folder is read by its name, and nothing of a folder that is looked at stays open", () =>
  withFolder(async (folder) => {
    await writeFile(join(folder, "a.png"), "png");
    const read = await readPictureFile(folder, "a.png");
    assert.equal(new TextDecoder().decode(read!), "png");
    assert.equal(await readPictureFile(folder, "b.png"), null);
    assert.equal(await readPictureFile(join(folder, "none"), "a.png"), null);
    await mkdir(join(folder, "below"));
    for (const name of ["below", "none"]) requireInside(folder, join(folder, name));
    for (const name of ["a.png", "none"]) requireOwnFile(folder, join(folder, name));
    await symlink("/", join(folder, "outside"));
    for (const path of ["outside", "outside/etc"]) {
      const error = { code: "folder.outside" };
      assert.throws(() => requireInside(folder, join(folder, path)), error);
      assert.throws(() => requireOwnFile(folder, join(folder, path)), error);
    }
    await writeFile(join(folder, "report.json"), "{}");
    await assert.rejects(readReport(folder), { code: "report.unreadable" });
  }));

Deno.test("pictures and values are kept by their keys, and not read where all are taken again", () =>
  withFolder(async (folder) => {
    const path = join(folder, "new/store");
    const store = new PictureStore(folder, "new/store", { isRead: true });
    const key = hashKey("a", { b: 1 });
    assert.match(key, /^[0-9a-f]{64}$/);
    assert.equal(new Set([key, hashKey("a", { b: 2 }), hashKey(["a", { b: 1 }]), hashKey("a")]).size, 4);
    assert.deepEqual([await store.readJson(key), await store.readPicture(key)], [null, null]);
    const png = new Uint8Array([1, 2, 3]);
    await store.writePicture(key, png);
    await store.writeJson(key, { seen: true });
    assert.deepEqual([new Uint8Array((await store.readPicture(key))!), await store.readJson(key)], [png, {
      seen: true,
    }]);
    const fresh = new PictureStore(folder, "new/store", { isRead: false });
    assert.deepEqual([await fresh.readPicture(key), await fresh.readJson(key)], [null, null]);
    await writeFile(join(path, `${key}.json`), "{");
    assert.equal(await store.readJson(key), null, "a damaged value is not read");
    assert.equal(hashBytes(png), "039058c6f2c0cb492c533b0a4d14ef77cc0f78abccced5287d84a1a2011cfb81");
  }));

Deno.test("what was not used for a week is deleted, what is used again stays, and other files too", () =>
  withFolder(async (project) => {
    const folder = join(project, "store");
    const store = new PictureStore(project, "store", { isRead: true });
    const [old, used, young] = ["a", "b", "c"].map((letter) => letter.repeat(64)) as [string, string, string];
    const temporary = `.${crypto.randomUUID()}.tmp`;
    for (const key of [old, used, young]) await store.writePicture(key, new Uint8Array(1));
    for (const name of [temporary, "notes.txt", `${old}.png.bak`]) await writeFile(join(folder, name), "");
    const age = (name: string, days: number) => {
      const time = Date.now() / 1000 - days * DAY;
      return utimes(join(folder, name), time, time);
    };
    for (const name of [`${old}.png`, `${used}.png`, temporary, "notes.txt", `${old}.png.bak`]) {
      await age(name, 8);
    }
    await age(`${young}.png`, 6.9);
    await store.readPicture(used);
    await store.deleteOld();
    assert.deepEqual(
      readdirSync(folder).sort(),
      [`${old}.png.bak`, `${used}.png`, `${young}.png`, "notes.txt"].sort(),
    );
    await new PictureStore(folder, "nothing", { isRead: true }).deleteOld();
  }));

Deno.test("a picture that cannot be kept is not an error and leaves no temporary file", () =>
  withFolder(async (project) => {
    const folder = join(project, "store");
    const store = new PictureStore(project, "store", { isRead: true });
    const key = "a".repeat(64);
    await mkdir(join(folder, `${key}.png`), { recursive: true });
    await store.writePicture(key, new Uint8Array(1));
    assert.deepEqual(await readdir(folder), [`${key}.png`]);
    await new PictureStore("/dev/null", "pictures", { isRead: true }).writePicture(key, new Uint8Array(1));
  }));

// claim: project-elsewhere
Deno.test("a store that leads out of the project is not read, written or tidied, and a link in it is replaced", () =>
  withFolder(async (folder) => {
    const [project, outside, key] = [join(folder, "project"), join(folder, "outside"), "a".repeat(64)];
    await mkdir(project);
    await mkdir(outside);
    const old = (Date.now() - 20 * DAY * 1000) / 1000;
    for (const name of [`${key}.json`, `${key}.png`]) {
      await writeFile(join(outside, name), "{}");
      await utimes(join(outside, name), old, old);
    }
    const use = async (store: PictureStore) => {
      const read = [await store.readJson(key), await store.readPicture(key)];
      await store.writePicture("b".repeat(64), new Uint8Array(1));
      await store.deleteOld();
      return read;
    };
    const before = await readdir(outside);
    for (const target of [outside, "../outside"]) {
      await symlink(target, join(project, "linked"));
      assert.deepEqual(await use(new PictureStore(project, "linked", { isRead: true })), [null, null]);
      assert.deepEqual(await readdir(outside), before);
      await rm(join(project, "linked"));
    }
    await mkdir(join(project, "own/store"), { recursive: true });
    await symlink("own", join(project, "inside"));
    const store = new PictureStore(project, "inside/store", { isRead: true });
    const path = join(project, "own/store", `${key}.json`);
    const makers: { [kind: string]: () => unknown } = {
      link: () => symlink(join(outside, `${key}.json`), path),
      endless: () => symlink("/dev/zero", path),
      pipe: () => makePipe(path),
      large: async () => {
        await writeFile(path, "");
        await truncate(path, 16 * 1024 * 1024 + 1);
      },
    };
    for (const [kind, make] of Object.entries(makers)) {
      await make();
      assert.equal(await store.readJson(key), null, kind);
      await store.writeJson(key, { kind });
      assert.deepEqual(await store.readJson(key), { kind }, "a link that stays in the project is followed");
      await rm(path);
    }
    assert.deepEqual(await readdir(outside), before);
  }));

// claim: project-elsewhere
Deno.test("what a store has is used only if it has the form of an observation, without control characters", () => {
  const observation = {
    cardError: null,
    cardErrorSource: null,
    pageErrors: ["one\u001b[2K\u202e"],
    consoleErrors: [],
    blocked: [],
    violations: [],
    overflow: null,
    layout: [{ rule: "text.cut", message: "cut", element: null }],
    mountMs: 1,
  };
  const kept = { observation: { ...observation, pageErrors: ["one\\u001b[2K\\u202e"] } };
  assert.deepEqual(readKeptPicture({ observation }), kept);
  assert.deepEqual(readKeptPicture(kept), kept, "what is kept again stays the same");
  const odd = [null, 5, [], {}, { observation: null }, { observation: { ...observation, layout: [{}] } }];
  for (const value of odd) {
    assert.deepEqual([readKeptPicture(value), readKeptCamera(value)], [null, null], JSON.stringify(value));
  }
});

// claim: project-elsewhere
Deno.test("a snapshot and a review reject folders that are links out of the project", async () => {
  for (const linked of [".tck", ".tck/pictures", "snapshots"]) {
    await withFolder(async (folder) => {
      const [project, outside] = [join(folder, "project"), join(folder, "outside")];
      await mkdir(join(project, "node_modules"), { recursive: true });
      await mkdir(outside);
      await writeFile(join(outside, "holiday.2024.light.beach.png"), "precious");
      await mkdir(dirname(join(project, linked)), { recursive: true });
      await symlink(outside, join(project, linked));
      for (const flags of [["--update"], ["--baseline", join(project, "snapshots")]]) {
        const { code, stderr } = await runSnapshotHere(["--cwd", project, ...flags]);
        assert.deepEqual([code, stderr.includes(`"${linked}`)], [1, true], stderr);
        assert.match(stderr, /of the project: a symbolic link leads out of the project/);
      }
      if (linked !== ".tck/pictures") {
        await assert.rejects(() => new ReviewStore(reviewFoldersOf(project)).read(), {
          code: "folder.outside",
        });
      }
      assert.deepEqual(await readdir(outside), ["holiday.2024.light.beach.png"]);
    });
  }
});

Deno.test("a snapshot replaces a former one as a whole, and no folder with other files", () =>
  withFolder(async (folder) => {
    const path = join(folder, "deep/shots");
    const take = async (picture: string) => {
      const snapshot = await SnapshotFolder.create(path);
      await snapshot.write(picture, "png");
      await snapshot.write("report.json", picture);
      return snapshot;
    };
    await (await take("a.png")).finish();
    const second = await take("b.png");
    assert.deepEqual(
      (await readdir(path)).sort(),
      ["a.png", "report.json"],
      "the former one is whole until the end",
    );
    await second.finish();
    await second.discard();
    assert.deepEqual((await readdir(path)).sort(), ["b.png", "report.json"]);
    await (await take("c.png")).discard();
    assert.equal(await readFile(join(path, "report.json"), "utf8"), "b.png");

    const third = await take("d.png");
    await writeFile(join(path, "mine.txt"), "");
    await assert.rejects(() => third.finish(), { code: "folder.occupied" });
    await third.discard();
    await assert.rejects(() => SnapshotFolder.create(path), { code: "folder.occupied" });
    await rm(join(path, "mine.txt"));
    await rm(join(path, "report.json"));
    await assert.rejects(
      () => SnapshotFolder.create(path),
      { code: "folder.occupied" },
      "pictures without a report",
    );
    await assert.rejects(() => SnapshotFolder.create(join(path, "b.png")), { code: "folder.occupied" });
    await assert.rejects(() => SnapshotFolder.create(join(folder, "x".repeat(300))), {
      code: "folder.unwritable",
      message:
        /^Cannot write the snapshot to ".*": ENAMETOOLONG: name too long.*; give another folder by --out$/,
    });
    assert.deepEqual(await readdir(join(folder, "deep")), ["shots"], "nothing else is left");
    assert.ok((await stat(join(path, "b.png"))).isFile());
  }));
