import assert from "node:assert/strict";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readUserRows } from "../../../hosts/postgres/mod.ts";
import { createFileObjectStore } from "../../../hosts/objects/mod.ts";
import { createErasureLog, eraseUser, exportUser } from "../../../hosts/user_data/mod.ts";
import { enqueueCommit } from "../../../hosts/commit_queue/mod.ts";
import { Engines, REQUEST } from "../commit/service.ts";

const engines = new Engines();
Deno.test.afterAll(() => engines.close());

Deno.test("dead letters of a user are exported and erased, and those of another user are kept", () =>
  engines.run("postgresql", async ({ deps, database, folder }) => {
    const { commitRequests } = database;
    for (const userId of ["ada", "bob"]) {
      await enqueueCommit(deps, { ...REQUEST, userId, workspace: "w", strict: false }, "/test");
      await commitRequests.reject((await commitRequests.take())!, "nothing there");
    }
    const { commitRequests: [letter, ...more] } = await readUserRows(database, "ada");
    assert.deepEqual(more, []);
    const { queue, event } = JSON.parse(letter!);
    assert.deepEqual([queue, event.data.userId], ["tck.commit.requested.dead", "ada"]);

    const erasureLog = createErasureLog(await createFileObjectStore(join(folder, "erasures")), "");
    const { erased } = await eraseUser(
      { ...deps, erasureLog, eraseElsewhere: () => Promise.resolve([]) },
      "ada",
    );
    assert.equal(erased.find(({ what }) => what === "commitRequests")?.count, 1);
    const left = (await commitRequests.listDead()).map(({ event }) =>
      (event.data as { userId: string }).userId
    );
    assert.deepEqual(left, ["bob"]);
  }));

Deno.test("a user who has returned is erased by an erasure of its own, and one who has not by the last", () =>
  engines.run("postgresql", async (service) => {
    const { deps, folder } = service;
    const erasureLog = createErasureLog(await createFileObjectStore(join(folder, "erasures")), "");
    const erase = async () => {
      const everything = { ...deps, erasureLog, eraseElsewhere: () => Promise.resolve([]) };
      return (await eraseUser(everything, "ada")).erasureId;
    };
    await service.commit({ "001_a.tckb": "a" }, { userId: "ada" });
    const first = await erase();
    assert.equal(await erase(), first);
    await service.commit({ "001_a.tckb": "a" }, { userId: "ada" });
    assert.notEqual(await erase(), first);
  }));

Deno.test("an export that fails after its file was opened leaves neither a part of it nor another archive", () =>
  engines.run("postgresql", async (service) => {
    await service.commit({ "001_a.tckb": "a", "002_b.tckb": "b" }, { userId: "ada" });
    const path = join(service.folder, "ada.tar");
    await writeFile(path, "the archive of before");
    let reads = 0;
    const objects = {
      ...service.objects,
      get: (key: string) => ++reads === 2 ? Promise.reject(new Error("stalled")) : service.objects.get(key),
    };
    const during: string[] = [];
    const watched = {
      ...objects,
      async get(key: string) {
        during.push(...(await readdir(service.folder)).filter((name) => name.endsWith(".tmp")));
        return await objects.get(key);
      },
    };
    await assert.rejects(exportUser({ ...service.deps, objects: watched }, "ada", path), /stalled/);
    assert.equal(during.length, 2, "the file was open");
    assert.deepEqual((await readdir(service.folder)).filter((name) => name.includes(".tmp")), []);
    assert.equal(await readFile(path, "utf8"), "the archive of before");
    await exportUser(service.deps, "ada", path);
    assert.notEqual(await readFile(path, "utf8"), "the archive of before");
  }));
