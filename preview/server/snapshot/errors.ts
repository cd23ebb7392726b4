import { CodedError } from "../../../core/errors/mod.ts";

/** Why a snapshot cannot be taken. */
type SnapshotErrorCode =
  /** No Chromium is installed, or the given program is not a Chromium. */
  | "browser.missing"
  /** No widget has the selected names, sizes, themes, states or languages. */
  | "selection.empty"
  /** More than {@link MAX_SHOTS} pictures are selected. */
  | "selection.too_large"
  /** The output folder holds something other than a snapshot. */
  | "folder.occupied"
  /** The output folder cannot be created. */
  | "folder.unwritable"
  /** A symbolic link leads a folder of the project out of it. */
  | "folder.outside"
  /** The folder of the baseline has no pictures. */
  | "baseline.missing"
  /** The folder has no snapshot. */
  | "report.missing"
  /** The report is not that of a snapshot of this version. */
  | "report.unreadable"
  /** The file is not one of verdicts. */
  | "verdicts.unreadable"
  /** The snapshot was stopped. */
  | "snapshot.interrupted";

/** What the caller has selected, rather than the project or this machine. */
const USAGE_CODES: readonly SnapshotErrorCode[] = ["selection.empty", "selection.too_large"];

/** A snapshot cannot be taken. */
export class SnapshotError extends CodedError<SnapshotErrorCode> {
  override readonly name = "SnapshotError";

  /** Whether the caller has selected what cannot be taken. */
  get isUsage(): boolean {
    return USAGE_CODES.includes(this.code);
  }
}
