import * as v from "valibot";
import type { BatchKind } from "../../../core/contract/mod.ts";
import { quote } from "../../../core/errors/mod.ts";
import { parseBatchId } from "../../../core/naming/mod.ts";
import { BATCH_ID, BUNDLE_HASH } from "./parameters.ts";
import { ProblemError } from "./problem.ts";

/**
 * Parses the batch id of the single-batch route, which accepts only two kinds (lifecycle specification, phase C).
 *
 * @throws {ProblemError} `daily_page.invalid_batch_id`
 */
export function readBatchId(text: string): { localDate: string; kind: BatchKind } {
  return readBatchIdOf(text, "morning-brief or evening-brief", (id) => v.is(BATCH_ID, id));
}

/**
 * Parses the batch id of a page, which can be of any kind.
 *
 * @throws {ProblemError} `daily_page.invalid_batch_id`
 */
export function readPageBatchId(text: string): { localDate: string; kind: BatchKind } {
  return readBatchIdOf(text, "a kind", () => true);
}

function readBatchIdOf(text: string, kinds: string, accepts: (id: string) => boolean) {
  const parsed = parseBatchId(text);
  if (parsed && accepts(text)) return parsed;
  const detail = `expected a date and ${kinds}, such as 20260131-morning-brief`;
  throw new ProblemError("daily_page.invalid_batch_id", `Cannot read batch id ${quote(text)}: ${detail}`);
}

/** @throws {ProblemError} `bundle.invalid_hash` */
export function readBundleHash(hash: string): string {
  if (v.is(BUNDLE_HASH, hash)) return hash;
  throw invalidHash(`bundle hash ${quote(hash)}: expected 64 characters of base64url`);
}

/**
 * Parses the hash in `{hash}.tckb`.
 *
 * @throws {ProblemError} `bundle.invalid_hash`
 */
export function readBundleFile(file: string): string {
  if (file.endsWith(".tckb")) return readBundleHash(file.slice(0, -".tckb".length));
  throw invalidHash(`bundle file ${quote(file)}: expected a bundle hash and .tckb`);
}

/** A text is not a bundle hash. */
export function invalidHash(reason: string): ProblemError {
  return new ProblemError("bundle.invalid_hash", `Cannot read ${reason}`);
}
