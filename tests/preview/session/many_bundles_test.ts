import assert from "node:assert/strict";
import process from "node:process";
import { openPreviewSession } from "./preview_session.ts";
import { makeBundle } from "./bundles.ts";
import { Project } from "./project.ts";

const BUNDLES = 5_000;
const FOLDERS = 50;

/** How many files have the same bytes, which saves time. */
const PLACES = 10;

/** Runs a step, and prints its time and the memory in use after it. */
async function measure<Result>(name: string, run: () => Promise<Result> | Result): Promise<Result> {
  const started = performance.now();
  const result = await run();
  const memory = Math.round(process.memoryUsage().rss / 2 ** 20);
  process.stdout.write(`${name}: ${Math.round(performance.now() - started)} ms, ${memory} MB\n`);
  return result;
}

Deno.test("five thousand bundles are read, grouped, grouped again, and scanned again", async () => {
  await using project = await Project.create();
  const names = Array.from(
    { length: BUNDLES },
    (_, index) => `batches/day${index % FOLDERS}/${index}_a.tckb`,
  );
  const texts = Array.from({ length: BUNDLES / PLACES }, (_, index) => `${index} ${"x".repeat(20_000)}`);
  const bytes = await measure("made", () => Promise.all(texts.map((text) => makeBundle(text))));
  project.writeAtOnce(new Map(names.map((name, index) => [name, bytes[index % bytes.length]!])));
  const feeds = [{ glob: "batches/*/*.tckb" }];
  const session = await measure(
    "opened",
    () => openPreviewSession({ projectDirectory: project.path, config: { canvas: { feeds } } }),
  );
  try {
    await measure("scanned", () => session.ready);
    assert.equal((await measure("listed", () => session.listBundles())).bundles.length, BUNDLES);
    const index = await measure("grouped", () => session.feedIndex());
    assert.deepEqual([index.feeds.length, index.feeds[0]!.bundleIds.length], [FOLDERS, BUNDLES / FOLDERS]);
    const changed = new Promise<void>((resolve) => void session.onChange("bundles", resolve));
    await project.write(names[0]!, await makeBundle("another"));
    await measure("changed", () => changed);
    assert.equal((await measure("grouped again", () => session.feedIndex())).feeds[0]!.bundleIds.length, 100);
    const counts = await measure("scanned again", () => session.rescan());
    assert.deepEqual(counts, { ok: true, before: BUNDLES, after: BUNDLES, removed: 0 });
  } finally {
    await session.close();
  }
});
