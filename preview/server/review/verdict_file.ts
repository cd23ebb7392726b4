import { closeSync } from "node:fs";
import * as v from "valibot";
import { errorMessage, quote } from "../../../core/errors/mod.ts";
import { openRegularFile, readDescriptor } from "../../../terminal/files/mod.ts";
import { areWords, type Decision, MAX_ENTRIES, MAX_WORDS, type ReviewEntry } from "../../review/review.ts";
import { VERDICT_FILE_VERSION } from "../../review/verdict_file.ts";
import { SnapshotError } from "../snapshot/errors.ts";
import type { ReviewStore } from "./review_store.ts";

/** The largest file of verdicts, in bytes (16 MiB). */
const MAX_FILE_BYTES = 16 * 1024 * 1024;

const WORDS = `a text of 1 to ${MAX_WORDS} characters`;

const words = v.pipe(v.string(WORDS), v.trim(), v.check(areWords, WORDS));

const ID = "32 hexadecimal digits";
const PICTURE = "the name of a picture";
const entry = {
  id: v.pipe(v.string(ID), v.regex(/^[0-9a-f]{32}$/, ID)),
  picture: v.pipe(v.string(PICTURE), v.maxLength(255, PICTURE)),
};
const VERDICTS = `a list of at most ${MAX_ENTRIES} verdicts`;
const verdictFile = v.object({
  tckVerdicts: v.literal(VERDICT_FILE_VERSION, `${VERDICT_FILE_VERSION}`),
  verdicts: v.pipe(
    v.array(
      v.variant("verdict", [
        v.object({ ...entry, verdict: v.literal("rejected"), words }, WORDS),
        v.object({ ...entry, verdict: v.nullable(v.literal("accepted")) }, "an id and a picture"),
      ], "accepted or rejected, or null"),
      VERDICTS,
    ),
    v.maxLength(MAX_ENTRIES, VERDICTS),
    v.check((verdicts) => new Set(verdicts.map(({ id }) => id)).size === verdicts.length, "each id once"),
  ),
}, "an object");

/** What came of a file of verdicts. */
export interface AppliedVerdicts {
  readonly entries: readonly ReviewEntry[];
  /** The pictures of which the file has a verdict about others than those of the snapshot. */
  readonly outdated: readonly string[];
}

/**
 * Carries out the verdicts of a file that a site of the workbench has written. A verdict is about exactly the two pictures
 * that the reviewer saw, before and after: where the snapshot has others, nothing is decided.
 *
 * @param entries what differs in the snapshot
 * @throws {SnapshotError} `verdicts.unreadable`
 * @throws {ProblemError} `review.outdated`; then nothing is written
 */
export async function applyVerdictFile(
  store: ReviewStore,
  entries: readonly ReviewEntry[],
  path: string,
): Promise<AppliedVerdicts> {
  const verdicts = await readVerdictFile(path);
  const pictures = new Map(entries.map(({ id, picture }) => [id, picture]));
  const { current = [], outdated = [] } = Object.groupBy(
    verdicts,
    ({ id, picture }) => pictures.get(id) === picture ? "current" : "outdated",
  );
  const decisions = new Map(current.map(({ id, decision }) => [id, decision]));
  return {
    entries: decisions.size === 0 ? entries : await store.decide(decisions),
    outdated: outdated.map(({ picture }) => picture),
  };
}

interface FileVerdict {
  readonly id: string;
  readonly picture: string;
  readonly decision: Decision;
}

async function readVerdictFile(path: string): Promise<FileVerdict[]> {
  const { success, output, issues } = v.safeParse(verdictFile, await readJson(path), { abortEarly: true });
  if (!success) {
    const [issue] = issues;
    throw unreadable(path, `${v.getDotPath(issue) ?? "the content"} must be ${issue.message}`);
  }
  return output.verdicts.map(({ id, picture, ...decision }) => ({ id, picture, decision }));
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(await readLimited(path)));
  } catch (error) {
    throw unreadable(path, errorMessage(error));
  }
}

async function readLimited(path: string): Promise<Uint8Array> {
  const file = openRegularFile(path);
  try {
    const bytes = await readDescriptor(file, MAX_FILE_BYTES);
    if (bytes.length <= MAX_FILE_BYTES) return bytes;
    throw new Error(`it is larger than ${MAX_FILE_BYTES} bytes`);
  } finally {
    closeSync(file);
  }
}

function unreadable(path: string, reason: string): SnapshotError {
  return new SnapshotError(
    "verdicts.unreadable",
    `Cannot apply ${
      quote(path)
    }: ${reason}; it must be the file that a site of tck-preview build --review has saved`,
  );
}
