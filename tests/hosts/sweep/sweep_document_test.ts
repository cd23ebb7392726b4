import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { formatSweepDocument, readSweepPlan } from "../../../hosts/sweep/sweep_document.ts";

async function* listAll<Element>(elements: readonly Element[]): AsyncGenerator<Element> {
  yield* elements;
}

Deno.test("a plan of several steps is written and read whole, and its other lists as well", async () => {
  const steps = ["a", "b", "c"].map((key) => ({ action: "delete" as const, key, reason: "unused" }));
  const missing = ["d", "e"].map((key) => ({ key, userId: "ada", batchId: "2026-07-12-morning" }));
  const lists = {
    steps: listAll(steps),
    refused: listAll(steps),
    missing: listAll(missing),
    expired: listAll([]),
  };
  const lines = await Array.fromAsync(formatSweepDocument(lists, { dryRun: true, deleted: 0, failed: 0 }));
  assert.deepEqual(JSON.parse(lines.join("")), {
    ...{ steps, refused: steps, missing, expired: [] },
    ...{ dryRun: true, deleted: 0, failed: 0 },
  });
  const folder = await mkdtemp(join(tmpdir(), "tck-plan-"));
  try {
    const path = join(folder, "plan.json");
    await writeFile(path, lines.join("\n"));
    assert.deepEqual(await Array.fromAsync(await readSweepPlan(path)), steps);
  } finally {
    await rm(folder, { recursive: true });
  }
});
