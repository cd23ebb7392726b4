import * as kit from "@tck/kit";
import { renderToStaticMarkup } from "react-dom/server";
import { LIMITS } from "../../../../core/contract/mod.ts";
import { cardSize, isGridCardType } from "../../../../core/feed/mod.ts";
import type { WidgetManifest } from "../../../../core/manifest/mod.ts";
import type { DrawnCard } from "../evaluation_events.ts";
import { placesOf } from "./element_places.ts";
import { MAX_SENT_PLACES, type Place } from "./error_places.ts";
import { type FormattedText, joinVariants, type MarkupVariant } from "./moving_texts.ts";
import { createContext } from "./rendering.tsx";
import {
  findCallers,
  ignoreReads,
  listReads,
  type Read,
  setSurroundings,
  type Surroundings,
} from "./surroundings.ts";

/** A card's default state is before some times and after others: between the clocks, nothing that reads one is the same. */
const CLOCKS = [Date.UTC(2001, 1, 3, 4, 5, 6, 7), Date.UTC(2038, 10, 28, 16, 47, 38, 509)];

/** Between them it is never the same day at the same time. */
const ZONES = ["UTC", "Pacific/Kiritimati"];

const SURROUNDINGS: readonly Surroundings[] = CLOCKS.flatMap((now, seed) =>
  ZONES.map((zone) => ({ now, zone, seed }))
);

/** Texts of formatters beyond this number are not known. */
const MAX_TEXTS = 2_000;

// The widget may replace them.
const { stringify } = JSON;

/** One rendering, with what it has read. */
interface Variant extends MarkupVariant {
  readonly reads: readonly Read[];
}

/**
 * Renders a card's default state in each language, in the size that a feed shows it in, with two clocks and in two time zones:
 * the markup that is shown before the card's code runs. The module is loaded again for each of them, so that nothing is left
 * of an earlier rendering.
 *
 * @param load executes the module, and fulfils with its default export
 */
export async function drawCard(
  load: () => Promise<unknown>,
  manifest: WidgetManifest,
  setZone: (zone: string) => void,
): Promise<DrawnCard[]> {
  const all = listLocales(manifest);
  const locales = all.slice(0, LIMITS.cardEntries);
  const drawn = new Map<string, Variant[]>(locales.map((locale) => [locale, []]));
  const failed = new Map<string, unknown>();
  for (const surroundings of SURROUNDINGS) {
    setZone(surroundings.zone);
    setSurroundings(surroundings);
    try {
      const Component = await load() as kit.WidgetComponent;
      const loading = [...listReads()];
      for (const locale of locales) {
        const before = listReads().length;
        try {
          const variant = renderVariant(Component, manifest, locale, surroundings.zone);
          drawn.get(locale)!.push({ ...variant, reads: [...loading, ...listReads().slice(before)] });
        } catch (error) {
          failed.set(locale, error);
        }
      }
    } catch (error) {
      for (const locale of locales) failed.set(locale, error);
    }
  }
  setSurroundings(null);
  const cards = locales.map((locale) =>
    failed.has(locale)
      ? leaveOut(locale, "it throws where it is rendered again", placesOf(failed.get(locale)))
      : joinCard(locale, drawn.get(locale)!)
  );
  const others = all.slice(LIMITS.cardEntries);
  return [
    ...limitBytes(cards),
    ...others.map((locale) => leaveOut(locale, `at most ${LIMITS.cardEntries} languages have markup`)),
  ];
}

/** The languages of a manifest. Two that differ only in case are one, since names of entries may not. */
function listLocales({ languages = ["en"] }: WidgetManifest): string[] {
  const byName = new Map(languages.map((language) => [language.toLowerCase(), language]));
  return [...byName.values()];
}

function renderVariant(
  Component: kit.WidgetComponent,
  manifest: WidgetManifest,
  locale: string,
  timeZone: string,
): MarkupVariant {
  const context = createContext(
    manifest,
    { size: cardSize(manifest.sizes, isGridCardType(manifest.cardType)), locale },
    manifest.defaultState ?? {},
    timeZone,
  );
  const texts: FormattedText[] = [];
  const restore = recordTexts(context, texts);
  try {
    const markup = renderToStaticMarkup(
      <kit.WidgetContextProvider value={context}>
        <Component />
      </kit.WidgetContextProvider>,
    );
    return { markup, texts };
  } finally {
    restore();
  }
}

/** The formatters whose texts depend on the clock or the time zone, and what a page needs to write one. */
const FORMATTERS: { readonly [name in Formatter]: (args: readonly unknown[]) => Form | null } = {
  date: ([, options]) => ({ options }),
  time: ([, options]) => ({ options }),
  range: ([, until, options]) => ({ until: writeTime(until), options }),
  relative: ([, now, options]) => now === undefined ? { options } : null,
  today: () => null,
};

interface Form {
  readonly until?: string;
  readonly options: unknown;
}

type Formatter = "date" | "time" | "range" | "relative" | "today";

/**
 * Records what the formatters write. All blocks and hooks have the same formatters for a language and a time zone.
 *
 * @returns ends it
 */
function recordTexts(context: kit.WidgetContext, texts: FormattedText[]): () => void {
  const originals = new Map<kit.WidgetFormat, kit.WidgetFormat>();
  for (const digits of ["usual", "native"] as const) {
    const format = takeFormat(context, { digits });
    if (originals.has(format)) continue; // In most languages they are the same.
    const original = { ...format };
    originals.set(format, original);
    for (const name of Object.keys(FORMATTERS) as Formatter[]) {
      const write = original[name] as (...args: unknown[]) => string;
      const record = (...args: unknown[]) =>
        ignoreReads(() => {
          // Node and Deno write different spaces around the dash of a range.
          const text = write(...args).replaceAll("\u2009", " ");
          if (texts.length >= MAX_TEXTS) return text;
          const form = writeForm(name, args, digits, context.timeZone);
          const time = name === "today" ? "" : writeTime(args[0]);
          const shown = name === "relative" ? original.date(args[0] as kit.Instant) : text;
          texts.push({ form, time, text, shown, places: findCallers() });
          return text;
        });
      Object.assign(format, { [name]: record });
    }
  }
  return () => originals.forEach((original, format) => Object.assign(format, original));
}

function takeFormat(context: kit.WidgetContext, options: kit.FormatOptions): kit.WidgetFormat {
  let format: kit.WidgetFormat;
  function Taker() {
    format = kit.useFormat(options);
    return null;
  }
  renderToStaticMarkup(
    <kit.WidgetContextProvider value={context}>
      <Taker />
    </kit.WidgetContextProvider>,
  );
  return format!;
}

function writeForm(
  name: Formatter,
  args: readonly unknown[],
  digits: string,
  timeZone: string,
): string | null {
  const form = FORMATTERS[name](args);
  if (form === null) return null;
  const options = Object.entries(form.options ?? {}).filter(([option, value]) =>
    value !== undefined && (option !== "timeZone" || value !== timeZone) // The card's time zone is the reader's.
  );
  return stringify({
    as: name,
    ...(form.until !== undefined && { until: form.until }),
    ...(options.length > 0 && { options: Object.fromEntries(options) }),
    ...(digits === "native" && { digits }),
  });
}

/** A time as `<time>` has it. */
function writeTime(value: unknown): string {
  return typeof value === "string" ? value : new Date(value as number | Date).toISOString();
}

function joinCard(locale: string, variants: readonly Variant[]): DrawnCard {
  const markup = joinVariants(variants);
  if (markup !== null) return { locale, markup, reason: "", places: [] };
  const { of, places } = findCause(variants);
  return leaveOut(locale, `the card differs with ${NAMES[of]}`, places);
}

const NAMES = { clock: "the clock", random: "random numbers", zone: "the time zone" } as const;

/** What makes variants differ, and where that is read first. */
function findCause(variants: readonly Variant[]): Read {
  const [first, other] = variants;
  const reads = variants.flatMap(({ reads }) => reads);
  const isZone = first!.markup !== other!.markup;
  const isRandom = !isZone && !reads.some(({ of }) => of === "clock") &&
    reads.some(({ of }) => of === "random");
  const of = isZone ? "zone" : isRandom ? "random" : "clock";
  const formatted = first!.texts.find(({ text }, index) =>
    variants.some(({ texts }) => texts[index]?.text !== text)
  );
  return { of, places: (reads.find((read) => read.of === of) ?? formatted ?? reads[0])?.places ?? [] };
}

function leaveOut(locale: string, reason: string, places: readonly Place[] = []): DrawnCard {
  return { locale, markup: null, reason, places: places.slice(0, MAX_SENT_PLACES) };
}

/** Leaves out what is too large, and what would be too much together. */
function limitBytes(cards: readonly DrawnCard[]): DrawnCard[] {
  const encoder = new TextEncoder();
  let total = 0;
  return cards.map((card) => {
    if (card.markup === null) return card;
    const { byteLength } = encoder.encode(card.markup);
    if (byteLength > LIMITS.cardBytes) {
      return leaveOut(card.locale, `it has ${byteLength} bytes, at most ${LIMITS.cardBytes} are allowed`);
    }
    total += byteLength;
    return total <= LIMITS.cardsBytes
      ? card
      : leaveOut(card.locale, `all languages together have more than ${LIMITS.cardsBytes} bytes`);
  });
}
