import type { LocalizedText } from "../manifest/mod.ts";
import { resolveText } from "./locale.ts";

/**
 * The title of a card in a language: the manifest's title, or its id, or an empty text. The manifest may be any value,
 * because a card that failed due to its manifest needs a title too.
 *
 * @param manifest A manifest as it was received
 * @param locale The preferred language tag
 *
 * @example
 * ```ts
 * import { cardTitle } from "@tck/tckb/feed";
 * cardTitle({ id: "weather", title: { en: "Weather", de: "Wetter" } }, "de-CH"); // "Wetter"
 * cardTitle({ id: "weather" }, "de-CH"); // "weather"
 * ```
 */
export function cardTitle(manifest: unknown, locale: string): string {
  const { title, id } = (manifest ?? {}) as { title?: unknown; id?: unknown };
  const text = isLocalizedText(title) ? resolveText(title, locale) : "";
  return text || (typeof id === "string" ? id : "");
}

function isLocalizedText(value: unknown): value is LocalizedText {
  if (typeof value === "string") return true;
  return typeof value === "object" && value !== null &&
    Object.values(value).every((text) => typeof text === "string");
}
