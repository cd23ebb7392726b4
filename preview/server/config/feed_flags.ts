import { stat } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { quote } from "../../../core/errors/mod.ts";
import { escapeGlob, nameOfGlob, toSlashes, unescapeGlob } from "../discovery/mod.ts";
import { PreviewConfigError } from "./errors.ts";
import type { CompositionSource } from "./preview_config.ts";

/** The flags `--feed`, `--feed-label` and `--feed-notes`, each as often as it is given (preview specification, §4). */
export interface FeedFlags {
  readonly feeds: readonly string[];
  /** One for each feed, or none at all; an empty one stands for the default. */
  readonly labels: readonly string[];
  /** As the labels. */
  readonly notes: readonly string[];
}

/**
 * Reads what `--feed` and its companions give: each value is one view, of a folder, of a `.tckb` glob, or of several that
 * commas separate. A comma within braces belongs to the glob; one in a name is escaped by a backslash, or stands in a value
 * that names an existing folder or file as it is.
 *
 * @param directory The absolute folder that paths are relative to
 * @throws {PreviewConfigError} `config.invalid_feed`
 */
export async function readFeedFlags(
  { feeds, labels, notes }: FeedFlags,
  directory: string,
): Promise<CompositionSource[]> {
  requireOneEach("--feed-label", labels, feeds);
  requireOneEach("--feed-notes", notes, feeds);
  return await Promise.all(
    feeds.map((value, index) => readFeed(value, labels[index], notes[index], directory)),
  );
}

async function readFeed(
  value: string,
  label: string | undefined,
  notes: string | undefined,
  directory: string,
): Promise<CompositionSource> {
  const parts = await exists(resolve(directory, value))
    ? [escapeGlob(value)]
    : splitAtCommas(value).map((part) => part.trim());
  if (parts.includes("")) {
    throw invalid(`Cannot use --feed ${quote(value)}: there is nothing between two commas, or at an end`);
  }
  const globs = await Promise.all(parts.map((part) => toGlob(part, directory)));
  const name = label || nameOf(parts, directory);
  return { globs, group: "single", id: name, label: name, ...(notes ? { notes } : {}) };
}

/** Labels go to feeds by their order: with fewer or more of them it is a guess which is whose. */
function requireOneEach(flag: string, given: readonly string[], feeds: readonly string[]): void {
  if (given.length === 0 || given.length === feeds.length) return;
  throw invalid(
    `Cannot use ${given.length} ${flag} for ${feeds.length} --feed: give one for each, in the same order; ` +
      `an empty one ("") stands for the default`,
  );
}

/** A folder stands for all bundles below it. */
async function toGlob(part: string, directory: string): Promise<string> {
  const path = resolve(directory, unescapeGlob(part));
  const stats = await stat(path).catch(() => null);
  if (stats?.isDirectory()) return `${escapeGlob(toSlashes(path))}/**/*.tckb`;
  if (stats?.isFile()) return escapeGlob(toSlashes(path));
  if (part.endsWith(".tckb") || part.endsWith("*")) return part;
  throw invalid(`Cannot use --feed ${quote(part)}: there is no such folder, and it is no .tckb glob`);
}

function nameOf(parts: readonly string[], directory: string): string {
  return [...new Set(parts.map((part) => nameOfGlob(part) || basename(directory)))].join(", ");
}

function splitAtCommas(value: string): string[] {
  const parts = [""];
  let depth = 0;
  for (const [character] of value.matchAll(/\\.|[^]/gu)) {
    if (character === "{") depth++;
    if (character === "}") depth--;
    if (character === "," && depth <= 0) parts.push("");
    else parts[parts.length - 1] += character;
  }
  return parts;
}

async function exists(path: string): Promise<boolean> {
  return await stat(path).then(() => true, () => false);
}

function invalid(message: string): PreviewConfigError {
  return new PreviewConfigError("config.invalid_feed", message);
}
