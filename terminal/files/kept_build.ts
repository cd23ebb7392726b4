import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { writeAtomically } from "./write_atomically.ts";

/**
 * What was bundled of this repository's sources. It is kept between processes, which start a second sooner when no source
 * has changed. An installed package has its modules already.
 */
export interface KeptBuild {
  /** Code by module id. */
  readonly modules: ReadonlyMap<string, string>;
  /** The absolute paths of the sources. */
  readonly sources: readonly string[];
}

/** Where a build is kept, and the files that it depends on besides its sources: how it is made, which packages are installed. */
export interface BuildPlace {
  readonly file: string;
  readonly settings: readonly string[];
}

/** What is in the file. */
interface Contents {
  /** What identifies the contents of all that the build has read. */
  state: string;
  modules: [id: string, code: string][];
  sources: readonly string[];
}

/** Reads a kept build, or null when there is none or what it was made of has changed. */
export async function readKeptBuild({ file, settings }: BuildPlace): Promise<KeptBuild | null> {
  try {
    const { state, modules, sources }: Contents = JSON.parse(await readFile(file, "utf8"));
    return readState([...settings, ...sources]).text === state
      ? { modules: new Map(modules), sources }
      : null;
  } catch {
    return null;
  }
}

/**
 * Keeps a build, unless a source was changed while it was made. Where nothing can be written, each process makes its own.
 *
 * @param begun when the build began, in milliseconds since 1970
 */
export async function keepBuild(
  { file, settings }: BuildPlace,
  { modules, sources }: KeptBuild,
  begun: number,
): Promise<void> {
  try {
    const { text: state, changed } = readState([...settings, ...sources]);
    if (changed >= begun) return;
    const contents: Contents = { state, modules: [...modules], sources };
    await mkdir(dirname(file), { recursive: true });
    await writeAtomically(file, JSON.stringify(contents), { durable: false });
  } catch {
    // The next process makes it again.
  }
}

/** The sizes and times of files, and when the last one was changed. */
function readState(paths: readonly string[]): { text: string; changed: number } {
  const hash = createHash("sha256");
  let changed = 0;
  for (const path of paths) {
    const { size, mtimeMs } = statSync(path);
    hash.update(`${path} ${size} ${mtimeMs}\n`);
    changed = Math.max(changed, mtimeMs);
  }
  return { text: hash.digest("hex"), changed };
}
