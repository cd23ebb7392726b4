import { createHash } from "node:crypto";
import type { WidgetSize } from "../../core/contract/mod.ts";
import { cardTitle, resolveSlots } from "../../core/feed/mod.ts";
import type { WidgetManifest } from "../../core/manifest/mod.ts";
import type { Tckb } from "../../core/tckb/mod.ts";
import type { HostAssets } from "../../web/assets/mod.ts";
import { placeCards } from "../../web/canvas/card_layout.ts";
import { PAINT_LIMITS, renderPaint, writeCard } from "../../web/canvas/paint/mod.ts";

/** The time in painted cards, so that a second build writes the same. */
const NOW = Date.parse("2026-03-02T07:00:00Z");

export interface PaintedWidget {
  readonly manifest: WidgetManifest;
  readonly bundle: Tckb;
}

interface PaintOptions {
  /** A card for each. @default the one that the canvas chooses */
  readonly sizes?: readonly WidgetSize[];
  /** A stylesheet of the document, after its own. */
  readonly css?: string;
}

/** Writes a widget as a document without scripts: it is there at once, before the live card. */
export function paintWidget(
  { manifest, bundle }: PaintedWidget,
  assets: HostAssets,
  { sizes, css: sheet = "" }: PaintOptions = {},
): string {
  const locale = "en";
  const reader = { formatLocale: locale, timeZone: "UTC", now: NOW };
  const decode = (bytes: Uint8Array | null | undefined) => new TextDecoder().decode(bytes ?? undefined);
  const markup = bundle.cards.get(locale);
  const [css, propertiesCss] = [decode(bundle.css), decode(bundle.propertiesCss)];
  const title = cardTitle(manifest, locale);
  const shown = sizes?.map((size) => ({ ...manifest, sizes: [size] })) ?? [manifest];
  const cards = placeCards(shown).map((place) => ({
    place,
    title,
    locale,
    // A card that differs with the clock has no markup, and its place waits.
    content: markup === undefined
      ? null
      : writeCard({ markup: decode(markup), css, propertiesCss }, reader, PAINT_LIMITS),
    isFitted: true,
    slots: resolveSlots(manifest.slots, {}, {}, manifest.defaultState ?? {}),
    reader,
  }));
  const { html, styles } = renderPaint(cards, { assets, language: locale, theme: null, title });
  const hashes = [...new Set([...styles, sheet])].map((style) =>
    `'sha256-${createHash("sha256").update(style).digest("base64")}'`
  );
  const policy = `default-src 'none'; style-src ${hashes.join(" ")}; img-src data:`;
  return html
    .replace(
      '<meta charset="utf-8">',
      `<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    )
    .replace("</head>", `<style>${sheet}</style>\n</head>`);
}
