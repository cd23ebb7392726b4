import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hashBytes, hashKey, PictureStore } from "../../../preview/server/snapshot/picture_store.ts";
import { SnapshotFolder } from "../../../preview/server/snapshot/snapshot_folder.ts";

async function withFolder(run: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "tck-pictures-"));
  try {
    await run(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

const DAY = 86_400;

Deno.test("pictures and values are kept by their keys, and not read where all are taken again", () =>
  withFolder(async (folder) => {
    const path = join(folder, "new/store");
    const store = new PictureStore(path, { isRead: true });
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
    const fresh = new PictureStore(path, { isRead: false });
    assert.deepEqual([await fresh.readPicture(key), await fresh.readJson(key)], [null, null]);
    await writeFile(join(path, `${key}.json`), "{");
    assert.equal(await store.readJson(key), null, "a damaged value is not read");
    assert.equal(hashBytes(png), "039058c6f2c0cb492c533b0a4d14ef77cc0f78abccced5287d84a1a2011cfb81");
  }));

Deno.test("what was not used for a week is deleted, what is used again stays, and other files too", () =>
  withFolder(async (folder) => {
    const store = new PictureStore(folder, { isRead: true });
    const [old, used, young] = ["a", "b", "c"].map((letter) => letter.repeat(64)) as [string, string, string];
    const temporary = `${crypto.randomUUID()}.tmp`;
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
      (await readdir(folder)).sort(),
      [`${old}.png.bak`, `${used}.png`, `${young}.png`, "notes.txt"].sort(),
    );
    await new PictureStore(join(folder, "nothing"), { isRead: true }).deleteOld();
  }));

Deno.test("a picture that cannot be kept is not an error and leaves no temporary file", () =>
  withFolder(async (folder) => {
    const store = new PictureStore(folder, { isRead: true });
    const key = "a".repeat(64);
    await mkdir(join(folder, `${key}.png`));
    await store.writePicture(key, new Uint8Array(1));
    assert.deepEqual(await readdir(folder), [`${key}.png`]);
    await new PictureStore("/dev/null/pictures", { isRead: true }).writePicture(key, new Uint8Array(1));
  }));

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
