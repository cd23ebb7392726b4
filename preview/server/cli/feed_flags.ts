import { stat } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { quote } from "../../../core/errors/mod.ts";
import {
  type CompositionSource,
  escapeGlob,
  nameOfGlob,
  PreviewConfigError,
  toSlashes,
  unescapeGlob,
} from "../model/mod.ts";

/** The values of `--feed`, `--feed-label` and `--feed-notes` (preview specification, §4). */
interface FeedFlags {
  readonly feeds: readonly string[];
  /** One for each feed, or none; an empty one is the default. */
  readonly labels: readonly string[];
  /** Like the labels. */
  readonly notes: readonly string[];
}

/**
 * Reads `--feed` and its companions: each value is one view, of a folder, of a `.tckb` glob, or of several separated by
 * commas. A comma within braces is part of the glob. A comma in a name is escaped by a backslash, except in a value
 * that is the path of an existing folder or file.
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

/** Labels belong to feeds by their order, which another number of labels would leave unclear. */
function requireOneEach(flag: string, given: readonly string[], feeds: readonly string[]): void {
  if (given.length === 0 || given.length === feeds.length) return;
  throw invalid(
    `Cannot use ${given.length} ${flag} for ${feeds.length} --feed: give one for each, in the same order; ` +
      `an empty one ("") is the default`,
  );
}

/** A folder is a glob of all bundles below it. */
async function toGlob(part: string, directory: string): Promise<string> {
  const path = resolve(directory, unescapeGlob(part));
  const stats = await stat(path).catch(() => null);
  if (stats?.isDirectory()) return `${escapeGlob(toSlashes(path))}/**/*.tckb`;
  if (stats?.isFile()) return escapeGlob(toSlashes(path));
  if (part.endsWith(".tckb") || part.endsWith("*")) return part;
  throw invalid(`Cannot use --feed ${quote(part)}: there is no such folder, and it is not a .tckb glob`);
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
