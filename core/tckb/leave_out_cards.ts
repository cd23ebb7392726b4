import { buildArchive, listEntries } from "./zip/mod.ts";

const CARD_ENTRY = /^card\.[A-Za-z0-9-]{1,64}\.html$/;

/**
 * The envelope without the markup of its card, for who mounts the card: the markup in all languages can be as large as all
 * other entries. The bundle hash is the same. Nothing is inflated or verified.
 *
 * @returns the bytes themselves where they have no markup
 * @throws {TckbUnpackError} when they are not an archive
 */
export function leaveOutCards(envelope: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const entries = listEntries(envelope);
  const others = entries.filter(({ name }) => !CARD_ENTRY.test(name));
  return others.length === entries.length
    ? envelope
    : buildArchive(new Map(others.map((entry) => [entry.name, entry])));
}
