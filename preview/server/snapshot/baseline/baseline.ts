import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { writeAtomically } from "../../../../terminal/files/mod.ts";
import { comparePictures, UnreadablePicture } from "./compare_pictures.ts";
import { readPictureFile } from "./picture_files.ts";
import { beforeFile, differenceFile, isPictureName } from "./picture_names.ts";
import type { BaselineFinding } from "../report/report.ts";

export interface NamedPicture {
  readonly name: string;
  /** In PNG; null when the page stopped responding. */
  readonly png: Uint8Array | null;
}

/** A finding, with the pictures that it is about. */
export interface BaselineResult {
  readonly finding: BaselineFinding;
  /** The picture of the differences, when there is one. */
  readonly difference: Uint8Array | null;
  /** The file of the baseline. */
  readonly before: Uint8Array | null;
  /** The picture of the snapshot. */
  readonly after: Uint8Array | null;
}

/** The folder of pictures that an author has accepted. Files that are not named like a snapshot's pictures stay. */
export class Baseline {
  readonly #path: string;

  /** @param path the folder, which need not exist */
  constructor(path: string) {
    this.#path = path;
  }

  /** The file names of the pictures, sorted; none when there is no such folder. */
  async listNames(): Promise<string[]> {
    const names = await readdir(this.#path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return [];
      throw error;
    });
    return names.filter(isPictureName).sort();
  }

  /**
   * Compares pictures with the baseline.
   *
   * @param isWhole whether these are all pictures of the project, so that others of the baseline are missing
   */
  async compare(pictures: readonly NamedPicture[], isWhole: boolean): Promise<BaselineResult[]> {
    const results: BaselineResult[] = [];
    for (const { name, png } of pictures) {
      if (png === null) continue;
      const before = await this.read(name);
      const result = before !== null
        ? compareWith(before, name, png)
        : withoutComparison("picture.new", name, "The baseline has no such picture", {
          before: null,
          after: png,
        });
      if (result !== null) results.push(result);
    }
    if (!isWhole) return results;
    const missing = namesWithout(await this.listNames(), pictures);
    const message = "The baseline has a picture that the snapshot does not take";
    for (const name of missing) {
      const before = await this.read(name);
      results.push(withoutComparison("picture.missing", name, message, { before, after: null }));
    }
    return results;
  }

  /**
   * Writes pictures to the baseline.
   *
   * @param isWhole whether these are all pictures of the project, so that others of the baseline are deleted
   * @returns how many pictures were written and deleted
   */
  async update(
    pictures: readonly NamedPicture[],
    isWhole: boolean,
  ): Promise<{ written: number; deleted: number }> {
    const deleted = isWhole ? namesWithout(await this.listNames(), pictures) : [];
    for (const name of deleted) await this.put(name, null);
    let written = 0;
    for (const { name, png } of pictures) {
      if (png === null) continue;
      await this.put(name, png);
      written++;
    }
    return { written, deleted: deleted.length };
  }

  /** Reads a picture; null when there is none. @throws {FolderError} for a link, and for what is no file */
  async read(name: string): Promise<Uint8Array | null> {
    return await readPictureFile(this.#path, name);
  }

  /** Writes a picture, or deletes it with null. A reader sees the former file or the whole new one. */
  async put(name: string, png: Uint8Array | null): Promise<void> {
    const path = join(this.#path, name);
    if (png === null) return await rm(path, { force: true });
    await mkdir(this.#path, { recursive: true });
    await writeAtomically(path, png);
  }
}

function compareWith(before: Uint8Array, name: string, png: Uint8Array): BaselineResult | null {
  const changed = { rule: "picture.changed", severity: "error", picture: name } as const;
  try {
    const result = comparePictures(before, png);
    if (result === null) return null;
    const { share, sizes, picture } = result;
    const [old, current] = sizes.map((size) => size.join(" × "));
    const percent = share === null
      ? "the baseline's picture is too large to be compared"
      : `${(share * 100).toPrecision(2)} % of the pixels differ`;
    const message = old === current ? percent : `${old} pixels became ${current}, ${percent}`;
    const files = { difference: picture && differenceFile(name), before: beforeFile(name) };
    return {
      finding: { ...changed, message, share, ...files },
      difference: picture,
      before,
      after: png,
    };
  } catch (error) {
    if (!(error instanceof UnreadablePicture)) throw error;
    const message =
      "The baseline's picture is not a whole PNG file as a snapshot writes it: restore it, or write it again by --update";
    const finding = { ...changed, message, share: null, difference: null, before: null };
    return { finding, difference: null, before, after: png };
  }
}

function withoutComparison(
  rule: "picture.new" | "picture.missing",
  picture: string,
  message: string,
  { before, after }: Pick<BaselineResult, "before" | "after">,
): BaselineResult {
  const file = before === null ? null : beforeFile(picture);
  const shown = { share: null, difference: null, before: file };
  return {
    finding: { rule, severity: "warning", picture, message, ...shown },
    difference: null,
    before,
    after,
  };
}

function namesWithout(names: readonly string[], pictures: readonly NamedPicture[]): string[] {
  const taken = new Set(pictures.map(({ name }) => name));
  return names.filter((name) => !taken.has(name));
}
