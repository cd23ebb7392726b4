import { closeSync, constants, fsync, openSync } from "node:fs";
import { promisify } from "node:util";

const sync = promisify(fsync);

/** The syncs of folders: the one that is running, and the one that is to follow it. */
const syncs = new Map<string, { running: Promise<void>; next: Promise<void> | null }>();

/**
 * Makes the renames and deletions in a folder durable that have happened by now. Those who ask while a sync of the folder
 * is running share the one that follows: it begins after they asked.
 */
export function syncFolder(folder: string): Promise<void> {
  const sync = syncs.get(folder);
  if (sync === undefined) return startSync(folder);
  return sync.next ??= sync.running.catch(() => {}).then(() => startSync(folder));
}

function startSync(folder: string): Promise<void> {
  const running = syncNow(folder);
  const sync = { running, next: null };
  syncs.set(folder, sync);
  const end = () => void (sync.next === null && syncs.get(folder) === sync && syncs.delete(folder));
  running.then(end, end);
  return running;
}

async function syncNow(folder: string): Promise<void> {
  const file = openSync(folder, constants.O_RDONLY);
  try {
    await sync(file);
  } finally {
    closeSync(file);
  }
}
