import { escapeControls } from "../errors/mod.ts";
import { cardTitle, resolveSlots, resolveText } from "../feed/mod.ts";
import {
  InvalidManifestError,
  type JsonObject,
  type JsonValue,
  parseManifest,
  type WidgetManifest,
} from "../manifest/mod.ts";

/** The longest text of a card that is quoted, in UTF-16 units. */
const MAX_TEXT = 300;

/** The longest path of a value that is listed, in UTF-16 units: a longer one has no beginning. */
const MAX_PATH = 300;

/** The longest key of a path, in UTF-16 units. */
const MAX_KEY = 64;

/** The most values of a card's data that are listed. */
const MAX_VALUES = 200;

/** The most characters of the lines of a card's values. */
const MAX_CHARACTERS = 60_000;

/** The parts of a manifest that a chat gets. */
export interface ListedCard extends Pick<WidgetManifest, "slots"> {
  readonly id: string | null;
  readonly sizes: readonly string[];
  readonly states: { readonly [name: string]: JsonObject };
  readonly defaultState: JsonObject;
}

/**
 * Reads a manifest as it was committed. The cloud has checked few of its fields: of one that is not valid, which a card of
 * the canvas reports, nothing is shown but its texts.
 */
export function readListedCard(manifest: unknown): ListedCard {
  try {
    const { id, sizes, states = {}, defaultState = {}, slots } = parseManifest(manifest);
    return { id, sizes, states, defaultState, ...(slots === undefined ? {} : { slots }) };
  } catch (error) {
    if (!(error instanceof InvalidManifestError)) throw error;
    return { id: null, sizes: [], states: {}, defaultState: {} };
  }
}

/** The texts that a chat finds a card by, as its author wrote them. */
interface CardTexts {
  title: string;
  description?: string;
}

export function readTexts(manifest: unknown, language: string): CardTexts {
  const { description } = (manifest ?? {}) as Pick<WidgetManifest, "description">;
  const title = cut(cardTitle(manifest, language));
  return description === undefined
    ? { title }
    : { title, description: cut(resolveText(description, language)) };
}

/**
 * The text of a card, for hosts that do not show the card itself. It is made of the manifest: nothing is rendered, which
 * would run the widget's code in the server.
 *
 * @param manifest as it was committed
 * @param state the state that the card shows
 * @param language a language tag
 * @param listed what {@linkcode readListedCard} reads of the manifest
 */
export function describeCard(
  manifest: unknown,
  state: JsonObject,
  language: string,
  listed: ListedCard = readListedCard(manifest),
): string {
  const { title, description } = readTexts(manifest, language);
  const { actions, updatedAt } = resolveSlots(listed.slots, {}, {}, state);
  return [
    `title: ${quoteText(title)}`,
    ...(description === undefined ? [] : [`description: ${quoteText(description)}`]),
    ...(updatedAt === null ? [] : [`updated: ${quoteText(updatedAt.label ?? updatedAt.timestamp)}`]),
    ...listFirstValues(state),
    ...actions.map(({ label, href }) =>
      `action: ${quoteText(resolveText(label, language))}${
        href === undefined ? "" : ` to ${quoteText(href)}`
      }`
    ),
  ].join("\n");
}

/** The first values of a card's data. */
function listFirstValues(state: JsonObject): string[] {
  const lines: string[] = [];
  let characters = 0;
  for (const line of listValues(state, "data")) {
    characters += line.length;
    if (lines.length === MAX_VALUES || characters > MAX_CHARACTERS) return [...lines, "and more values"];
    lines.push(line);
  }
  return lines;
}

/** Each value of a card's data, with its path. */
function* listValues(value: JsonValue, path: string): Generator<string> {
  if (typeof value === "string") yield `${path}: ${quoteText(value)}`;
  else if (typeof value !== "object" || value === null) yield `${path}: ${value}`;
  else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* listValues(item, cutPath(`${path}[${index}]`));
  } else {
    // No list of all members: only the first are shown.
    for (const key in value) yield* listValues(value[key]!, cutPath(`${path}.${formatKey(key)}`));
  }
}

function formatKey(key: string): string {
  return /^\w{1,64}$/.test(key) ? key : quoteText(key, MAX_KEY);
}

function cutPath(path: string): string {
  return path.length <= MAX_PATH ? path : `…${path.slice(-MAX_PATH).replace(/^[\udc00-\udfff]/, "")}`;
}

/** A text as a JSON string: a quotation mark in the text does not end it. A longer text than the limit is cut. */
export function quoteText(text: string, limit: number = MAX_TEXT): string {
  return escapeControls(JSON.stringify(cut(text, limit)));
}

function cut(text: string, limit: number = MAX_TEXT): string {
  return text.length <= limit ? text : `${text.slice(0, limit).replace(/[\ud800-\udbff]$/, "")}…`;
}
