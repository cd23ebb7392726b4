/**
 * The reader's verdicts on third-party archives in a folder beside the checkout. To record them again:
 * `deno run --allow-read --allow-write=tests tests/conformance/zip_corpora.ts`.
 */
import { existsSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { listEntries, readEntry, TckbUnpackError } from "../../core/tckb/mod.ts";

/** The folder of the archives, with a folder for each project. */
export const CORPORA = new URL("../../../shared/corpora/zip/", import.meta.url);

/** The recorded verdicts, by corpus and file name. */
export const RECORD = new URL("zip_corpora.json", import.meta.url);

/** Whether the archives exist. */
export function hasCorpora(): boolean {
  return existsSync(CORPORA);
}

/** `accepted` or the code of the error, by corpus and file. */
export type Verdicts = Record<string, Record<string, string>>;

/** The contents of an archive's entries, by name. */
export type ArchiveContents = Map<string, Uint8Array>;

/** All archives, in order. */
export async function* readCorpora(): AsyncGenerator<{ corpus: string; file: string; bytes: Uint8Array }> {
  const folders = (await readdir(CORPORA, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  for (const corpus of folders.map((folder) => folder.name).sort()) {
    const folder = new URL(`${corpus}/`, CORPORA);
    for (const file of (await readdir(folder)).sort()) {
      yield { corpus, file, bytes: await readFile(new URL(encodeURIComponent(file), folder)) };
    }
  }
}

/** Reads all entries of an archive; returns the code of the error if it is rejected. */
export async function readVerdict(bytes: Uint8Array): Promise<ArchiveContents | string> {
  try {
    const contents: ArchiveContents = new Map();
    for (const { name } of listEntries(bytes)) contents.set(name, (await readEntry(bytes, name))!);
    return contents;
  } catch (error) {
    if (error instanceof TckbUnpackError) return error.code;
    throw error;
  }
}

if (import.meta.main) {
  const verdicts: Verdicts = {};
  for await (const { corpus, file, bytes } of readCorpora()) {
    const verdict = await readVerdict(bytes);
    (verdicts[corpus] ??= {})[file] = typeof verdict === "string" ? verdict : "accepted";
  }
  await writeFile(RECORD, `${JSON.stringify(verdicts, null, 2)}\n`);
}
