import { type FileHandle, mkdir, open, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { BatchCommittedEvent } from "../../core/commit/mod.ts";
import { nullIfMissing, writeAtomically } from "../../terminal/files/mod.ts";
import type { OpenSink } from "./sink.ts";

/**
 * Appends each notification as one line of JSON to `notifications.jsonl` in the data folder, which it creates. A line that
 * a crash or a full disk has cut off is removed: its notification was not confirmed, and is delivered again.
 */
export function openLogSink(dataDir: string): OpenSink {
  const append = async (event: BatchCommittedEvent): Promise<void> => {
    await mkdir(dataDir, { recursive: true });
    await using file = await open(join(dataDir, LOG_FILE), "a+");
    await removeIncompleteLine(file);
    await file.appendFile(`${JSON.stringify(event)}\n`);
    await file.sync();
  };
  return {
    sink: (event) => inTurn(() => append(event)),
    check: () => Promise.resolve(),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

/**
 * Removes the notifications of a user from the log, which appears whole in its place.
 *
 * @param last the time of the last commit whose notification is removed; null: of each
 * @returns how many there were
 */
export function eraseFromLog(dataDir: string, userId: string, last: Date | null = null): Promise<number> {
  return inTurn(async () => {
    const path = join(dataDir, LOG_FILE);
    const text = await readFile(path, "utf8").catch(nullIfMissing);
    const lines = text?.split("\n").slice(0, -1) ?? [];
    const kept = lines.filter((line) => !isOf(line, userId, last));
    if (kept.length === lines.length) return 0;
    // A name of its own: what a killed process has left of a log is deleted by the next erasure.
    const options = { mode: 0o600, temporary: `${path}.new` };
    await writeAtomically(path, kept.map((line) => `${line}\n`).join(""), options);
    return lines.length - kept.length;
  });
}

/** A line that was damaged, or that somebody else has written, is the user's if it has the id as a text. */
function isOf(line: string, userId: string, last: Date | null): boolean {
  try {
    const { data, time }: Partial<BatchCommittedEvent> = Object(JSON.parse(line));
    return data?.userId === userId && !(last !== null && Date.parse(time ?? "") > last.getTime());
  } catch {
    return line.includes(JSON.stringify(userId));
  }
}

const LOG_FILE = "notifications.jsonl";

/** Only the process that owns the data folder writes the log: its writes are one after the other. */
let last: Promise<unknown> = Promise.resolve();
function inTurn<Result>(write: () => Promise<Result>): Promise<Result> {
  const result = last.then(write);
  last = result.catch(() => {});
  return result;
}

const CHUNK_BYTES = 4_096;

async function removeIncompleteLine(file: FileHandle): Promise<void> {
  const { size } = await file.stat();
  const chunk = new Uint8Array(CHUNK_BYTES);
  let complete = 0;
  for (let end = size; end > 0 && complete === 0; end -= Math.min(end, CHUNK_BYTES)) {
    const start = Math.max(0, end - CHUNK_BYTES);
    const { bytesRead } = await file.read(chunk, 0, end - start, start);
    complete = chunk.subarray(0, bytesRead).lastIndexOf(LINE_FEED) + 1;
    if (complete > 0) complete += start;
  }
  if (complete < size) await file.truncate(complete);
}

const LINE_FEED = 0x0a;
