import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { bundleKey } from "../../core/naming/mod.ts";
import type { CommitDependencies } from "../../hosts/commit/mod.ts";
import { createBatchReader } from "../../hosts/postgres/mod.ts";
import { BATCH } from "./batches.ts";

/** The observable state of one user's batch. What has no order is sorted, so that two views can be compared. */
export interface View {
  /** What a reader sees: the widgets in order, with a digest of each manifest and each bundle. */
  readonly widgets: readonly string[];
  /** The commits of the rows: one, if the batch is consistent. */
  readonly commits: readonly string[];
  /** The task's output files, without the fields that differ between commits. */
  readonly output: readonly string[];
  /** The keys that the rows reference, and those that are stored. */
  readonly referenced: readonly string[];
  readonly stored: readonly string[];
  /** The number of intents and tombstones. */
  readonly records: number;
  /** The commits that flipped, and those whose notification was delivered. */
  readonly flipped: readonly string[];
  readonly notified: readonly string[];
}

/**
 * Reads the state of a user. It uses plain SQL for what the commit service writes, so that it does not depend on it.
 *
 * @param logFolder The folder of the notification log, if any
 */
export async function viewUser(
  stores: CommitDependencies,
  userId: string,
  logFolder: string | null,
): Promise<View> {
  const { kysely } = stores.database;
  const { rows: [row] } = await sql<Omit<View, "widgets" | "stored" | "notified">>`select
    array(select distinct commit_id::text from widgets where user_id = ${userId} order by 1) as commits,
    array(select jsonb_build_array(file->'type', file->'batchId', file->'widgetCount')::text
      from worker_agent_tasks, jsonb_array_elements(output_files) as file where user_id = ${userId}
      order by 1) as output,
    array(
      select 'widgets/' || user_id || '/bundles/' || bundle_hash || '.tckb' from widgets where user_id = ${userId}
      union select manifest_object_key from widgets where user_id = ${userId} and manifest_object_key is not null
      union select source_object_key from widgets where user_id = ${userId} and source_object_key is not null
      order by 1) as referenced,
    (select count(*)::int from object_intents where user_id = ${userId})
      + (select count(*)::int from tombstones where user_id = ${userId}) as records,
    array(select commit_id::text from commits where user_id = ${userId} order by 1) as flipped`.execute(
    kysely,
  );
  const keys = await Array.fromAsync(stores.objects.list(`widgets/${userId}/`), ({ key }) => key);
  const notified = logFolder === null ? [] : await readNotified(logFolder);
  return { ...row!, widgets: await readWidgets(stores, userId), stored: keys.sort(), notified };
}

async function readWidgets({ database, objects }: CommitDependencies, userId: string): Promise<string[]> {
  const reader = createBatchReader(database, objects);
  const batch = await reader.readBatch(userId, BATCH.localDate, BATCH.kind).catch((error) => String(error));
  if (typeof batch === "string") return [batch];
  return await Promise.all((batch?.widgets ?? []).map(async ({ id, manifest, bundle }) => {
    const bytes = await objects.get(bundleKey(userId, bundle.hash));
    return [id, digest(JSON.stringify(manifest)), bytes === null ? "no bundle" : digest(bytes)].join(" ");
  }));
}

async function readNotified(logFolder: string): Promise<string[]> {
  const text = await readFile(join(logFolder, "notifications.jsonl"), "utf8").catch(() => "");
  return text.split("\n").slice(0, -1).map((line) => JSON.parse(line).id);
}

function digest(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("base64url").slice(0, 12);
}
