import { CARD_FOOTER_HEIGHT, FOOTPRINTS } from "../../../core/contract/mod.ts";
import { type ResolvedSlots, resolveText } from "../../../core/feed/mod.ts";
import { textDirection } from "../../../core/manifest/mod.ts";
import { type HostAssets, readAssetText } from "../../assets/import_map/mod.ts";
import { cssValue } from "../../card-markup/mod.ts";
import { formatAge, formatTimestamp } from "../../tck-host-mount/relative_time.ts";
import type { CardPlace } from "../card_layout.ts";
import { escapeText } from "../escaped_text.ts";
import type { CardContent } from "./card_content.ts";
import type { CardReader } from "./fill_times.ts";
import { writeSheet } from "./written_sheets.ts";

export interface PaintedCard {
  readonly place: CardPlace;
  readonly title: string;
  /** The language that the card is shown in. */
  readonly locale: string;
  /** Null for a card that cannot be shown before its code runs: its place waits. */
  readonly content: CardContent | null;
  /** Whether the bundle is of the kit's bundler: the content of others does not fit into a fixed size. */
  readonly isFitted: boolean;
  readonly slots: ResolvedSlots;
  readonly reader: CardReader;
}

/** How the document is shown. */
export interface PaintSettings {
  readonly assets: HostAssets;
  readonly language: string;
  /** The theme that the reader has chosen; null for the system's. */
  readonly theme: "light" | "dark" | null;
  readonly title: string;
}

/** A document, and what its policy must allow. */
export interface PaintDocument {
  readonly html: string;
  /** The exact texts of its style elements. */
  readonly styles: readonly string[];
  /** Whether its markup has pictures, which are of `data:`. No style has one. */
  readonly hasPictures: boolean;
}

/**
 * Writes the first cards of a feed as a document without scripts, in the elements of the canvas (`feed.tsx`) and of a mounted
 * card (`WidgetMount`), each with its shadow root. Its policy allows no `style` attribute: what those elements have of it
 * are rules.
 */
export function renderPaint(cards: readonly PaintedCard[], settings: PaintSettings): PaintDocument {
  const { assets, language, theme, title } = settings;
  const colors: string[] = [];
  const shared = writeSheet(readAssetText(assets, "card.css"));
  const items = cards.map((card) => renderCard(card, shared, colors));
  const contents = cards.flatMap(({ content }) => content === null ? [] : [content]);
  const rules = [readAssetText(assets, "style.css"), readAssetText(assets, "canvas.css"), OWN_RULES];
  const names = new Set([...rules, shared].flatMap((sheet) => sheet.match(/--[\w-]+/g) ?? []));
  const own = writeSheet([
    ...rules,
    ...cards.map(({ place }, index) => placeRule(place, index)),
    ...colors,
    ...contents.map(({ properties }) => withoutNames(properties, names)),
  ].join("\n"));
  const html = `<!doctype html>
<html lang="${escapeText(language)}" data-theme="${theme ?? "light"}"${
    theme === null ? " data-system-theme" : ""
  }>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeText(title)}</title>
<style>${own}</style>
</head>
<body class="canvas-frame-body">
<div class="canvas"><ol class="canvas-feed" role="list">${items.join("")}</ol></div>
</body>
</html>
`;
  return {
    html,
    styles: [own, ...contents.length > 0 ? [shared] : [], ...contents.map(({ css }) => css)],
    hasPictures: contents.some(({ html }) => /<(?:img|image) /.test(html)),
  };
}

/** Rules of names that the host's own sheets have would change what those sheets do. A rule is as `writePropertyRules` writes it. */
function withoutNames(properties: string, names: ReadonlySet<string>): string {
  return properties.replaceAll(
    /@property (--[\w-]+)\{[^{}]*\}/g,
    (rule, name: string) => names.has(name) ? "" : rule,
  );
}

/** What the mount writes into `style` attributes. */
const OWN_RULES = [
  "html{scrollbar-width:none}",
  "body{background:var(--color-background)}",
  ".tck-card-frame,.canvas-place{contain:layout paint;overflow:clip}",
  ".tck-card[data-fixed]{box-sizing:border-box;block-size:100%}",
  `.tck-card-slots[data-fixed]{box-sizing:border-box;block-size:${
    toRem(CARD_FOOTER_HEIGHT)
  };flex-wrap:nowrap;` +
  "overflow:clip;container:tck-card-slots/inline-size}",
  // Stronger than the width of a card of the column, as an attribute is.
  ...Object.entries(FOOTPRINTS).flatMap(([size, { width, height }]) =>
    width === null ? [] : [
      `.canvas-slot[class][class] > [data-size="${size}"]{inline-size:${
        toRem(width)
      };max-inline-size:100%;block-size:${toRem(height)}}`,
    ]
  ),
].join("\n");

function toRem(pixels: number): string {
  return `${pixels / 16}rem`;
}

function placeRule({ row, placement }: CardPlace, index: number): string {
  const area = placement === null
    ? `${row + 1} / 1 / auto / -1`
    : `${row + 1} / ${placement.column + 1} / span ${placement.rows} / span ${placement.columns}`;
  return `.canvas-slot:nth-child(${index + 1}){--canvas-area:${area}}`;
}

function renderCard(card: PaintedCard, shared: string, colors: string[]): string {
  const { place: { size, placement }, content } = card;
  const columns = placement === null ? "" : ` data-columns="${placement.columns}"`;
  const inner = content === null ? renderWaiting(card) : renderArticle(card, content, shared, colors);
  const frame = content === null ? "canvas-place" : "tck-card-frame";
  return `<li class="canvas-slot"${columns}><div class="${frame}" data-size="${size}">${inner}</div></li>`;
}

function renderWaiting({ title }: PaintedCard): string {
  return `<article class="tck-card" aria-busy="true" aria-label="${escapeText(title)}">` +
    `<div class="tck-card-skeleton" aria-hidden="true"><span></span><span></span><span></span></div></article>`;
}

function renderArticle(
  { place: { size }, title, locale, isFitted, slots, reader }: PaintedCard,
  { html, css }: CardContent,
  shared: string,
  colors: string[],
): string {
  const isFixed = FOOTPRINTS[size].rows !== null;
  const fixed = isFixed ? ' data-fixed="true"' : "";
  const drawn = new Set(Array.from(html.matchAll(DRAWN_ACTION), ([, id]) => id));
  const shown = { ...slots, actions: slots.actions.filter(({ id }) => !drawn.has(escapeText(id))) };
  return `<article class="tck-card"${fixed} lang="${escapeText(locale)}" dir="${textDirection(locale)}"` +
    ` aria-label="${escapeText(title)}"><template shadowrootmode="open"><style>${shared}</style>` +
    `<style>${css}</style><div data-tck-layout><div data-tck-content${
      isFitted ? "" : " data-tck-unfitted"
    }>` +
    `${html}</div><slot></slot></div><div data-tck-portal></div></template>` +
    `${renderFooter(shown, locale, reader, fixed, colors)}</article>`;
}

/** An action that the content shows. */
const DRAWN_ACTION = /<a class="kit-button[^<>]* data-action="([^"]*)"/g;

/** As `CardSlots` draws it. The actions have no address, so that they are texts. */
function renderFooter(
  { actions, updatedAt }: ResolvedSlots,
  locale: string,
  reader: CardReader,
  fixed: string,
  colors: string[],
): string {
  const links = actions.filter(({ href }) => href !== undefined);
  if (links.length === 0 && updatedAt === null) return "";
  const time = updatedAt === null
    ? ""
    : `<time class="tck-card-updated" datetime="${escapeText(updatedAt.timestamp)}">${
      updatedAt.label === undefined
        ? `<span>${escapeText(formatUpdate(updatedAt.timestamp, reader))}</span>`
        : escapeText(updatedAt.label)
    }</time>`;
  const texts = links.map(({ label, variant, color }) => {
    const value = color === undefined ? null : cssValue(color);
    const number = value === null ? "" : ` data-color="${colors.length}"`;
    if (value !== null) {
      colors.push(`.tck-card-action[data-color="${colors.length}"]{--tck-action-color:${value}}`);
    }
    return `<a class="tck-card-action" data-variant="${variant}"${number}>${
      escapeText(resolveText(label, locale))
    }</a>`;
  });
  return `<footer class="tck-card-slots"${fixed}>${time}${texts.join("")}</footer>`;
}

function formatUpdate(timestamp: string, { formatLocale, timeZone, now }: CardReader): string {
  return formatAge(now - Date.parse(timestamp), formatLocale) ??
    formatTimestamp(timestamp, now, formatLocale, timeZone).short;
}
