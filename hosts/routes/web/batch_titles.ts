import type { BatchKind } from "../../../core/contract/mod.ts";
import { cardTitle } from "../../../core/feed/mod.ts";
import type { BatchIdentity } from "./cloud_batches.ts";
import type { PageLanguage } from "./page.ts";

const KIND_NAMES: { readonly [language in PageLanguage]: { readonly [kind in BatchKind]: string } } = {
  en: {
    welcome: "Welcome",
    feature_intro: "What is new",
    morning_brief: "Morning brief",
    evening_brief: "Evening brief",
    diary: "Diary",
  },
  de: {
    welcome: "Willkommen",
    feature_intro: "Neuigkeiten",
    morning_brief: "Morgenüberblick",
    evening_brief: "Abendüberblick",
    diary: "Tagebuch",
  },
};

/** What a page calls a batch. */
interface BatchTitle {
  kind: string;
  date: string;
}

/** The name of a batch's kind, and its date in full. */
export function formatBatchTitle(
  { localDate, kind }: Pick<BatchIdentity, "localDate" | "kind">,
  language: PageLanguage,
): BatchTitle {
  return { kind: KIND_NAMES[language][kind], date: formatDate(localDate, language, { dateStyle: "full" }) };
}

/** Formats a date, which is the reader's own and has no time zone. */
export function formatDate(
  localDate: string,
  language: PageLanguage,
  options: Intl.DateTimeFormatOptions,
): string {
  return dateFormat(language, options).format(asTime(localDate));
}

/** Formats the days of the week that begins with a date. */
export function formatWeek(monday: string, language: PageLanguage): string {
  const first = asTime(monday);
  return dateFormat(language, { day: "numeric", month: "short", year: "numeric" }).formatRange(
    first,
    first + 6 * DAY_MS,
  );
}

const DAY_MS = 86_400_000;

function dateFormat(language: PageLanguage, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(language, { ...options, timeZone: "UTC" });
}

function asTime(localDate: string): number {
  return Date.parse(localDate);
}

/** The most titles of cards that stand for a batch. */
const MAX_TITLES = 4;

/** A longer title of a card is cut, in characters. */
const MAX_TITLE_LENGTH = 80;

const MORE: { readonly [language in PageLanguage]: (count: number) => string } = {
  en: (count) => `${count}\u00a0more`,
  de: (count) => `${count}\u00a0weitere`,
};

/** The titles of a batch's first cards, and how many cards follow them, in one line. */
export function formatCardTitles(manifests: readonly unknown[], language: PageLanguage): string {
  const titles: string[] = [];
  let left = manifests.length;
  for (const manifest of manifests) {
    if (titles.length === MAX_TITLES) break;
    left--;
    const title = cardTitle(manifest, language);
    if (title !== "") titles.push(cutTitle(title));
  }
  return [...titles, ...(left > 0 ? [MORE[language](left)] : [])].join(" · ");
}

function cutTitle(title: string): string {
  const characters = [...title.slice(0, 2 * MAX_TITLE_LENGTH)];
  return characters.length <= MAX_TITLE_LENGTH ? title : `${characters.slice(0, MAX_TITLE_LENGTH).join("")}…`;
}
