import assert from "node:assert/strict";
import { closeSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, realpath, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type Folder,
  nullIfMissing,
  openFolder,
  openRegularFile,
  readDescriptor,
} from "../../../terminal/files/mod.ts";
import { openByIdentity } from "../../../terminal/files/open_folder.ts";
import { exchangePaths } from "./exchange.ts";
import { assertNothingOpen } from "./open_descriptors.ts";
import { makePipe } from "./make_pipe.ts";

Deno.test.sanitizer({ ops: true, resources: true });

/** A folder `root` and a folder `out` beside it, each with the file `a/file`, which holds its name. */
async function withFolders(run: (folder: string) => Promise<void>): Promise<void> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "tck-folder-")));
  try {
    for (const name of ["root", "out"]) {
      await mkdir(join(folder, name, "a/b"), { recursive: true });
      await writeFile(join(folder, name, "a/file"), name);
    }
    await run(folder);
    assertNothingOpen(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function read(folder: Folder, path: string, links = true): Promise<string> {
  return new TextDecoder().decode(await folder.readFile(path, 100, { links }));
}

const WAYS: { [name: string]: (path: string) => Folder } = {
  "from descriptors": openFolder,
  "by device and inode": openByIdentity,
};

for (const [way, open] of Object.entries(WAYS)) {
  Deno.test(`below a folder that is opened ${way}, links are followed that stay inside, and no others`, () =>
    withFolders(async (folder) => {
      const links = {
        inside: "a/file",
        "a/above": "../a/./file",
        "a/b/both": "../../a/above",
        absolute: join(folder, "root/a/file"),
        "a/itself": "..",
        out: "../out/a/file",
        "a/out": "../../out/a/file",
        "a/away": join(folder, "out/a/file"),
        "a/back": "../../root/a/file",
        loop: "loop",
        "a/ping": "pong",
        "a/pong": "ping",
        sibling: join(folder, "root-too"),
      };
      for (const [link, target] of Object.entries(links)) await symlink(target, join(folder, "root", link));
      using root = open(join(folder, "root"));
      const inside = [
        "a/file",
        "inside",
        "a/above",
        "a/b/both",
        "absolute",
        "a/itself/a/itself/inside",
        "a/../a/file",
      ];
      for (const path of inside) assert.equal(await read(root, path), "root", path);
      for (
        const path of [
          "out",
          "a/out",
          "a/away",
          "a/back",
          "sibling",
          "../out/a/file",
          "a/itself/../out/a/file",
        ]
      ) {
        await assert.rejects(read(root, path), { code: "folder.outside" }, path);
      }
      for (const path of ["loop", "a/ping", "loop/file"]) {
        await assert.rejects(read(root, path), { code: "folder.too_many_links" }, path);
      }
      for (const path of ["inside", "a/itself/a/file", "loop"]) {
        await assert.rejects(read(root, path, false), { code: "folder.linked" }, path);
      }
      for (const path of ["", "a", "a/itself"]) {
        await assert.rejects(read(root, path), { code: /^(folder.not_a_file|EISDIR)$/ });
      }
      await assert.rejects(read(root, "a/none"), { code: "ENOENT" });
      await assert.rejects(read(root, "a/file/none"), { code: "ENOTDIR" });
      await assert.rejects(read(root, `a/${"x".repeat(300)}`), { code: "ENAMETOOLONG" });
      const { descriptor, path } = root.openFile("a/b/both", { links: true });
      closeSync(descriptor);
      assert.equal(path, "a/file");
    }));

  Deno.test(`a folder that is opened ${way} lists its entries and reaches each by its name only`, () =>
    withFolders(async (folder) => {
      using root = open(join(folder, "root"));
      using a = root.openFolder("a");
      assert.equal(a.path, join(folder, "root/a"));
      assert.deepEqual((await Array.fromAsync(a.entries())).map(({ name }) => name).sort(), ["b", "file"]);
      for await (const entry of a.entries()) {
        assert.ok(entry);
        break; // The rest is not read, and nothing stays open.
      }
      assert.equal(readFileSync(a.entryPath("file"), "utf8"), "root");
      for (const name of ["", ".", "..", "../file", "b/c"]) {
        assert.throws(() => a.entryPath(name), { code: "folder.invalid_name" }, name);
      }
    }));

  // claim: paths-stay-in-folder
  Deno.test(`while a folder and a link are exchanged, nothing outside is read below a folder that is opened ${way}`, () =>
    withFolders(async (folder) => {
      await symlink(join(folder, "out/a"), join(folder, "root/decoy"));
      using root = open(join(folder, "root"));
      await using _ = await exchangePaths(join(folder, "root/a"), join(folder, "root/decoy"));
      let found = 0;
      for (let count = 0; count < 3_000; count++) {
        const text = await read(root, "a/file").catch((error) => error.code);
        assert.notEqual(text, "out");
        if (text === "root") found++;
      }
      assert.ok(found > 0);
    }));
}

Deno.test("an open folder is reached after it was moved and another took its place, and not after it is closed", () =>
  withFolders(async (folder) => {
    const root = openFolder(join(folder, "root"));
    await rename(join(folder, "root"), join(folder, "moved"));
    await rename(join(folder, "out"), join(folder, "root"));
    assert.equal(await read(root, "a/file"), "root");
    using byIdentity = openByIdentity(join(folder, "root"));
    await rename(join(folder, "root"), join(folder, "out"));
    await rename(join(folder, "moved"), join(folder, "root"));
    await assert.rejects(read(byIdentity, "a/file"), { code: "folder.changed" });
    root[Symbol.dispose]();
    root[Symbol.dispose]();
    assert.throws(() => root.entryPath("a"), /is closed$/);
  }));

Deno.test("a file is read up to one byte over the limit", () =>
  withFolders(async (folder) => {
    const path = join(folder, "root/large");
    await writeFile(path, "x".repeat(300_000));
    using root = openFolder(join(folder, "root"));
    const lengths = [300_000, 299_998, 2].map(async (limit) => (await root.readFile("large", limit)).length);
    assert.deepEqual(await Promise.all(lengths), [300_000, 299_999, 3]);
  }));

Deno.test("only a regular file is read, without waiting for a pipe", () =>
  withFolders(async (folder) => {
    makePipe(join(folder, "root/pipe"));
    using root = openFolder(join(folder, "root"));
    await assert.rejects(root.readFile("pipe", 10), { code: "folder.not_a_file" });
    await symlink("pipe", join(folder, "root/link"));
    assert.throws(() => openRegularFile(join(folder, "root/link")), { code: "folder.not_a_file" });
    await symlink("../out/a/file", join(folder, "root/chosen"));
    const file = openRegularFile(join(folder, "root/chosen"));
    assert.equal(new TextDecoder().decode(await readDescriptor(file, 10)), "out");
    closeSync(file);
  }));

Deno.test("the error of a path that does not exist becomes null, and every other one is thrown again", () =>
  withFolders(async (folder) => {
    for (const path of ["nothing", "root/a/file/below"]) {
      assert.equal(await realpath(join(folder, path)).catch(nullIfMissing), null);
    }
    await symlink(join(folder, "link"), join(folder, "link"));
    await assert.rejects(() => realpath(join(folder, "link")).catch(nullIfMissing), { code: "ELOOP" });
  }));
