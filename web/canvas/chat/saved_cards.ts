import { encodeBase64Url } from "../../../core/bytes/mod.ts";
import { fillFile } from "../saved_file/file_parts.ts";
import type { LoadedCard } from "./messages.ts";
import type { ViewParts } from "./view_parts.ts";

/** Writes a file with cards, which shows them as the view does. */
export function writeSavedCards(
  { file, cards }: Omit<ViewParts, "appUrl">,
  shown: readonly LoadedCard[],
): string {
  const saved = shown.map(({ envelope, ...card }) => ({
    ...card,
    envelope: envelope && encodeBase64Url(envelope),
  }));
  return fillFile(file, { cards, saved, theme: "auto" });
}
