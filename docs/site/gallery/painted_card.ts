import { createHash } from "node:crypto";
import { cardTitle, resolveSlots } from "../../../core/feed/mod.ts";
import type { HostAssets } from "../../../web/assets/mod.ts";
import { PAINT_LIMITS, renderPaint, splitFeed, writeCard } from "../../../web/canvas/paint/mod.ts";
import type { GalleryItem } from "./gallery_project.ts";

/** The time in painted cards, so that a second build writes the same. */
const NOW = Date.parse("2026-03-02T07:00:00Z");

/** Writes a card as a document without scripts: it is there at once, in the gallery and before the live card. */
export function paintCard({ manifest, bundle }: GalleryItem, assets: HostAssets): string {
  const locale = "en";
  const reader = { formatLocale: locale, timeZone: "UTC", now: NOW };
  const decode = (bytes: Uint8Array | null | undefined) => new TextDecoder().decode(bytes ?? undefined);
  const markup = bundle.cards.get(locale);
  const [css, propertiesCss] = [decode(bundle.css), decode(bundle.propertiesCss)];
  const title = cardTitle(manifest, locale);
  const [place] = splitFeed([manifest])[0]!.places;
  const { html, styles } = renderPaint([{
    place: place!,
    title,
    locale,
    // A card that differs with the clock has no markup, and its place waits.
    content: markup === undefined
      ? null
      : writeCard({ markup: decode(markup), css, propertiesCss }, reader, PAINT_LIMITS),
    isFitted: true,
    slots: resolveSlots(manifest.slots, {}, {}, manifest.defaultState ?? {}),
    reader,
  }], { assets, language: locale, theme: null, title });
  const hashes = styles.map((style) => `'sha256-${createHash("sha256").update(style).digest("base64")}'`);
  const policy = `default-src 'none'; style-src ${[...new Set(hashes)].join(" ")}; img-src data:`;
  return html.replace(
    '<meta charset="utf-8">',
    `<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="${policy}">`,
  );
}
