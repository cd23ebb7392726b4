import { sql } from "kysely";
import type { BatchKind } from "../../core/contract/mod.ts";
import { bundleKey, formatBatchId } from "../../core/naming/mod.ts";
import type { Database } from "./database.ts";

/** A row's use of an object. */
export interface RowReference {
  readonly key: string;
  readonly userId: string;
  /** The batch of the row. */
  readonly batchId: string;
}

/** The users who have a batch, in the order of their ids. One at a time, so that a row's object is read soon after it. */
export async function* listUsersWithBatches({ kysely }: Database): AsyncGenerator<string> {
  let after = "";
  for (;;) {
    const row = await kysely.selectFrom("widgets").select("user_id").where("user_id", ">", after)
      .orderBy("user_id").limit(1).executeTakeFirst();
    if (row === undefined) return;
    yield after = row.user_id;
  }
}

/** Every object that the rows of a user reference. */
export async function readRowReferences({ kysely }: Database, userId: string): Promise<RowReference[]> {
  const rows = await kysely.selectFrom("widgets").select([
    sql<string>`to_char(local_date, 'YYYY-MM-DD')`.as("local_date"),
    "kind",
    "bundle_hash",
    "manifest_object_key",
    "source_object_key",
  ]).where("user_id", "=", userId).execute();
  return rows.flatMap((row) => {
    const batchId = formatBatchId(row.local_date, row.kind as BatchKind);
    const keys = [bundleKey(userId, row.bundle_hash), row.manifest_object_key, row.source_object_key];
    return keys.filter((key) => key !== null).map((key) => ({ key, userId, batchId }));
  });
}
