import * as v from "valibot";
import { WIDGET_SIZES } from "../../../../core/contract/mod.ts";
import { errorMessage, quote } from "../../../../core/errors/mod.ts";
import { isLanguageTag } from "../../../../core/manifest/mod.ts";
import { type Folder, nullIfMissing, openFolder } from "../../../../terminal/files/mod.ts";
import { MAX_ENTRIES, MAX_WORDS } from "../../../review/review.ts";
import { SnapshotError } from "../errors.ts";
import { isPictureName } from "../baseline/picture_names.ts";
import { THEMES } from "../plan_shots.ts";
import type { Rejection } from "../baseline/rejections.ts";
import { SEVERITIES } from "./report.ts";
import { REPORT_FILE } from "../baseline/snapshot_folder.ts";

/** The largest report that is read, in bytes. */
const MAX_REPORT_BYTES = 256 * 1024 * 1024;

const text = v.pipe(v.string(), v.maxLength(10_000));
const fileName = v.pipe(v.string(), v.check(isPictureName, "Expected the file name of a picture"));
const locale = v.pipe(v.string(), v.check(isLanguageTag, "Expected a language tag"));
const rule = v.pipe(v.string(), v.regex(/^[a-z]+\.[a-z0-9_-]{1,60}$/));
const hash = v.nullable(v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)));

const rejection = v.object({
  picture: fileName,
  words: v.pipe(v.string(), v.maxLength(MAX_WORDS)),
  before: hash,
  after: hash,
});

/** What is used of a report. It can come from elsewhere: no path is taken from it, and names are checked. */
const report = v.object({
  format: v.literal(2),
  scale: v.pipe(v.number(), v.minValue(1), v.maxValue(4)),
  renderings: v.array(v.object({
    widget: text,
    kind: v.optional(v.picklist(["live", "bundle"]), "live"),
    size: v.nullable(v.picklist(WIDGET_SIZES)),
    width: v.nullable(v.number()),
    theme: v.picklist(THEMES),
    state: v.nullable(text),
    locale: v.nullable(locale),
    picture: v.nullable(text),
    findings: v.array(v.object({
      rule,
      severity: v.picklist(SEVERITIES),
      message: text,
      element: v.nullable(v.object({
        selector: text,
        component: v.nullable(text),
        source: v.nullable(v.object({ file: text, line: v.number(), column: v.number() })),
      })),
    })),
  })),
  baseline: v.nullable(v.object({
    findings: v.pipe(
      v.array(v.object({
        rule: v.picklist(["picture.changed", "picture.new", "picture.missing"]),
        message: text,
        picture: fileName,
        difference: v.nullable(v.string()),
      })),
      v.maxLength(MAX_ENTRIES),
    ),
    rejected: v.optional(v.pipe(v.array(rejection), v.maxLength(MAX_ENTRIES)), []),
  })),
});

/** What is used of the report of a snapshot. */
export type KeptReport = v.InferOutput<typeof report>;

/** The report of a snapshot, with the text that it was read from. */
export interface ReportReading {
  readonly report: KeptReport;
  readonly text: string;
}

/**
 * Reads the report in the folder of a snapshot.
 *
 * @param path absolute
 * @returns null when there is no snapshot
 * @throws {SnapshotError} `report.unreadable`
 */
export async function readReport(path: string): Promise<ReportReading | null> {
  const bytes = await readBytes(path);
  if (bytes === null) return null;
  try {
    if (bytes.length > MAX_REPORT_BYTES) throw new Error(`it is larger than ${MAX_REPORT_BYTES} bytes`);
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return { text, report: v.parse(report, JSON.parse(text)) };
  } catch (cause) {
    throw new SnapshotError(
      "report.unreadable",
      `Cannot read ${REPORT_FILE} in ${quote(path)}: it is not the report of a snapshot of this version (${
        describe(cause)
      }); take the snapshot again`,
      { cause },
    );
  }
}

/** What was rejected in the snapshot that a folder holds. None when its report cannot be read: it is replaced anyway. */
export async function readRejections(path: string): Promise<readonly Rejection[]> {
  const reading = await readReport(path).catch(() => null);
  return reading?.report.baseline?.rejected ?? [];
}

async function readBytes(path: string): Promise<Uint8Array | null> {
  let folder: Folder;
  try {
    folder = openFolder(path);
  } catch (error) {
    return nullIfMissing(error);
  }
  using opened = folder;
  return await opened.readFile(REPORT_FILE, MAX_REPORT_BYTES).catch(nullIfMissing);
}

function describe(error: unknown): string {
  if (!(error instanceof v.ValiError)) return errorMessage(error).slice(0, 200);
  const [issue] = error.issues;
  return `${v.getDotPath(issue) ?? "the document"}: ${issue.message}`.slice(0, 200);
}
