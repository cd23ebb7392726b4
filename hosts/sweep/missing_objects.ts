import type { ObjectStore } from "../../core/commit/mod.ts";
import { formatUserFolder } from "../../core/naming/mod.ts";
import {
  listUsersWithBatches,
  readRowReferences,
  type RowReference,
  type ServiceDependencies,
} from "../postgres/mod.ts";

/**
 * Lists the rows' references to objects that do not exist: a row whose object is missing is a fault, because a commit
 * writes its objects first and a sweep deletes only what no row references. Nothing is changed.
 *
 * @param onUnreadable called for a user whose objects cannot be listed, and who is left out; by default the listing fails
 */
export async function* listMissingObjects(
  { database, objects }: Pick<ServiceDependencies, "database" | "objects">,
  onUnreadable: (userId: string, error: unknown) => void = (_, error) => {
    throw error;
  },
): AsyncGenerator<RowReference> {
  for await (const userId of listUsersWithBatches(database)) {
    const references = await readRowReferences(database, userId);
    const existing = await listUserKeys(objects, userId).catch((error: unknown) => {
      onUnreadable(userId, error);
      return null;
    });
    if (existing === null) continue;
    const missing = references.filter(({ key }) => !existing.has(key));
    if (missing.length === 0) continue;
    // A commit and a sweep may have run since the rows were read.
    const current = new Set((await readRowReferences(database, userId)).map(formatReference));
    for (const reference of missing) {
      if (current.has(formatReference(reference)) && await objects.head(reference.key) === null) {
        yield reference;
      }
    }
  }
}

async function listUserKeys(objects: ObjectStore, userId: string): Promise<Set<string>> {
  const keys = new Set<string>();
  for await (const { key } of objects.list(formatUserFolder(userId))) keys.add(key);
  return keys;
}

function formatReference({ batchId, key }: RowReference): string {
  return `${batchId} ${key}`;
}
