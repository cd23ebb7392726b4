import assert from "node:assert/strict";
import { findPictureFaults, type PictureState } from "./pictures.ts";

const CLEAN: PictureState = {
  pictures: [{ name: "feed", sources: ["samples"] }],
  files: ["feed.light.webp", "feed.dark.webp"],
  documents: `srcset="images/feed.dark.webp" src="images/feed.light.webp"`,
  hashes: { feed: "a" },
  hashNow: (sources) => Promise.resolve(sources.join() === "samples" ? "a" : "b"),
};

Deno.test("pictures that are there, named and new have no fault", async () => {
  assert.deepEqual(await findPictureFaults(CLEAN), []);
});

Deno.test("a picture that is missing, by hand, unnamed, unknown or older than its sources is a fault", async () => {
  const documents = `images/feed.light.webp images/old.png`;
  const faults = await findPictureFaults({
    ...CLEAN,
    files: ["feed.light.webp", "preview/hand.png"],
    documents,
    hashes: { feed: "former" },
  });
  assert.deepEqual(faults, [
    "feed.dark.webp is missing",
    "preview/hand.png is not of docs:pictures",
    "no document shows feed.dark.webp",
    "a document shows old.png, which is not of docs:pictures",
    "feed is older than what it shows: run deno task docs:pictures feed",
  ]);
});
