import { resolveText } from "../../core/feed/mod.ts";
import type { JsonObject, LocalizedText, WidgetManifest } from "../../core/manifest/mod.ts";

/**
 * What a card is called in a language: the manifest's title, or without one its id. It takes any object, because a card
 * that failed for its manifest needs a name too.
 */
export function cardTitle(manifest: WidgetManifest | JsonObject, languageTag: string): string {
  const { title, id } = manifest as { title?: unknown; id?: unknown };
  const names = [isLocalizedText(title) ? resolveText(title, languageTag) : "", id];
  return names.find((name) => typeof name === "string" && name !== "") as string | undefined ?? "";
}

function isLocalizedText(value: unknown): value is LocalizedText {
  if (typeof value === "string") return true;
  return typeof value === "object" && value !== null &&
    Object.values(value).every((text) => typeof text === "string");
}
