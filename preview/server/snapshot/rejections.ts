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

/** The rejections after a decision about some pictures. @param words null to take the rejections back */
export function decideRejections(
  rejections: readonly Rejection[],
  changes: readonly PictureChange[],
  words: string | null,
): Rejection[] {
  const decided = new Set(changes.map(({ picture }) => picture));
  const others = rejections.filter(({ picture }) => !decided.has(picture));
  if (words === null) return others;
  return [...others, ...changes.map(({ picture, before, after }) => ({ picture, words, before, after }))];
}
