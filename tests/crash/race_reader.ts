import { sql } from "kysely";
import type { BatchIdentity } from "../../core/commit/mod.ts";
import type { Batch, BatchReader } from "../../core/feed/batch.ts";
import { readTckb } from "../../core/tckb/mod.ts";
import type { CommitDependencies } from "../../hosts/commit/mod.ts";
import { createBatchReader } from "../../hosts/postgres/mod.ts";
import { type CommitMark, RACED_BATCHES } from "./race_batches.ts";

/** The result of reading all batches once. */
export interface Read {
  /** How many batches were complete, with every referenced object. */
  readonly whole: number;
  readonly faults: readonly string[];
}

/** Reads batches like a client: the batch first, then each of its bundles. */
export class RaceReader {
  readonly #stores: CommitDependencies;
  readonly #reader: BatchReader;
  readonly #grace: number;
  /** The batches that existed once and must not disappear. */
  readonly #seen = new Set<BatchIdentity>();

  /** @param grace The grace period, in milliseconds */
  constructor(stores: CommitDependencies, grace: number) {
    this.#stores = stores;
    this.#reader = createBatchReader(stores.database, stores.objects);
    this.#grace = grace;
  }

  async readAll(): Promise<Read> {
    const verdicts = [];
    for (const identity of RACED_BATCHES) verdicts.push(await this.#judge(identity));
    return {
      whole: verdicts.filter((verdict) => verdict === "whole").length,
      faults: verdicts.filter((verdict) => typeof verdict === "object").map(({ fault }) => fault),
    };
  }

  async #judge(identity: BatchIdentity): Promise<"whole" | "unjudged" | { fault: string }> {
    const batch = await this.#read(identity).catch(() => this.#read(identity)).catch(String);
    if (typeof batch === "string") return { fault: batch };
    if (batch === null) {
      return this.#seen.has(identity) ? { fault: `batch ${JSON.stringify(identity)} is gone` } : "unjudged";
    }
    this.#seen.add(identity);
    if (!isWhole(batch)) return { fault: `batch ${batch.batchId} is not whole: ${formatMarks(batch)}` };
    const missing = await this.#findMissing(identity.userId, batch);
    if (missing === null) return "whole";
    if (await this.#mayBeGone(identity, batch)) return "unjudged";
    return { fault: `bundle ${missing} of batch ${batch.batchId} is gone before its grace period is over` };
  }

  /** Whether another commit has replaced this one, and the grace period since then is over. */
  async #mayBeGone({ userId, localDate, kind }: BatchIdentity, { committedAt }: Batch): Promise<boolean> {
    const { rows } = await sql<{ over: boolean }>`
      select next.committed_at + make_interval(secs => ${
      this.#grace / 1000
    }::float8) <= clock_timestamp() as over
      from commits join commits as next on next.replaced_commit_id = commits.commit_id
      where commits.user_id = ${userId} and commits.local_date = ${localDate} and commits.kind = ${kind}
        and commits.committed_at = ${committedAt}::timestamptz`.execute(this.#stores.database.kysely);
    return rows.some(({ over }) => over);
  }

  #read({ userId, localDate, kind }: BatchIdentity): Promise<Batch | null> {
    return this.#reader.readBatch(userId, localDate, kind);
  }

  async #findMissing(userId: string, batch: Batch): Promise<string | null> {
    for (const { bundle } of batch.widgets) {
      const found = await this.#reader.findBundle(userId, bundle.hash);
      const bytes = found === null ? null : await this.#stores.objects.get(found.key);
      if (bytes === null || (await readTckb(bytes)).hash !== bundle.hash) return bundle.hash;
    }
    return null;
  }
}

function isWhole({ widgets }: Batch): boolean {
  const marks = widgets.map(readMark);
  return marks.every((mark) => mark.commit === marks[0]!.commit && mark.widgets === widgets.length);
}

function readMark({ manifest }: Batch["widgets"][number]): CommitMark {
  return manifest["defaultState"] as unknown as CommitMark;
}

function formatMarks({ widgets }: Batch): string {
  return widgets.map(readMark).map(({ commit, widgets }) => `${commit} of ${widgets}`).join();
}
