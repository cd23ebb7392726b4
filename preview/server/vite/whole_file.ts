import { readFile, stat } from "node:fs/promises";
import { transformWithOxc } from "vite";

/** How long an editor may take for its next write to a file that seems incomplete. */
const WRITE_TIMEOUT_MS = 100;

/** How long an editor may take to write to a file that it has emptied. */
const EMPTY_TIMEOUT_MS = 400;

/** A file that has become shorter than this part of its former text seems incomplete. */
const MIN_REMAINING = 0.8;

/** How often an incomplete file is read. */
const READ_INTERVAL_MS = 5;

/** The largest file that is read for a page, in bytes (64 MiB). On Deno, one that is too long for a string ends the process. */
export const MAX_FILE_BYTES = 67_108_864;

const SCRIPT = /\.[cm]?[jt]sx?$/;

/**
 * Reads source files when their editor has finished writing them. Many editors empty a file and then write it. A file
 * that is written in one step is read without a delay.
 */
export class WholeFiles {
  /** The last complete text of each file. */
  readonly #texts = new Map<string, string>();

  /** The complete text of a file, or its text after the time-out; null when there is no such file. */
  async read(file: string): Promise<string | null> {
    let text = await readText(file);
    for (;;) {
      const former = this.#texts.get(file);
      if (text === former || await isComplete(file, text, former)) break;
      const next = await readNextText(file, text);
      if (next === text) break;
      text = next;
    }
    if (text) this.#texts.set(file, text);
    return text;
  }
}

/** The text of a file; null when there is no such file, and for one that is too large. */
export async function readText(file: string): Promise<string | null> {
  try {
    const { size } = await stat(file);
    return size > MAX_FILE_BYTES ? null : await readFile(file, "utf8");
  } catch {
    return null;
  }
}

/** The beginning of a module can be a valid module itself, so a much shorter text is not complete either. */
async function isComplete(file: string, text: string | null, former = ""): Promise<boolean> {
  if (!text || text.length < former.length * MIN_REMAINING) return false;
  if (!SCRIPT.test(file)) return true;
  return await transformWithOxc(text, file, { sourcemap: false }).then(() => true, () => false);
}

/** The next text of a file, or the same after the time-out. */
async function readNextText(file: string, former: string | null): Promise<string | null> {
  const end = performance.now() + (former ? WRITE_TIMEOUT_MS : EMPTY_TIMEOUT_MS);
  let text = former;
  while (text === former && performance.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, READ_INTERVAL_MS));
    text = await readText(file);
  }
  return text;
}
