import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { quote } from "../../../core/errors/mod.ts";
import { replaceFile } from "../../../terminal/files/mod.ts";
import type { Decision, PictureRole, ReviewEntry } from "../../review/review.ts";
import { problemError } from "../problem.ts";
import { Baseline } from "../snapshot/baseline/baseline.ts";
import { cutDifference, UnreadablePicture } from "../snapshot/baseline/compare_pictures.ts";
import { MAX_PICTURE_BYTES, readPictureFile } from "../snapshot/baseline/picture_files.ts";
import { requireInside } from "../snapshot/baseline/own_folder.ts";
import { beforeFile, differenceFile } from "../snapshot/baseline/picture_names.ts";
import { hashBytes } from "../snapshot/baseline/picture_store.ts";
import { readPngSize } from "../snapshot/baseline/png_size.ts";
import { type KeptReport, readReport } from "../snapshot/report/read_report.ts";
import {
  type DecidedPicture,
  decideRejections,
  type PictureChange,
} from "../snapshot/baseline/rejections.ts";
import { baselineFolderOf, REPORT_FILE, snapshotFolderOf } from "../snapshot/baseline/snapshot_folder.ts";
import { type ChangedFiles, type ListedEntry, listEntries, type PictureFacts } from "./list_entries.ts";

/** Where a review reads and writes. */
export interface ReviewFolders {
  readonly snapshot: string;
  /** The folder of accepted pictures. */
  readonly baseline: string;
  /** The project, out of which no link leads from either folder; without it, links are followed. */
  readonly project?: string;
}

/** The folders of a project. @param project absolute */
export function reviewFoldersOf(project: string): ReviewFolders {
  return { snapshot: snapshotFolderOf(project), baseline: baselineFolderOf(project), project };
}

/**
 * The review of the snapshot in a folder. Both folders are read again with each call, since a snapshot, another review or
 * an editor may have changed them. An accepted picture is in the baseline, a rejection in the report: there is no other
 * record.
 */
export class ReviewStore {
  readonly #snapshot: string;
  readonly #folder: string;
  readonly #project: string | null;
  readonly #baseline: Baseline;
  /** The names of the pictures of the last reading, by the ids of their entries. */
  #pictures: ReadonlyMap<string, string> = new Map();
  #last: Promise<unknown> = Promise.resolve();

  constructor({ snapshot, baseline, project }: ReviewFolders) {
    this.#project = project ?? null;
    this.#snapshot = resolve(snapshot);
    this.#folder = baseline;
    this.#baseline = new Baseline(resolve(baseline));
  }

  /**
   * What differs, by widget.
   *
   * @returns null when there is no snapshot
   * @throws {SnapshotError} `report.unreadable`, `folder.outside`
   */
  async read(): Promise<readonly ReviewEntry[] | null> {
    this.#requireInside();
    const reading = await readReport(this.#snapshot);
    if (reading === null) return null;
    const entries = (await this.#list(reading.report)).map(({ entry }) => entry);
    this.#pictures = new Map(entries.map(({ id, picture }) => [id, picture]));
    return entries;
  }

  /**
   * A picture of an entry, in PNG.
   *
   * @throws {ProblemError} `review.not_found`
   */
  async readPicture(id: string, role: PictureRole): Promise<Uint8Array> {
    if (!this.#pictures.has(id)) await this.read();
    const picture = this.#pictures.get(id);
    const bytes = picture === undefined ? null : await this.#readPicture(picture, role);
    if (bytes !== null) return bytes;
    throw problemError("review.not_found", `Cannot show entry ${quote(id)}: it has no picture ${role}`);
  }

  /**
   * Writes decisions about entries: accepting writes the baseline, rejecting the report, and what had been accepted is taken
   * back.
   *
   * @param decisions by the ids of entries
   * @throws {ProblemError} `review.outdated` when the snapshot or the baseline has changed; then nothing is written
   */
  decide(decisions: ReadonlyMap<string, Decision>): Promise<readonly ReviewEntry[]> {
    const decided = this.#last.then(() => this.#decide(decisions));
    this.#last = decided.catch(() => {});
    return decided;
  }

  async #decide(decisions: ReadonlyMap<string, Decision>): Promise<readonly ReviewEntry[]> {
    this.#requireInside();
    const reading = await readReport(this.#snapshot);
    const all = reading === null ? [] : await this.#list(reading.report);
    const chosen = all.flatMap((listed) => {
      const decision = decisions.get(listed.entry.id);
      return decision === undefined ? [] : [{ listed, decision }];
    });
    if (reading === null || chosen.length < decisions.size) throw outdated();
    for (const { listed, decision } of chosen) this.#requireDecidable(listed, decision);
    for (const { listed, decision } of chosen) await this.#writeBaseline(listed, decision);
    await this.#writeRejections(
      reading.text,
      chosen.map(({ listed, decision }) => ({
        ...changeOf(listed),
        words: decision.verdict === "rejected" ? decision.words : null,
      })),
    );
    return (await this.read()) ?? [];
  }

  #requireInside(): void {
    if (this.#project === null) return;
    for (const path of [this.#snapshot, this.#folder]) requireInside(this.#project, path);
  }

  /** The snapshot has the pictures, and the baseline what it was compared with, or what was accepted. */
  #requireDecidable({ entry, files: { before, after, current } }: ListedEntry, decision: Decision): void {
    if ((entry.kind === "missing") !== (after === null)) throw outdated();
    if (after !== null && after.size === null) {
      throw problemError(
        "review.not_found",
        `Cannot decide about ${quote(entry.picture)}: it is not a PNG file`,
      );
    }
    // The accepted picture was not a picture: it can be replaced, but not taken back.
    const isReplaced = entry.kind === "changed" && before === null;
    const isTakenBack = entry.verdict === "accepted" && decision.verdict !== "accepted";
    if (isReplaced && isTakenBack) {
      throw problemError(
        "review.not_found",
        `Cannot take ${quote(entry.picture)} back: the snapshot has no picture of it before`,
      );
    }
    if (isReplaced || [before?.hash ?? null, after?.hash ?? null].includes(current)) return;
    throw problemError(
      "review.outdated",
      `Cannot decide about ${quote(entry.picture)}: its file in ${
        quote(this.#folder)
      } is not the one that the ` +
        "snapshot was compared with; take the snapshot again",
    );
  }

  async #writeBaseline({ entry, files }: ListedEntry, decision: Decision): Promise<void> {
    if (decision.verdict !== "accepted" && entry.verdict !== "accepted") return;
    const role = decision.verdict === "accepted" ? "after" : "before";
    const bytes = await this.#readPicture(entry.picture, role);
    // A snapshot that was taken meanwhile has a picture that nobody has seen.
    if ((bytes && hashBytes(bytes)) !== (files[role]?.hash ?? null)) throw outdated();
    await this.#baseline.put(entry.picture, bytes);
  }

  /** A reader sees the former report or this one. */
  async #writeRejections(text: string, decided: readonly DecidedPicture[]): Promise<void> {
    const report = JSON.parse(text);
    const { rejected = [] } = report.baseline;
    report.baseline.rejected = decideRejections(rejected, decided);
    // Beside the folder: a snapshot replaces no folder with files that are not its own.
    const temporary = `${this.#snapshot}.${randomUUID()}.tmp`;
    await replaceFile(join(this.#snapshot, REPORT_FILE), async (file) => {
      await writeFile(file, `${JSON.stringify(report, null, 2)}\n`);
      // A snapshot that was taken meanwhile keeps its own report.
      if ((await readReport(this.#snapshot))?.text !== text) throw outdated();
    }, { temporary });
  }

  async #list(report: KeptReport): Promise<ListedEntry[]> {
    const files = new Map<string, ChangedFiles>();
    for (const { picture } of report.baseline?.findings ?? []) {
      const current = await this.#baseline.read(picture);
      files.set(picture, {
        before: toFacts(await this.#readFile(beforeFile(picture))),
        after: toFacts(await this.#readFile(picture)),
        current: current && hashBytes(current),
      });
    }
    return listEntries(report, files);
  }

  async #readPicture(picture: string, role: PictureRole): Promise<Uint8Array | null> {
    if (role === "before") return await this.#readFile(beforeFile(picture));
    if (role === "after") return await this.#readFile(picture);
    const [before, after, drawn] = await Promise.all([
      this.#readFile(beforeFile(picture)),
      this.#readFile(picture),
      this.#readFile(differenceFile(picture)),
    ]);
    const sizes = [before, after, drawn].map((bytes) => bytes && readPngSize(bytes));
    if (drawn === null || !sizes[0] || !sizes[1] || !sizes[2]) return null;
    try {
      return cutDifference(drawn, [sizes[0], sizes[1]]);
    } catch (error) {
      if (error instanceof UnreadablePicture) return null;
      throw error;
    }
  }

  /** A file of the snapshot, by a name without a path. */
  async #readFile(name: string): Promise<Uint8Array | null> {
    const bytes = await readPictureFile(this.#snapshot, name);
    if (bytes === null || bytes.length <= MAX_PICTURE_BYTES) return bytes;
    throw problemError(
      "review.not_found",
      `Cannot read ${quote(name)}: it is larger than ${MAX_PICTURE_BYTES} bytes`,
    );
  }
}

function toFacts(bytes: Uint8Array | null): PictureFacts | null {
  return bytes && { hash: hashBytes(bytes), size: readPngSize(bytes) };
}

function changeOf({ entry: { picture }, files: { before, after } }: ListedEntry): PictureChange {
  return { picture, before: before?.hash ?? null, after: after?.hash ?? null };
}

function outdated(): Error {
  return problemError(
    "review.outdated",
    "Cannot write the verdict: the snapshot has been taken again; the page shows the new one",
  );
}
