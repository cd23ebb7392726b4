/** What a person has rejected, as `report.json` keeps it. */
export interface Rejection {
  /** The file name of the picture. */
  readonly picture: string;
  /** The person's words. */
  readonly words: string;
  /** The SHA-256 of the accepted picture in hex; null when there was none. */
  readonly before: string | null;
  /** The SHA-256 of the rejected picture in hex; null when the snapshot took none. */
  readonly after: string | null;
}

/** A picture, before and after, by the hashes of a {@link Rejection}. */
export type PictureChange = Omit<Rejection, "words">;

/** The rejection of exactly these pictures. */
export function findRejection(
  rejections: readonly Rejection[],
  { picture, before, after }: PictureChange,
): Rejection | undefined {
  return rejections.find((one) => one.picture === picture && one.before === before && one.after === after);
}

/**
 * What is still rejected in the next snapshot: what has the same bytes, before and after, and what was not taken.
 *
 * @param changes the pictures of the next snapshot that differ
 * @param isTaken whether the next snapshot has decided about a picture: it was taken, or is missing
 */
export function carryRejections(
  rejections: readonly Rejection[],
  changes: readonly PictureChange[],
  isTaken: (picture: string) => boolean,
): Rejection[] {
  const carried = changes.flatMap((change) => findRejection(rejections, change) ?? []);
  return [...carried, ...rejections.filter(({ picture }) => !isTaken(picture))];
}

/** A picture that a person has decided about. */
export interface DecidedPicture extends PictureChange {
  /** Why it is rejected; null when it is not. */
  readonly words: string | null;
}

/** The rejections after decisions about some pictures. */
export function decideRejections(
  rejections: readonly Rejection[],
  decided: readonly DecidedPicture[],
): Rejection[] {
  const names = new Set(decided.map(({ picture }) => picture));
  const others = rejections.filter(({ picture }) => !names.has(picture));
  const added = decided.flatMap(({ words, ...change }) => words === null ? [] : [{ ...change, words }]);
  return [...others, ...added];
}
