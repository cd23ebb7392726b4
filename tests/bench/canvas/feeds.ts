import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as esbuild from "esbuild";
import { commitBatch } from "../../../hosts/commit/mod.ts";
import { createFileObjectStore } from "../../../hosts/objects/mod.ts";
import { openDatabase } from "../../../hosts/postgres/mod.ts";
import { systemClock } from "../../../hosts/time/mod.ts";
import { makeEnvelope } from "../../hosts/routes/envelopes.ts";
import { cardCss, cardMarkup, cardSource } from "./card_source.ts";

/** The secret of the services' sessions. */
export const SECRET = "the secret of a benchmark, 32 or more";

/** The user that has the feeds. */
export const USER = "ada";

/** The batch of a number of cards has a day of its own. */
export function dayOf(count: number): string {
  return new Date(Date.UTC(2026, 0, count)).toISOString().slice(0, 10);
}

/** Commits a batch for each number of cards into a new data folder. */
export async function commitFeeds(dataDir: string, counts: readonly number[]): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const objects = await createFileObjectStore(join(dataDir, "objects"));
  await using database = await openDatabase({ dataDir });
  const createId = () => crypto.randomUUID();
  const appUrl = "http://localhost";
  const deps = { database, objects, clock: systemClock, createId, log: () => {}, appUrl };
  for (const count of counts) {
    const directory = join(dataDir, `task-${count}`);
    await writeWidgets(join(directory, "widget-batch", "dist"), count);
    const target = { userId: USER, taskId: `task-${count}`, localDate: dayOf(count) };
    await commitBatch(deps, { ...target, kind: "morning_brief", directory });
  }
}

async function writeWidgets(dist: string, count: number): Promise<void> {
  await mkdir(dist, { recursive: true });
  for (let index = 0; index < count; index++) {
    const { code } = await esbuild.transform(cardSource(index), { minify: true, format: "esm" });
    const { bytes } = await makeEnvelope({
      module: code,
      css: cardCss(index),
      cards: { en: cardMarkup(index) },
      manifest: { id: `card-${index}`, title: `Card ${index}` },
    });
    await writeFile(join(dist, `${String(index + 1).padStart(3, "0")}_widget.tckb`), bytes);
  }
}
