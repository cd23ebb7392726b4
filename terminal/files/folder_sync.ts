import { closeSync, constants, fsync, openSync } from "node:fs";
import process from "node:process";
import { promisify } from "node:util";

const sync = promisify(fsync);

/** For each folder, the sync that is running and the one that will follow it. */
const syncs = new Map<string, { running: Promise<void>; next: Promise<void> | null }>();

/**
 * Makes the renames and deletions that have happened in a folder durable. Calls during a sync share the sync that follows
 * it, since the running one may have begun before their change.
 */
export function syncFolder(folder: string): Promise<void> {
  const current = syncs.get(folder);
  if (current === undefined) return startSync(folder);
  return current.next ??= current.running.catch(() => {}).then(() => startSync(folder));
}

function startSync(folder: string): Promise<void> {
  const running = syncNow(folder);
  const current = { running, next: null };
  syncs.set(folder, current);
  const end = () => void (current.next === null && syncs.get(folder) === current && syncs.delete(folder));
  running.then(end, end);
  return running;
}

async function syncNow(folder: string): Promise<void> {
  if (process.platform === "win32") return; // It opens no folders, and writes their changes in order.
  const file = openSync(folder, constants.O_RDONLY);
  try {
    await sync(file);
  } finally {
    closeSync(file);
  }
}
