import { quote } from "../../../core/errors/mod.ts";
import { ProblemError } from "../../../core/problem/mod.ts";
import { LIMITS, WIDGET_SIZES } from "../../../core/contract/mod.ts";
import { isLanguageTag } from "../../../core/manifest/mod.ts";
import {
  type ChatCardRequest,
  type FeedBatchRequest,
  type FeedPageRequest,
  LABEL_HEADER,
  type PictureRequest,
} from "../../protocol.ts";
import { type Decision, MAX_ENTRIES, MAX_WORDS } from "../../review/review.ts";
import { type ProblemCode, problemError } from "../problem.ts";

/** Longest label or id of a request, in UTF-16 units. */
const MAX_TEXT_LENGTH = 255;

/** Most cards of one feed batch. */
const MAX_BATCH_CARDS = 1_000;

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
  const url = fieldOf(body, "url");
  if (typeof url !== "string") throw malformed("url is not a string");
  if (URL.canParse(url)) return new URL(url);
  throw problemError("fetch.invalid_url", `Cannot fetch ${quote(url)}: it is not an absolute URL`);
}

/**
 * The stack trace to map.
 *
 * @throws {ProblemError} `request.malformed`
 */
export function readStack(body: unknown): string {
  const stack = fieldOf(body, "stack");
  if (typeof stack === "string") return stack;
  throw malformed("stack is not a string");
}

/**
 * The card of a picture.
 *
 * @throws {ProblemError} `request.malformed`
 */
export function readPicture(body: unknown): PictureRequest {
  return {
    kind: oneOf(body, "kind", ["live", "bundle"]),
    id: textOf(body, "id"),
    theme: oneOf(body, "theme", ["light", "dark"]),
    size: fieldOf(body, "size") === null ? null : oneOf(body, "size", WIDGET_SIZES),
    width: readPictureWidth(fieldOf(body, "width")),
    state: textOrNull(body, "state"),
    stateData: textOrNull(body, "stateData"),
    locale: textOrNull(body, "locale"),
  };
}

/** The widest picture in CSS pixels. */
const MAX_PICTURE_WIDTH = 2_000;

function readPictureWidth(width: unknown): number | null {
  if (width === null) return null;
  const isPixels = typeof width === "number" && Number.isInteger(width);
  if (isPixels && width >= 1 && width <= MAX_PICTURE_WIDTH) return width;
  throw malformed(`width is neither null nor a whole number from 1 to ${MAX_PICTURE_WIDTH}`);
}

/**
 * A verdict about entries of a review.
 *
 * @throws {ProblemError} `request.malformed`
 */
export function readVerdict(body: unknown): { ids: ReadonlySet<string>; decision: Decision } {
  const ids = fieldOf(body, "ids");
  const isList = Array.isArray(ids) && ids.length > 0 && ids.length <= MAX_ENTRIES &&
    ids.every((id) => typeof id === "string");
  if (!isList) throw malformed(`ids is not a list of 1 to ${MAX_ENTRIES} strings`);
  return { ids: new Set(ids), decision: readDecision(body) };
}

function readDecision(body: unknown): Decision {
  if (fieldOf(body, "verdict") === null) return { verdict: null };
  const verdict = oneOf(body, "verdict", ["accepted", "rejected"]);
  if (verdict === "accepted") return { verdict };
  const words = textOf(body, "words").trim();
  if (words !== "" && words.length <= MAX_WORDS && words.isWellFormed()) return { verdict, words };
  throw malformed(`words is not a text of 1 to ${MAX_WORDS} characters`);
}

function oneOf<Value extends string>(body: unknown, name: string, values: readonly Value[]): Value {
  const value = fieldOf(body, name);
  const known = values.find((candidate) => candidate === value);
  if (known !== undefined) return known;
  throw malformed(`${name} is not one of ${values.join(", ")}`);
}

function textOrNull(body: unknown, name: string): string | null {
  return fieldOf(body, name) === null ? null : textOf(body, name);
}

function textOf(body: unknown, name: string): string {
  const text = fieldOf(body, name);
  if (typeof text === "string") return text;
  throw malformed(`${name} is not a string`);
}

/**
 * The page of a feed, by the parameters `print` and `languages` of its address.
 *
 * @throws {ProblemError} `request.malformed`
 */
export function readFeedPage(id: string, { searchParams }: URL): FeedPageRequest {
  const print = searchParams.get("print") ?? "false";
  if (!["true", "false"].includes(print)) throw malformed(`print is ${quote(print)}, not true or false`);
  const text = searchParams.get("languages");
  return { id, isPrinted: print === "true", languages: text === null ? null : readLanguages(text) };
}

function readLanguages(text: string): string[] {
  const tags = text === "" ? [] : text.split(",");
  if (tags.length <= LIMITS.languages && tags.every(isLanguageTag)) return tags;
  throw malformed(
    `languages is ${quote(text)}, not a list of at most ${LIMITS.languages} language tags with commas`,
  );
}

/**
 * The card of a chat, by the parameters `kind` and `id` of its address.
 *
 * @throws {ProblemError} `request.malformed`
 */
export function readChatCardRequest({ searchParams }: URL): ChatCardRequest {
  const fields = Object.fromEntries(searchParams);
  return { kind: oneOf(fields, "kind", ["live", "bundle"]), id: textOf(fields, "id") };
}

/**
 * A feed batch.
 *
 * @throws {ProblemError} `feed_batch.invalid`
 */
export function readFeedBatch(body: unknown): FeedBatchRequest {
  const bundles = fieldOf(body, "bundles");
  if (!Array.isArray(bundles)) throw invalidBatch("bundles is not an array");
  if (bundles.length > MAX_BATCH_CARDS) throw invalidBatch(`it has more than ${MAX_BATCH_CARDS} bundles`);
  return {
    id: batchText(body, "id", "id"),
    label: batchText(body, "label", "label"),
    bundles: bundles.map((card, index) => ({
      id: batchText(card, "id", `bundles[${index}].id`),
      label: batchText(card, "label", `bundles[${index}].label`),
    })),
  };
}

function batchText(value: unknown, name: string, path: string): string {
  const text = fieldOf(value, name);
  if (typeof text === "string" && isLabel(text)) return text;
  throw invalidBatch(
    `${path} is not a string of 1 to ${MAX_TEXT_LENGTH} characters without control characters`,
  );
}

function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as { [name: string]: unknown })[name];
}

function cleanLabel(text: string): string {
  const label = text.replace(/\.tckb$/, "");
  if (isLabel(label)) return label;
  throw malformed(`the label ${quote(text)} is empty, too long or has control characters`);
}

/** Any text on one line: pages show it as text, never as markup. */
function isLabel(text: string): boolean {
  return text !== "" && text.length <= MAX_TEXT_LENGTH && text.isWellFormed() &&
    !/\p{Cc}|[\u2028\u2029]/u.test(text);
}

function malformed(reason: string): ProblemError<ProblemCode> {
  return problemError("request.malformed", `Cannot read the request: ${reason}`);
}

function invalidBatch(reason: string): ProblemError<ProblemCode> {
  return problemError("feed_batch.invalid", `Cannot register the feed batch: ${reason}`);
}
