/** Why there are no pictures. */
export type SnapshotErrorCode =
  /** No Chromium is installed, or the one that was named is none. */
  | "browser.missing"
  /** The widgets, sizes, themes, states or languages that were asked for are not there. */
  | "selection.empty"
  /** There are more pictures to take than {@link MOST_SHOTS}. */
  | "selection.too_large"
  /** The folder for the pictures holds something else. */
  | "folder.occupied"
  /** It was stopped. */
  | "snapshot.interrupted";

/** Pictures cannot be taken as it was asked for. */
export class SnapshotError extends Error {
  override name = "SnapshotError";

  /** @param code what is the case, for code; the message is for people */
  constructor(readonly code: SnapshotErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
  }
}
