import type { ReviewEntry, ReviewFinding } from "../../review/review.ts";
import { isLanguageTag } from "../../../core/manifest/mod.ts";
import { canCutDifference, markedSize, type PictureSize } from "../snapshot/baseline/compare_pictures.ts";
import { hashKey } from "../snapshot/baseline/picture_store.ts";
import { stateName } from "../snapshot/plan_shots.ts";
import type { KeptReport } from "../snapshot/report/read_report.ts";
import { findRejection } from "../snapshot/baseline/rejections.ts";

type KeptRendering = KeptReport["renderings"][number];
type KeptFinding = KeptRendering["findings"][number];
type KeptBaseline = NonNullable<KeptReport["baseline"]>;

/** What is known of a picture's file. */
export interface PictureFacts {
  /** The SHA-256 in hex. */
  readonly hash: string;
  /** Null when it is not a picture that can be shown. */
  readonly size: PictureSize | null;
}

/** The files of one picture that differs. */
export interface ChangedFiles {
  /** The accepted picture when the snapshot was taken. */
  readonly before: PictureFacts | null;
  /** What the snapshot took. */
  readonly after: PictureFacts | null;
  /** The SHA-256 of the baseline's file as it is now; null when there is none. */
  readonly current: string | null;
}

/** An entry, with the files that it is about. */
export interface ListedEntry {
  readonly entry: ReviewEntry;
  readonly files: ChangedFiles;
}

/**
 * Lists what differs. A picture is accepted when the baseline has it, or for a missing one, has it no more.
 *
 * @param files of the pictures of the baseline's findings, by name
 */
export function listEntries(
  { scale, renderings, baseline }: KeptReport,
  files: ReadonlyMap<string, ChangedFiles>,
): ListedEntry[] {
  if (baseline === null) return [];
  const taken = new Map(renderings.map((rendering) => [rendering.picture, rendering]));
  return baseline.findings.map((finding) => {
    const own = files.get(finding.picture)!;
    const rendering = taken.get(finding.picture);
    return { files: own, entry: toEntry(finding, rendering, { files: own, baseline, scale }) };
  }).sort((one, other) => compare(one.entry, other.entry));
}

function toEntry(
  finding: KeptBaseline["findings"][number],
  rendering: KeptRendering | undefined,
  { files, baseline, scale }: { files: ChangedFiles; baseline: KeptBaseline; scale: number },
): ReviewEntry {
  const { picture, rule, message } = finding;
  const { before, after, current } = files;
  const change = { picture, before: before?.hash ?? null, after: after?.hash ?? null };
  const isAccepted = current === change.after;
  const words = isAccepted ? null : findRejection(baseline.rejected, change)?.words ?? null;
  const toSize = (size: PictureSize | null | undefined) =>
    size ? { width: size[0] / scale, height: size[1] / scale } : null;
  const hasDifference = finding.difference !== null && before?.size && after?.size &&
    canCutDifference(before.size, after.size);
  return {
    id: hashKey(change.picture, change.before, change.after).slice(0, 32),
    picture,
    kind: KINDS[rule],
    ...(rendering === undefined ? readVariant(picture) : variantOf(rendering)),
    message,
    pictures: {
      before: toSize(before?.size),
      after: toSize(after?.size),
      difference: hasDifference ? toSize(markedSize(before.size, after.size)) : null,
    },
    findings: (rendering?.findings ?? []).map(toFinding),
    verdict: isAccepted ? "accepted" : words === null ? null : "rejected",
    words,
  };
}

const KINDS = { "picture.changed": "changed", "picture.new": "new", "picture.missing": "missing" } as const;

type Variant = Pick<ReviewEntry, "widget" | "size" | "theme" | "state" | "locale">;

export function variantOf(rendering: KeptRendering): Variant {
  const { widget, size, width, theme, state, locale } = rendering;
  const name = size === null || width === null ? size : `${size}-${width}`;
  return { widget, size: name, theme, state: stateName(state), locale };
}

/** What the name of a picture says, when the snapshot does not have it. */
function readVariant(picture: string): Variant {
  const [widget, size, theme, state, locale] = picture.slice(0, -".png".length).split(".");
  return {
    widget: widget!,
    size: size!,
    theme: theme!,
    state: state!,
    locale: locale && isLanguageTag(locale) ? locale : null,
  };
}

export function toFinding({ severity, rule, message, element }: KeptFinding): ReviewFinding {
  if (element === null) return { severity, rule, message, place: null };
  const { source, component, selector } = element;
  const place = source === null ? component ?? selector : `${source.file}:${source.line}:${source.column}`;
  return { severity, rule, message, place };
}

/** Orders by widget, then by name: size, theme, state and language. */
function compare(one: ReviewEntry, other: ReviewEntry): number {
  const [first, second] = [one, other].map(({ widget, picture }) => `${widget}\0${picture}`);
  return first! < second! ? -1 : first! > second! ? 1 : 0;
}
