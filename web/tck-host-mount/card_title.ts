import { resolveText } from "../../core/feed/mod.ts";
import type { LocalizedText } from "../../core/manifest/mod.ts";

/**
 * The title of a card in a language: the manifest's title, or its id, or an empty text. The manifest may be any value,
 * because a card that failed due to its manifest needs a title too.
 */
export function cardTitle(manifest: unknown, languageTag: string): string {
  const { title, id } = (manifest ?? {}) as { title?: unknown; id?: unknown };
  const text = isLocalizedText(title) ? resolveText(title, languageTag) : "";
  return text || (typeof id === "string" ? id : "");
}

function isLocalizedText(value: unknown): value is LocalizedText {
  if (typeof value === "string") return true;
  return typeof value === "object" && value !== null &&
    Object.values(value).every((text) => typeof text === "string");
}
