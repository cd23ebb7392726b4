import * as v from "valibot";
import { LIMITS, WIDGET_SIZES } from "../../../core/contract/mod.ts";
import { quote } from "../../../core/errors/mod.ts";
import { isLanguageTag } from "../../../core/manifest/mod.ts";
import { ProblemError } from "../../../core/problem/mod.ts";
import {
  type ChatCardRequest,
  type FeedBatchRequest,
  type FeedPageRequest,
  LABEL_HEADER,
  type PictureRequest,
} from "../../protocol.ts";
import { areWords, type Decision, MAX_ENTRIES, MAX_WORDS } from "../../review/review.ts";
import { formatIssue } from "../model/mod.ts";
import { type ProblemCode, problemError } from "../problem.ts";

/** Longest label or id of a request, in UTF-16 units. */
const MAX_TEXT_LENGTH = 255;

/** Most cards of one feed batch. */
const MAX_BATCH_CARDS = 1_000;

/** The widest picture in CSS pixels. */
const MAX_PICTURE_WIDTH = 2_000;

// The message of each schema is what it expects: see `formatIssue`.
const text = v.string("a string");
const textOrNull = v.nullable(text);
const oneOf = <const Value extends string>(values: readonly Value[]) =>
  v.picklist(values, `one of ${values.join(", ")}`);
const kind = oneOf(["live", "bundle"]);

const PIXELS = `null or a whole number from 1 to ${MAX_PICTURE_WIDTH}`;
const pictureWidth = v.pipe(
  v.number(PIXELS),
  v.check((width) => Number.isInteger(width) && width >= 1 && width <= MAX_PICTURE_WIDTH, PIXELS),
);

/** Any text on one line: pages show it as text, never as markup. */
const LABEL = `a string of 1 to ${MAX_TEXT_LENGTH} characters without control characters`;
const label = v.pipe(v.string(LABEL), v.check(isLabel, LABEL));

const IDS = `a list of 1 to ${MAX_ENTRIES} strings`;
const ids = v.pipe(v.array(v.string(IDS), IDS), v.nonEmpty(IDS), v.maxLength(MAX_ENTRIES, IDS));

const LANGUAGES = `a list of at most ${LIMITS.languages} language tags with commas`;
const languages = v.pipe(text, v.check(isLanguageList, LANGUAGES), v.transform(splitList));

/** The address of a fetch. */
const remoteRequest = fields({ url: text });

/** The stack trace to map. */
export const stackRequest: v.GenericSchema<unknown, { stack: string }> = fields({ stack: text });

/** The card of a picture. */
export const pictureRequest: v.GenericSchema<unknown, PictureRequest> = fields({
  kind,
  id: text,
  theme: oneOf(["light", "dark"]),
  size: v.nullable(oneOf(WIDGET_SIZES)),
  width: v.nullable(pictureWidth),
  state: textOrNull,
  stateData: textOrNull,
  locale: textOrNull,
});

/** The card of a chat, by the parameters of its address. */
export const chatCardRequest: v.GenericSchema<unknown, ChatCardRequest> = fields({ kind, id: text });

const VERDICT = "accepted or rejected, or null";
const verdictRequest = fields({ ids, verdict: v.nullable(v.picklist(["accepted", "rejected"], VERDICT)) });
const WORDS = `a text of 1 to ${MAX_WORDS} characters`;
const rejection = fields({ words: v.pipe(v.string(WORDS), v.trim(), v.check(areWords, WORDS)) });
const feedPage = fields({
  print: v.optional(oneOf(["true", "false"]), "false"),
  languages: v.optional(languages),
});
const feedBatch = fields({
  bundles: v.pipe(
    v.array(fields({ id: label, label }), "an array"),
    v.maxLength(MAX_BATCH_CARDS, `at most ${MAX_BATCH_CARDS} bundles`),
  ),
  id: label,
  label,
});

/**
 * The label of an upload.
 *
 * @throws {ProblemError} `request.malformed`
 */
export function readLabelHeader(headers: Headers): string {
  const header = headers.get(LABEL_HEADER);
  if (header === null) throw malformed(`the header ${LABEL_HEADER} is missing`);
  try {
    return cleanLabel(decodeURIComponent(header));
  } catch (error) {
    if (error instanceof ProblemError) throw error;
    throw malformed(`the header ${LABEL_HEADER} is not percent-encoded UTF-8`);
  }
}

/** The label of a fetched bundle: the last segment of its URL. */
export function labelOfUrl(url: URL): string {
  try {
    return cleanLabel(decodeURIComponent(url.pathname.slice(url.pathname.lastIndexOf("/") + 1)));
  } catch {
    return url.hostname.slice(0, MAX_TEXT_LENGTH);
  }
}

/**
 * The address of a fetch.
 *
 * @throws {ProblemError} `request.malformed`, `fetch.invalid_url`
 */
export function readRemoteUrl(body: unknown): URL {
  const { url } = readFields(remoteRequest, body);
  if (URL.canParse(url)) return new URL(url);
  throw problemError("fetch.invalid_url", `Cannot fetch ${quote(url)}: it is not an absolute URL`);
}

/**
 * A verdict about entries of a review.
 *
 * @throws {ProblemError} `request.malformed`
 */
export function readVerdict(body: unknown): { ids: ReadonlySet<string>; decision: Decision } {
  const { ids, verdict } = readFields(verdictRequest, body);
  const decision = verdict === "rejected" ? { verdict, ...readFields(rejection, body) } : { verdict };
  return { ids: new Set(ids), decision };
}

/**
 * The page of a feed, by the parameters `print` and `languages` of its address.
 *
 * @throws {ProblemError} `request.malformed`
 */
export function readFeedPage(id: string, { searchParams }: URL): FeedPageRequest {
  const [print, languages] = ["print", "languages"].map((name) => searchParams.get(name) ?? undefined);
  const page = readFields(feedPage, { print, languages });
  return { id, isPrinted: page.print === "true", languages: page.languages ?? null };
}

/**
 * A feed batch.
 *
 * @throws {ProblemError} `feed_batch.invalid`
 */
export function readFeedBatch(body: unknown): FeedBatchRequest {
  return readFields(feedBatch, body, invalidBatch);
}

/** Takes an object's own fields with these names. A missing one is undefined, and so is each field of a value that is no object. */
function fields<const Entries extends v.ObjectEntries>(entries: Entries) {
  const pick = (value: unknown) => {
    const object = typeof value === "object" && value !== null ? value as { [name: string]: unknown } : {};
    const names = Object.keys(entries);
    return Object.fromEntries(
      names.map((name) => [name, Object.hasOwn(object, name) ? object[name] : undefined]),
    ) as v.InferInput<v.ObjectSchema<Entries, undefined>>;
  };
  return v.pipe(v.unknown(), v.transform(pick), v.object(entries));
}

/**
 * Reads a request by its schema. The message of an error names the first field that is wrong.
 *
 * @throws {ProblemError} `request.malformed` unless another error is created
 */
export function readFields<Output>(
  schema: v.GenericSchema<unknown, Output>,
  request: unknown,
  createProblem: (reason: string) => ProblemError<ProblemCode> = malformed,
): Output {
  const { success, output, issues } = v.safeParse(schema, request, { abortEarly: true });
  if (success) return output;
  throw createProblem(formatIssue(issues[0]));
}

function splitList(list: string): string[] {
  return list === "" ? [] : list.split(",");
}

function isLanguageList(list: string): boolean {
  const tags = splitList(list);
  return tags.length <= LIMITS.languages && tags.every(isLanguageTag);
}

function isLabel(text: string): boolean {
  return text !== "" && text.length <= MAX_TEXT_LENGTH && text.isWellFormed() &&
    !/\p{Cc}|[\u2028\u2029]/u.test(text);
}

function cleanLabel(text: string): string {
  const cleaned = text.replace(/\.tckb$/, "");
  if (isLabel(cleaned)) return cleaned;
  throw malformed(`the label ${quote(text)} is empty, too long or has control characters`);
}

function malformed(reason: string): ProblemError<ProblemCode> {
  return problemError("request.malformed", `Cannot read the request: ${reason}`);
}

function invalidBatch(reason: string): ProblemError<ProblemCode> {
  return problemError("feed_batch.invalid", `Cannot register the feed batch: ${reason}`);
}
