import { FOOTPRINTS, type WidgetSize } from "../../../core/contract/mod.ts";
import { cardTitle, resolveText } from "../../../core/feed/mod.ts";
import type { WidgetManifest } from "../../../core/manifest/mod.ts";
import { escapeText } from "../../../web/canvas/escaped_text.ts";
import type { Highlight } from "../highlight.ts";
import { renderCode } from "../markdown.ts";
import { writeFragment } from "../playground/page/source_link.ts";
import type { GalleryItem } from "./gallery_project.ts";

/** A section of the gallery, which is one of the kit's index. */
export interface GallerySection {
  readonly title: string;
  readonly entries: readonly GalleryEntry[];
}

/** An item with what the kit's index says of it. */
export interface GalleryEntry {
  readonly item: GalleryItem;
  readonly title: string;
  readonly description: string;
  /** Its place in the reference, relative to the gallery; null for a sample. */
  readonly reference: string | null;
}

/** Sorts the items by the sections of the kit's index, the samples first. @param index `web/tck/API.md` */
export function sortItems(items: readonly GalleryItem[], index: string): GallerySection[] {
  const toEntry = (item: GalleryItem, line?: { target: string; text: string }): GalleryEntry => ({
    item,
    title: cardTitle(item.manifest, "en"),
    description: line?.text ?? resolveText(item.manifest.description ?? "", "en"),
    reference: line === undefined ? null : `../web/tck/${line.target.replace(".md", ".html")}`,
  });
  const left = new Set<GalleryItem>(items.filter(({ isBlock }) => isBlock));
  const sections = index.split(/^## /m).slice(1).map((part) => {
    const title = part.slice(0, part.indexOf("\n"));
    const lines = part.matchAll(/^- \[`(\w+)`\]\(([^)]+)\): (.*)$/gm);
    const entries = Array.from(lines).flatMap(([, name, target, text]) => {
      const item = [...left].find((one) => one.name.replaceAll("-", "") === name!.toLowerCase());
      if (item === undefined) return [];
      left.delete(item);
      return [toEntry(item, { target: target!, text: text! })];
    });
    return { title, entries };
  });
  const [samples, more] = [items.filter(({ isBlock }) => !isBlock), [...left]];
  return [
    { title: "Samples", entries: samples.map((item) => toEntry(item)) },
    ...sections,
    { title: "More charts", entries: more.map((item) => toEntry(item)) },
  ].filter(({ entries }) => entries.length > 0);
}

/** The overview: each card as its bundle has it painted; the site's script puts a live one where it has not. */
export function renderOverview(sections: readonly GallerySection[]): string {
  const tile = ({ item: { name, id, bundle }, title, description }: GalleryEntry) =>
    `<li class="tile"><div class="tile-card"><iframe src="painted/${name}.html" sandbox="" tabindex="-1"
 loading="lazy" title="${escapeText(title)}"${
      bundle.cards.size === 0 ? ` data-live="${escapeText(id)}"` : ""
    }></iframe></div>
<a href="${name}.html">${escapeText(title)}</a><p>${escapeText(description)}</p></li>`;
  return [
    `<h1>Gallery</h1><p class="lead">Each block of the kit and each sample. Open one to use it live, at each size and in each
 state, with its source.</p>`,
    ...sections.map(({ title, entries }) =>
      `<h2>${escapeText(title)}</h2><ul class="tiles">${entries.map(tile).join("\n")}</ul>`
    ),
  ].join("\n");
}

/** The page of an item. Without scripts it shows the painted card; the site's script puts the live one in its place. */
export async function renderItem(
  { item, title, description, reference }: GalleryEntry,
  highlight: Highlight,
): Promise<string> {
  const { manifest, bundle, name, id, sources } = item;
  const states = Object.keys(manifest.states ?? {});
  const group = (label: string, parameter: string, values: readonly string[]) =>
    values.length < 2
      ? ""
      : `<fieldset><legend>${label}</legend>${
        values.map((value, index) =>
          `<label><input type="radio" name="${parameter}" value="${escapeText(value)}"${
            index === 0 ? " checked" : ""
          }><span>${escapeText(value === "" ? "default" : value)}</span></label>`
        ).join("")
      }</fieldset>`;
  const code = Array.from(
    sources,
    ([file, text]) =>
      `<h2>${escapeText(file)}</h2>${renderCode(text, file.slice(file.lastIndexOf(".") + 1), highlight)}`,
  );
  const links = [
    ...reference === null ? [] : [`<a href="${reference}">Props and examples</a>`],
    `<a href="../playground/index.html${await writeFragment(sources)}">Open in the playground</a>`,
  ];
  return `<h1>${escapeText(title)}</h1><p class="lead">${escapeText(description)} ${links.join(" · ")}</p>
<div class="item"><div><form class="item-controls">
${group("Size", "size", manifest.sizes)}${group("State", "state", ["", ...states])}
${group("Language", "locale", manifest.languages ?? [])}</form>
<div class="item-card"><iframe src="painted/${name}.html" sandbox="" height="${heightOf(manifest)}"
 title="${escapeText(title)}: the card"${bundle.cards.size === 0 ? "" : " data-painted"}
 data-live="${escapeText(id)}" data-footprints="${
    escapeText(writeFootprints(manifest.sizes))
  }"></iframe></div></div>
<div class="item-source">${code.join("\n")}</div></div>`;
}

/** The height of the frame of a painted card, in CSS pixels. */
function heightOf({ sizes }: WidgetManifest): number {
  return (FOOTPRINTS[sizes[0]!].height ?? 352) + 48;
}

/** Width and height of each fixed size, in CSS pixels: `{"2x2":[352,352]}`. */
function writeFootprints(sizes: readonly WidgetSize[]): string {
  const fixed = sizes.flatMap((size) => {
    const { width, height } = FOOTPRINTS[size];
    return width === null ? [] : [[size, [width, height]]];
  });
  return JSON.stringify(Object.fromEntries(fixed));
}
