import { CARD_CELL, CARD_GAP, type WidgetSize } from "../../../core/contract/mod.ts";
import { gridFootprint } from "../../../core/feed/mod.ts";
import { parseManifest } from "../../../core/manifest/mod.ts";
import type { Tckb } from "../../../core/tckb/mod.ts";
import type { Card } from "../tck-host-mount/card_page.ts";

/** The side of a grid cell, and the gap between two cells, in CSS pixels. */
const CELL = CARD_CELL;
const GAP = CARD_GAP;

/** The widths of a feed's column in which a card of size `fill-auto` is shown, in CSS pixels. */
const COLUMNS = [320, 480, 680];

/** A card of a sample. */
export interface Variant extends Card {
  /** Its size, width, state and language, for messages. */
  name: string;
  /** The height of its grid area in CSS pixels, which its content must not exceed; null in a feed. */
  height: number | null;
}

/** The cards that cover a widget: each size and width, each state and each language. */
export function listVariants(tckb: Tckb): Variant[] {
  const { sizes, states = {}, languages = ["en"] } = parseManifest(tckb.manifest);
  const show = showVariants(tckb);
  const [size] = sizes as [WidgetSize];
  const width = middleWidthOf(size);
  const [language] = languages as [string];
  return [
    ...sizes.flatMap((size) => widthsOf(size).map((width) => show(size, width, null, language))),
    ...languages.slice(1).map((locale) => show(size, width, null, locale)),
    ...Object.keys(states).map((state) => show(size, width, state, language)),
  ];
}

/** One size of each class. */
export const CLASSES: readonly WidgetSize[] = ["2x1", "2x2", "4x4", "fill-auto"];

/**
 * A card of a widget in each of its sizes but {@link CLASSES}, which the preview of its project shows in
 * `snapshot_test.ts`; in its first size if there is no other. Each has the widget's first state and language.
 */
export function listOtherSizes(tckb: Tckb): Variant[] {
  const { sizes, languages = ["en"] } = parseManifest(tckb.manifest);
  const show = showVariants(tckb);
  const others = sizes.filter((size) => !CLASSES.includes(size));
  return (others.length > 0 ? others : sizes.slice(0, 1)).map((size) =>
    show(size, middleWidthOf(size), null, languages[0]!)
  );
}

/** What makes a card of a widget. */
function showVariants(
  tckb: Tckb,
): (size: WidgetSize, width: number, state: string | null, locale: string) => Variant {
  const manifest = parseManifest(tckb.manifest);
  const decoder = new TextDecoder();
  return (size, width, state, locale) => ({
    name: [`${size} at ${width}`, state, locale].filter((part) => part !== null).join(", "),
    // One bundle has one manifest, so each state is a bundle of its own.
    module: `${decoder.decode(tckb.module)}\n// ${state}`,
    css: decoder.decode(tckb.css!),
    propertiesCss: decoder.decode(tckb.propertiesCss!),
    manifest: state === null
      ? manifest
      : { ...manifest, id: `${manifest.id}-${state}`, defaultState: manifest.states![state]! },
    size,
    width,
    height: size === "fill-auto" ? null : sideOf(gridFootprint([size]).rows),
    locale,
  });
}

function middleWidthOf(size: WidgetSize): number {
  return size === "fill-auto" ? COLUMNS[1]! : sideOf(gridFootprint([size]).columns);
}

function widthsOf(size: WidgetSize): number[] {
  return size === "fill-auto" ? COLUMNS : [sideOf(gridFootprint([size]).columns)];
}

function sideOf(cells: number): number {
  return cells * CELL + (cells - 1) * GAP;
}
