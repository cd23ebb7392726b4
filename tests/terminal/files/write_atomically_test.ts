import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { MAX_SYNC_BYTES, replaceFile, TEMPORARY_NAME, writeAtomically } from "../../../terminal/files/mod.ts";
import { temporaryFolder } from "../../hosts/cli/command_process.ts";
import { assertNothingOpen } from "./open_descriptors.ts";

Deno.test("a reader sees the old bytes or the new ones, never a part", async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, "a");
  const length = 8_000_000;
  await writeAtomically(path, new Uint8Array(length).fill(1));
  let isWriting = true;
  const write = writeAtomically(path, new Uint8Array(length).fill(2)).finally(() => isWriting = false);
  while (isWriting) {
    const seen = await readFile(path);
    assert.equal(seen.byteLength, length);
    assert.equal(seen[0], seen.at(-1));
  }
  await write;
  assert.equal((await readFile(path))[0], 2);
  assert.deepEqual(await readdir(folder.path), ["a"]);
});

Deno.test("a file that is written in part only leaves the old one whole, and no temporary file", async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, "a");
  await writeFile(path, "old");
  // The second read of the bytes fails: writing ends in the middle.
  const bytes = new Proxy(new Uint8Array(10), {
    get() {
      throw new Error("no more bytes");
    },
  });
  await assert.rejects(writeAtomically(path, bytes));
  assert.equal(await readFile(path, "utf8"), "old");
  assert.deepEqual(await readdir(folder.path), ["a"]);
});

Deno.test("nothing stays open, whether a file is written or not", async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, "a");
  await mkdir(join(path, "b"), { recursive: true });
  for (const bytes of [new Uint8Array(1), new Uint8Array(MAX_SYNC_BYTES + 1)]) {
    await writeAtomically(join(folder.path, "written"), bytes);
    await assert.rejects(writeAtomically(path, bytes), { code: "EISDIR" });
  }
  assertNothingOpen(folder.path);
});

Deno.test("a rename that fails has its own error, and leaves no temporary file", async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, "a");
  await mkdir(join(path, "b"), { recursive: true });
  await assert.rejects(writeAtomically(path, "new"), { code: "EISDIR" });
  assert.deepEqual(await readdir(folder.path), ["a"]);
  await assert.rejects(writeAtomically(join(folder.path, "missing", "a"), "new"), { code: "ENOENT" });
});

Deno.test("the file has the mode of the call, also in place of a file that others may read", async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, "a");
  await writeFile(path, "old", { mode: 0o644 });
  await writeAtomically(path, "new", { mode: 0o600 });
  assert.equal((await stat(path)).mode & 0o777, 0o600);
  assert.equal(await readFile(path, "utf8"), "new");
  await writeAtomically(path, "newer");
  assert.equal((await stat(path)).mode & 0o777, 0o666 & ~process.umask());
});

Deno.test("of two writers of one file, one is the last, and its file is whole", async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, "a");
  const contents = ["1", "2"].map((letter) => letter.repeat(1_000_000));
  await Promise.all(contents.map((content) => writeAtomically(path, content)));
  assert.ok(contents.includes(await readFile(path, "utf8")));
  assert.deepEqual(await readdir(folder.path), ["a"]);
});

Deno.test("of two writers of a new file, one has its place, and the other an error", async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, "a");
  const results = await Promise.allSettled(
    ["1", "2"].map((content) => writeAtomically(path, content, { isNew: true })),
  );
  const failed = results.filter((result) => result.status === "rejected");
  assert.deepEqual(failed.map(({ reason }) => reason.code), ["EEXIST"]);
  assert.equal(await readFile(path, "utf8"), results[0]!.status === "fulfilled" ? "1" : "2");
  assert.deepEqual(await readdir(folder.path), ["a"]);
});

Deno.test("the temporary file is beside the file, or where the caller says, in place of what is there", async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, "a");
  const seen = await replaceFile(path, async (temporary) => {
    await writeFile(temporary, "new", { flag: "wx" });
    return await readdir(folder.path);
  });
  assert.equal(seen.length, 1);
  assert.match(seen[0]!, TEMPORARY_NAME);
  const own = join(folder.path, "left behind");
  await writeFile(own, "by a process that was killed", { mode: 0o644 });
  await writeAtomically(path, "newer", { temporary: own, mode: 0o600 });
  assert.equal(await readFile(path, "utf8"), "newer");
  assert.equal((await stat(path)).mode & 0o777, 0o600);
  assert.deepEqual(await readdir(folder.path), ["a"]);
});

Deno.test("an aborted signal ends a write before the file has its name", async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, "a");
  await writeFile(path, "old");
  const controller = new AbortController();
  const replacing = replaceFile(path, async (temporary) => {
    await writeFile(temporary, "new");
    controller.abort(new Error("stopped"));
  }, { signal: controller.signal });
  await assert.rejects(replacing, /stopped/);
  const never = () => assert.fail("it is not even begun");
  await assert.rejects(replaceFile(path, never, { signal: controller.signal }), /stopped/);
  assert.equal(await readFile(path, "utf8"), "old");
  assert.deepEqual(await readdir(folder.path), ["a"]);
});

Deno.test("no temporary file is there when a call ends, whether a file is new, is there already, or is not written", async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, "a");
  const options = { isNew: true, durable: false };
  await replaceFile(path, (temporary) => writeFile(temporary, "new"), options);
  assert.deepEqual(readdirSync(folder.path), ["a"]);
  await assert.rejects(replaceFile(path, (temporary) => writeFile(temporary, "newer"), options), {
    code: "EEXIST",
  });
  assert.deepEqual(readdirSync(folder.path), ["a"]);
  const stopped = async (temporary: string) => {
    await writeFile(temporary, "part");
    throw new Error("no more bytes");
  };
  await assert.rejects(replaceFile(path, stopped, { durable: false }), { message: "no more bytes" });
  assert.deepEqual(readdirSync(folder.path), ["a"]);
});
