import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { ReviewEntry } from "../../../preview/review/review.ts";
import type { ReviewStore } from "../../../preview/server/review/review_store.ts";
import { writeStaticReview } from "../../../preview/server/review/write_static_review.ts";
import { temporaryFolder } from "../../hosts/cli/command_process.ts";

Deno.test("a review whose picture cannot be read leaves no folder, and the former one as it was", async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, "review");
  const store = { readPicture: () => Promise.reject(new Error("no picture")) } as unknown as ReviewStore;
  const write = (entries: readonly ReviewEntry[]) => writeStaticReview(store, entries, path, () => {});
  const entry = {
    id: "a",
    picture: "a.png",
    pictures: { before: null, after: {}, difference: null },
  } as unknown as ReviewEntry;
  await assert.rejects(write([entry]), { message: "no picture" });
  assert.deepEqual(await readdir(folder.path), []);
  await write([]);
  const written = await readdir(path);
  await assert.rejects(write([entry]), { message: "no picture" });
  assert.deepEqual([await readdir(folder.path), await readdir(path)], [["review"], written]);
});
