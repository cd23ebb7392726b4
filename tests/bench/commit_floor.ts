import { AwsClient } from "aws4fetch";
import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { mkdir, open, rename } from "node:fs/promises";
import { join } from "node:path";
import postgres from "postgres";
import type { PlannedRow } from "../../core/commit/mod.ts";
import type { S3Credentials } from "../../hosts/objects/mod.ts";

/** The name of the queue of notifications in pg-boss. */
const QUEUE = "task-notifications";

/** Objects by their keys. */
export type Objects = ReadonlyMap<string, Uint8Array>;

/** Writes all objects concurrently and as durably as the commit's store, by system calls only. */
export type PutAll = (objects: Objects) => Promise<void>;

/** Writes files: each is synced and renamed into place, then each folder is synced once. */
export async function makeFilePuts(folder: string, keys: Iterable<string>): Promise<PutAll> {
  const folders = new Set([...keys].map((key) => join(folder, key, "..")));
  for (const path of folders) await mkdir(path, { recursive: true });
  return async (objects) => {
    await Promise.all(Array.from(objects, async ([key, bytes]) => {
      const path = join(folder, key);
      const file = await open(`${path}.new`, "w");
      await file.writeFile(bytes);
      await file.sync();
      await file.close();
      await rename(`${path}.new`, path);
    }));
    await Promise.all(Array.from(folders, async (path) => {
      const handle = await open(path, constants.O_RDONLY);
      await handle.sync();
      await handle.close();
    }));
  };
}

/** Writes to a bucket: one PUT per object, signed with the hash of its body like those of the commit's store. */
export function makeBucketPuts(bucketUrl: string, credentials: S3Credentials): PutAll {
  const { accessKeyId, secretAccessKey } = credentials;
  const client = new AwsClient({
    accessKeyId,
    secretAccessKey,
    service: "s3",
    region: "us-east-1",
    retries: 0,
  });
  return async (objects) => {
    await Promise.all(Array.from(objects, async ([key, bytes]) => {
      const body = bytes as Uint8Array<ArrayBuffer>;
      const headers = { "x-amz-content-sha256": createHash("sha256").update(body).digest("hex") };
      const answer = await client.fetch(`${bucketUrl}/${key}`, { method: "PUT", headers, body });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`Cannot measure: PUT answers ${answer.status}`);
    }));
  };
}

/**
 * One transaction with pipelined statements for the rows of a commit: the widgets, the revision, the task's output and the
 * queued notification.
 */
export async function insertRows(
  client: postgres.Sql,
  batch: { userId: string; localDate: string; kind: string },
  rows: readonly PlannedRow[],
): Promise<void> {
  const commitId = crypto.randomUUID();
  const now = new Date();
  await client.begin((transaction) => [
    transaction`insert into widgets ${
      transaction(rows.map((row) => ({
        user_id: batch.userId,
        local_date: batch.localDate,
        kind: batch.kind,
        position: row.position,
        name: row.name,
        // Differs from the ids of the measured commits.
        widget_id: `${row.widgetId.slice(0, 10)}${batch.localDate}`,
        bundle_hash: row.bundleHash,
        bundle_size: row.bundleSize,
        manifest_json: row.manifest === null ? null : JSON.parse(row.manifest) as postgres.JSONValue,
        manifest_text: row.manifest,
        manifest_object_key: row.manifestKey,
        source_object_key: row.sourceKey,
        commit_id: commitId,
        committed_at: now,
      })))
    }`,
    transaction`insert into commits ${
      transaction({
        commit_id: commitId,
        user_id: batch.userId,
        task_id: "floor",
        local_date: batch.localDate,
        kind: batch.kind,
        committed_at: now,
        widget_count: rows.length,
        replaced_count: 0,
        tombstoned: [],
        revision_rows: rows as unknown as postgres.JSONValue,
      })
    }`,
    transaction`insert into worker_agent_tasks ${
      transaction({
        task_id: commitId,
        user_id: batch.userId,
        output_files: [{ type: "widget_batch", batchId: batch.localDate, commitId }],
      })
    }`,
    transaction`insert into tck_queue.job ${
      transaction({ id: commitId, name: QUEUE, data: { id: commitId, subject: batch.localDate } })
    }`,
  ]);
}
