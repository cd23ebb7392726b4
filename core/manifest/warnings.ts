import { nearestName, quote } from "../errors/mod.ts";
import { formatJsonPath, type JsonPath } from "./json_path.ts";
import type { JsonObject, LocalizedText, SlotAction, WidgetManifest } from "./manifest.ts";
import { FIELDS, isObject } from "./schema.ts";

/** What is probably a mistake in a manifest that is valid. */
export interface ManifestWarning {
  /** What kind of mistake. */
  readonly kind: "unknown_field" | "unknown_card_type" | "unknown_state_key" | "missing_language";
  /** The path of the value, as in `ManifestIssue`. */
  readonly path: string;
  /** What is wrong, without a trailing period. */
  readonly message: string;
}

/**
 * Finds what is probably a mistake in a manifest that `parseManifest` accepts: a field that does not exist, a card type
 * other than `feed` and `grid`, a misspelt key of a state, a text that lacks one of the languages. Hosts accept all of
 * them, because a manifest may be of a newer kit (lifecycle specification, §9).
 *
 * @example
 * ```ts
 * import { findManifestWarnings, parseManifest } from "@tck/tckb";
 * const manifest = parseManifest({ id: "weather", cardType: "feeed", sizes: ["fill-auto"] });
 * findManifestWarnings(manifest)[0]?.path; // "manifest.cardType"
 * ```
 */
export function findManifestWarnings(manifest: WidgetManifest): ManifestWarning[] {
  return [
    ...findUnknownFields(manifest),
    ...findUnknownCardType(manifest),
    ...findMissingLanguages(manifest),
    ...findUnknownStateKeys(manifest),
    ...findUnknownConditions(manifest),
  ];
}

function findUnknownFields(manifest: WidgetManifest): ManifestWarning[] {
  const { slots } = manifest;
  return [
    ...listUnknown(manifest, FIELDS.manifest, []),
    ...listUnknown(slots, FIELDS.slots, ["slots"]),
    ...(slots?.actions ?? []).flatMap((action, index) =>
      listUnknown(action, FIELDS.action, ["slots", "actions", index])
    ),
    ...listUnknown(slots?.updatedAt, FIELDS.updatedAt, ["slots", "updatedAt"]),
  ];
}

function listUnknown(value: unknown, fields: readonly string[], path: JsonPath): ManifestWarning[] {
  if (!isObject(value)) return [];
  return Object.keys(value).filter((key) => !fields.includes(key)).map((key) => {
    const free = fields.filter((field) => !Object.hasOwn(value, field));
    return warn("unknown_field", [...path, key], `is not a field${suggest(key, free)}`);
  });
}

const CARD_TYPES = ["feed", "grid"];

function findUnknownCardType({ cardType }: WidgetManifest): ManifestWarning[] {
  if (CARD_TYPES.includes(cardType)) return [];
  const what = `${quote(cardType)} is neither "feed" nor "grid", and counts as "grid"`;
  return [warn("unknown_card_type", ["cardType"], `${what}${suggest(cardType, CARD_TYPES)}`)];
}

function findMissingLanguages({ title, description, slots, languages }: WidgetManifest): ManifestWarning[] {
  const labels = (slots?.actions ?? []).map(({ label }, index) => ({
    path: ["slots", "actions", index, "label"],
    text: label,
  }));
  const texts = [{ path: ["title"], text: title }, { path: ["description"], text: description }, ...labels];
  return texts.flatMap(({ path, text }) => {
    const fault = text === undefined ? null : explainLanguages(text, languages ?? ["en"]);
    return fault === null ? [] : [warn("missing_language", path, fault)];
  });
}

function explainLanguages(text: LocalizedText, languages: readonly string[]): string | null {
  if (typeof text === "string") return null;
  const tags = Object.keys(text);
  const missing = languages.filter((language) => !tags.some((tag) => isSameLanguage(tag, language)));
  const unused = tags.filter((tag) => !languages.some((language) => isSameLanguage(tag, language)));
  const faults = [
    missing.length > 0 ? `has no text for ${missing.map(quote).join(", ")}` : "",
    unused.length > 0 ? `has ${unused.map(quote).join(", ")}, which languages does not list` : "",
  ];
  return faults.filter(Boolean).join(", and ") || null;
}

/** `de` is the text for `de-AT` too, and `de-AT` is better than no text for `de`. */
function isSameLanguage(tag: string, language: string): boolean {
  const [left, right] = [`${tag}-`.toLowerCase(), `${language}-`.toLowerCase()];
  return left.startsWith(right) || right.startsWith(left);
}

/** A key that the default state does not have may be one that it leaves out: only a misspelt one is reported. */
function findUnknownStateKeys({ defaultState, states = {} }: WidgetManifest): ManifestWarning[] {
  if (!defaultState) return [];
  return Object.entries(states).flatMap(([name, state]) => {
    const absent = Object.keys(defaultState).filter((key) => !Object.hasOwn(state, key));
    return Object.keys(state).filter((key) => !Object.hasOwn(defaultState, key)).flatMap((key) => {
      const nearest = nearestName(key, absent);
      if (nearest === null) return [];
      const message = `is not a key of defaultState; did you mean ${quote(nearest)}?`;
      return [warn("unknown_state_key", ["states", name, key], message)];
    });
  });
}

function findUnknownConditions({ slots, defaultState, states = {} }: WidgetManifest): ManifestWarning[] {
  const all: JsonObject[] = [defaultState ?? {}, ...Object.values(states)];
  const keys = new Set(all.flatMap((state) => Object.keys(state)));
  return (slots?.actions ?? []).flatMap(({ when }: SlotAction, index) => {
    const key = when?.replace(/^!/, "");
    if (key === undefined || keys.has(key)) return [];
    const message = `${quote(key)} is a key of no state${suggest(key, keys)}`;
    return [warn("unknown_state_key", ["slots", "actions", index, "when"], message)];
  });
}

function suggest(name: string, known: Iterable<string>): string {
  const nearest = nearestName(name, known);
  return nearest === null ? "" : `; did you mean ${quote(nearest)}?`;
}

function warn(kind: ManifestWarning["kind"], path: JsonPath, message: string): ManifestWarning {
  return { kind, path: formatJsonPath("manifest", path), message };
}
