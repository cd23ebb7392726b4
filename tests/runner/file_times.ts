/**
 * How long each test file took in its last two runs: `.tck/test-times.json` of this clone, and for files that it has not
 * run, `tests/runner/times.json` of the repository, which `--save-times` writes.
 *
 * @module
 */
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { STATE_FOLDER } from "./state_folder.ts";

/** Seconds of the last run and, if there was one, of the run before it, by file. */
export type FileTimes = { [file: string]: readonly number[] };

const LOCAL = join(STATE_FOLDER, "test-times.json");
const SEED = fileURLToPath(new URL("./times.json", import.meta.url));

/** A file of which nothing is known is started before those that are known to be short. */
const UNKNOWN_SECONDS = 10;

/** Reads the times of this clone. A file that cannot be read has none. */
export async function readLocalTimes(): Promise<FileTimes> {
  return await readTimes(LOCAL);
}

/** Returns how many seconds a file will take, as far as this clone knows. */
export async function readExpectedTimes(): Promise<(file: string) => number> {
  const [ofSeed, local] = await Promise.all([readSeedTimes(), readLocalTimes()]);
  return (file) => local[file]?.[0] ?? ofSeed(file);
}

/** Returns how many seconds a file will take, as the repository says: the same in each clone. */
export async function readSeedTimes(): Promise<(file: string) => number> {
  const seed = await readTimes(SEED);
  return (file) => seed[file]?.[0] ?? UNKNOWN_SECONDS;
}

/** Adds the times of a run to those of this clone. */
export async function recordTimes(seconds: ReadonlyMap<string, number>): Promise<void> {
  const times = await readLocalTimes();
  for (const [file, latest] of seconds) {
    times[file] = [round(latest), ...(times[file] ?? []).slice(0, 1)];
  }
  await write(LOCAL, times);
}

/** Writes the times of a run into the repository, in place of those that are there for its files. */
export async function saveSeed(seconds: ReadonlyMap<string, number>, isWhole: boolean): Promise<void> {
  const times = isWhole ? {} : await readTimes(SEED);
  for (const [file, latest] of seconds) times[file] = [round(latest)];
  await write(SEED, Object.fromEntries(Object.entries(times).sort(([one], [other]) => one < other ? -1 : 1)));
}

async function readTimes(path: string): Promise<FileTimes> {
  try {
    return JSON.parse(await readFile(path, "utf8"));
  } catch {
    return {};
  }
}

async function write(path: string, times: FileTimes): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const lines = Object.entries(times).map(([file, seconds]) =>
    `  ${JSON.stringify(file)}: ${format(seconds)}`
  );
  await writeFile(`${path}.tmp`, `{\n${lines.join(",\n")}\n}\n`);
  await rename(`${path}.tmp`, path);
}

function format(seconds: readonly number[]): string {
  return `[${seconds.join(", ")}]`;
}

function round(seconds: number): number {
  return Math.round(seconds * 10) / 10;
}
