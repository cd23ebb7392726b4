/**
 * The review of a snapshot: what differs from the accepted pictures, and what a person has decided. Shared by the server
 * and the pages; plain data and functions without effects.
 *
 * @module
 */

/** What a person has decided. */
export type Verdict = "accepted" | "rejected";

/** One picture of an entry: the accepted one, the one that the snapshot took, and their difference. */
export type PictureRole = typeof PICTURE_ROLES[number];

/** The roles of pictures, in the order in which they are shown. */
export const PICTURE_ROLES = ["before", "after", "difference"] as const;

/** A picture's size in CSS pixels. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** A problem that the snapshot has found in the picture. */
export interface ReviewFinding {
  readonly severity: "error" | "warning" | "note";
  readonly rule: string;
  readonly message: string;
  /** The element, or its place in the source; null when the problem is not one element's. */
  readonly place: string | null;
}

/** A picture that differs from the accepted one. Its texts can be a widget's: they are data. */
export interface ReviewEntry {
  /** A hash of the picture's name and of both pictures: after another change it is another one. */
  readonly id: string;
  /** The file name in the baseline. */
  readonly picture: string;
  /** `new` without an accepted picture, `missing` when the snapshot does not take it any more. */
  readonly kind: "changed" | "new" | "missing";
  readonly widget: string;
  readonly size: string | null;
  readonly theme: string;
  readonly state: string;
  readonly locale: string | null;
  /** What differs. */
  readonly message: string;
  /** Null for a picture that there is not. */
  readonly pictures: { readonly [role in PictureRole]: PictureSize | null };
  readonly findings: readonly ReviewFinding[];
  /** Null before a decision. */
  readonly verdict: Verdict | null;
  /** Why it was rejected. */
  readonly words: string | null;
}

/** What a person decides about some entries. */
export type Decision =
  | { readonly verdict: "accepted" | null }
  | { readonly verdict: "rejected"; readonly words: string };

/** The longest words of a rejection, in UTF-16 units. */
export const MAX_WORDS = 2_000;

/** Whether a text, without the spaces around it, can be the words of a rejection. */
export function areWords(text: string): boolean {
  return text !== "" && text.length <= MAX_WORDS && text.isWellFormed();
}

/** Most entries of a review. */
export const MAX_ENTRIES = 5_000;

export interface WidgetEntries {
  readonly widget: string;
  readonly entries: readonly ReviewEntry[];
}

/** The entries by widget, in their order. */
export function groupByWidget(entries: readonly ReviewEntry[]): WidgetEntries[] {
  const groups = Map.groupBy(entries, ({ widget }) => widget);
  return Array.from(groups, ([widget, entries]) => ({ widget, entries }));
}

/** How many entries have each verdict. */
export interface VerdictCounts {
  readonly accepted: number;
  readonly rejected: number;
  readonly undecided: number;
}

export function countVerdicts(entries: readonly ReviewEntry[]): VerdictCounts {
  const count = (verdict: Verdict | null) => entries.filter((entry) => entry.verdict === verdict).length;
  return { accepted: count("accepted"), rejected: count("rejected"), undecided: count(null) };
}

/** The counts in words: `1 accepted, 2 rejected, 3 without a verdict`. */
export function formatCounts({ accepted, rejected, undecided }: VerdictCounts): string {
  const parts: [number, string][] = [
    [accepted, "accepted"],
    [rejected, "rejected"],
    [undecided, "without a verdict"],
  ];
  const shown = parts.filter(([count]) => count > 0).map(([count, name]) => `${count} ${name}`);
  return shown.join(", ") || "nothing differs";
}

/** The first entry without a verdict after another one, from the beginning again; null when all have one. */
export function findUndecided(entries: readonly ReviewEntry[], after: string | null): ReviewEntry | null {
  const at = entries.findIndex(({ id }) => id === after) + 1;
  return [...entries.slice(at), ...entries.slice(0, at)].find(({ verdict }) => verdict === null) ?? null;
}

/** What a decision about several entries is about: a verdict that a person gave to one of them stays, with its words. */
export function listUndecided(entries: readonly ReviewEntry[]): readonly ReviewEntry[] {
  return entries.filter(({ verdict }) => verdict === null);
}

/** An entry without its widget: `2x2 dark cold en`. */
export function nameVariant(
  { size, theme, state, locale }: Pick<ReviewEntry, "size" | "theme" | "state" | "locale">,
): string {
  return [size, theme, state, locale].filter((part) => part !== null).join(" ");
}
