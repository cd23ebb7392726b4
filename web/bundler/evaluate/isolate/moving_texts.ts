import type { Place } from "./error_places.ts";

/** A text that a formatter of the kit has written in one rendering. */
export interface FormattedText {
  /** What the page needs to write it for a reader, as JSON; null for a text that it cannot write. */
  readonly form: string | null;
  /** The time, as `<time>` has it. */
  readonly time: string;
  readonly text: string;
  /** What is shown until the page has written it. */
  readonly shown: string;
  readonly places: readonly Place[];
}

/** A card's markup with one clock and time zone, and the texts of formatters in it in the order in which they were written. */
export interface MarkupVariant {
  readonly markup: string;
  readonly texts: readonly FormattedText[];
}

/** A longer text that differs is not searched, in characters. */
const MAX_SEARCHED = 4_096;

/**
 * Joins the markup that React has written of a card with several clocks and time zones. Where texts of the kit's formatters
 * are all that differs, they are in `<time>` elements; a label that contains one is left out, since an attribute has no
 * elements.
 *
 * @returns null where something else differs
 */
export function joinVariants(variants: readonly MarkupVariant[]): string | null {
  const [first] = variants.map(({ markup }) => markup);
  if (variants.every(({ markup }) => markup === first)) return first!;
  const moving = findMovingTexts(variants);
  const parts = variants.map(({ markup }) => markup.split(TAGS));
  const [own] = parts;
  if (moving.length === 0 || parts.some(({ length }) => length !== own!.length)) return null;
  let joined = "";
  let drawings = 0;
  for (const [index, part] of own!.entries()) {
    const texts = parts.map((one) => one[index]!);
    if (part.startsWith("<svg")) drawings++;
    else if (part.startsWith("</svg")) drawings--;
    const text = texts.every((text) => text === part)
      ? part
      : part.startsWith("<")
      ? joinTags(texts, moving)
      : drawings > 0 || PLAIN.test(own![index - 1] ?? "")
      ? null
      : joinTexts(texts, moving);
    if (text === null) return null;
    joined += text;
  }
  return joined;
}

/** React escapes `<` and `>` in texts and attributes. */
const TAGS = /(<[^<>]*>)/;

/** The beginning of an element that has no elements. */
const PLAIN = /^<(?:title|textarea|option|style|script)\b/i;

/** A text of a formatter that is not the same in all variants. */
interface MovingText {
  /** As it is in the markup of each variant. */
  readonly escaped: readonly string[];
  /** What it is in the joined markup. */
  readonly element: string;
}

/** The longest first. */
function findMovingTexts(variants: readonly MarkupVariant[]): MovingText[] {
  const [first] = variants;
  if (variants.some(({ texts }) => texts.length !== first!.texts.length)) return [];
  const found = new Map<string, MovingText>();
  for (const [index, { form, time, shown, text }] of first!.texts.entries()) {
    const all = variants.map(({ texts }) => texts[index]!);
    const isSame = all.every((one) => one.form === form && one.time === time);
    if (form === null || !isSame || all.every((one) => one.text === text)) continue;
    const escaped = all.map((one) => escapeMarkup(one.text));
    if (escaped.includes("")) continue;
    const key = escaped.join("<");
    if (found.has(key)) continue;
    const attributes = `datetime="${escapeMarkup(time)}" data-format="${escapeMarkup(form)}"`;
    found.set(key, { escaped, element: `<time ${attributes}>${escapeMarkup(shown)}</time>` });
  }
  return [...found.values()].sort((left, right) => right.escaped[0]!.length - left.escaped[0]!.length);
}

/** Escapes a text as React does. */
function escapeMarkup(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll(
    '"',
    "&quot;",
  )
    .replaceAll("'", "&#x27;");
}

function joinTexts(texts: readonly string[], moving: readonly MovingText[]): string | null {
  if (texts.some(({ length }) => length > MAX_SEARCHED)) return null;
  const at = texts.map(() => 0);
  let joined = "";
  while (texts.some((text, index) => at[index]! < text.length)) {
    const found = moving.find(({ escaped }) =>
      escaped.every((text, index) => texts[index]!.startsWith(text, at[index]))
    );
    const [character] = texts.map((text, index) => text.charAt(at[index]!));
    if (!found && texts.some((text, index) => text.charAt(at[index]!) !== character)) return null;
    joined += found?.element ?? character;
    at.forEach((place, index) => at[index] = place + (found ? found.escaped[index]!.length : 1));
  }
  return joined;
}

const TAG = /^<[^\s/>]+((?:\s+[^\s=>/]+(?:="[^"]*")?)*)\s*\/?>$/;
const ATTRIBUTE = /\s+([^\s=>/]+)(?:="([^"]*)")?/g;

/** Attributes that are read to somebody or shown as a tip. */
const LABELS = ["aria-label", "aria-description", "aria-valuetext", "title", "alt"];

function joinTags(tags: readonly string[], moving: readonly MovingText[]): string | null {
  const lists = tags.map((tag) => {
    const [, attributes] = TAG.exec(tag) ?? [];
    return attributes === undefined
      ? null
      : Array.from(attributes.matchAll(ATTRIBUTE), ([whole, name, value = ""]) => ({ whole, name, value }));
  });
  const [own] = lists;
  if (!own) return null;
  let [joined] = tags;
  for (const [index, { whole, name, value }] of own.entries()) {
    const all = lists.map((list) => list?.[index]);
    if (all.some((one) => one?.name !== name)) return null;
    const values = all.map((one) => one!.value);
    if (values.every((one) => one === value)) continue;
    if (!LABELS.includes(name!) || joinTexts(values, moving) === null) return null;
    joined = joined!.replace(whole, () => "");
  }
  const [start] = tags.map(startOfTag);
  return tags.every((tag, index) => startOfTag(tag) === start && lists[index]!.length === own.length)
    ? joined!
    : null;
}

function startOfTag(tag: string): string {
  return /^<[^\s/>]+/.exec(tag)![0];
}
