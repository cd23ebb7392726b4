import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { comparePictures, UnreadablePicture } from "./compare_pictures.ts";
import { isPictureName } from "./picture_names.ts";
import type { BaselineFinding } from "./report.ts";

export interface NamedPicture {
  readonly name: string;
  /** In PNG; null when the page stopped responding. */
  readonly png: Uint8Array | null;
}

/** A finding, with the picture of the differences when there is one. */
export interface BaselineResult {
  readonly finding: BaselineFinding;
  readonly difference: Uint8Array | null;
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
    const kept = await this.listNames();
    const results: BaselineResult[] = [];
    for (const { name, png } of pictures) {
      if (png === null) continue;
      const result = kept.includes(name)
        ? compareWith(await readFile(join(this.#path, name)), name, png)
        : withoutPicture("picture.new", name, "The baseline has no such picture");
      if (result !== null) results.push(result);
    }
    if (!isWhole) return results;
    const missing = namesWithout(kept, pictures);
    const message = "The baseline has a picture that the snapshot does not take";
    return [...results, ...missing.map((name) => withoutPicture("picture.missing", name, message))];
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
    await mkdir(this.#path, { recursive: true });
    const deleted = isWhole ? namesWithout(await this.listNames(), pictures) : [];
    for (const name of deleted) await rm(join(this.#path, name));
    let written = 0;
    for (const { name, png } of pictures) {
      if (png === null) continue;
      await writeFile(join(this.#path, name), png);
      written++;
    }
    return { written, deleted: deleted.length };
  }
}

function compareWith(before: Uint8Array, name: string, png: Uint8Array): BaselineResult | null {
  const changed = { rule: "picture.changed", severity: "error", picture: name } as const;
  try {
    const result = comparePictures(before, png);
    if (result === null) return null;
    const { share, sizes, picture } = result;
    const [old, current] = sizes.map((size) => size.join(" × "));
    const percent = `${(share * 100).toPrecision(2)} % of the pixels differ`;
    const message = old === current ? percent : `${old} pixels became ${current}, ${percent}`;
    const difference = `${name.slice(0, -".png".length)}.diff.png`;
    return { finding: { ...changed, message, share, difference }, difference: picture };
  } catch (error) {
    if (!(error instanceof UnreadablePicture)) throw error;
    const message =
      "The baseline's picture is not a whole PNG file: restore it, or write it again by --update";
    return { finding: { ...changed, message, share: null, difference: null }, difference: null };
  }
}

function withoutPicture(
  rule: "picture.new" | "picture.missing",
  picture: string,
  message: string,
): BaselineResult {
  return {
    finding: { rule, severity: "warning", picture, message, share: null, difference: null },
    difference: null,
  };
}

function namesWithout(names: readonly string[], pictures: readonly NamedPicture[]): string[] {
  const taken = new Set(pictures.map(({ name }) => name));
  return names.filter((name) => !taken.has(name));
}
