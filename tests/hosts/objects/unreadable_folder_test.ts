import assert from "node:assert/strict";
import { mkdir, readdir, rename } from "node:fs/promises";
import { createFileObjectStore } from "../../../hosts/objects/mod.ts";
import { runCommandHere } from "../cli/command_here.ts";
import { temporaryFolder } from "../cli/command_process.ts";
import { assertNothingOpen } from "../../terminal/files/open_descriptors.ts";

/** Folders in each other, whose path has 2,400 bytes. */
const DEEP = Array(12).fill("x".repeat(199)).join("/");

Deno.test("a folder that cannot be read is named, and the others are listed; without a listener the listing fails", async () => {
  await using folder = await temporaryFolder();
  const store = await createFileObjectStore(folder.path);
  for (const key of ["widgets/a/1", "widgets/b/1", "widgets/c/1"]) await store.put(key, new Uint8Array(1));
  await using _ = await makeUnreadable(folder.path);
  for (const list of [store.list("widgets/"), store.listInterruptedPuts()]) {
    await assert.rejects(Array.fromAsync<unknown>(list), { code: "ENAMETOOLONG" });
  }
  const unreadable: string[] = [];
  const onUnreadable = (prefix: string, error: unknown) =>
    void unreadable.push(`${(error as { code: string }).code} ${prefix.slice(0, 12)}`);
  const listed = await Array.fromAsync(store.list("widgets/", { onUnreadable }), ({ key }) => key);
  assert.deepEqual(listed, ["widgets/a/1", "widgets/b/1", "widgets/c/1"]);
  assert.deepEqual(await Array.fromAsync(store.listInterruptedPuts({ onUnreadable })), []);
  assert.deepEqual(unreadable, Array(2).fill("ENAMETOOLONG widgets/b/xx"));
});

Deno.test("a sweep that could not read a folder says how many things it could not read or delete, and has exit code 1", async () => {
  await using folder = await temporaryFolder();
  await using temporary = await temporaryFolder();
  const sweep = () => runCommandHere(["sweep", "--data", folder.path], { TMPDIR: temporary.path });
  assert.equal((await sweep()).code, 0);
  await using _ = await makeUnreadable(`${folder.path}/objects`);
  const { code, stderr } = await sweep();
  assert.equal(code, 1);
  assert.match(stderr, /^\d+ could not be deleted or read: the log has each of them$/m);
  assert.deepEqual(await readdir(temporary.path), [], "what a sweep found is deleted");
  assertNothingOpen(temporary.path);
});

/** Makes a folder among the objects whose path of 4,800 bytes the system reads for nobody, by a rename of its lower half. */
async function makeUnreadable(objects: string): Promise<AsyncDisposable> {
  const [upper, lower] = [`${objects}/widgets/b/${DEEP}`, `${objects}/lower`];
  await mkdir(upper, { recursive: true });
  await mkdir(`${lower}/${DEEP}`, { recursive: true });
  await rename(lower, `${upper}/lower`);
  // Then it can be deleted.
  return { [Symbol.asyncDispose]: () => rename(`${upper}/lower`, lower) };
}
