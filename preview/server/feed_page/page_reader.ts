import type { SealPageOptions } from "../../../web/canvas/sealed_page/mod.ts";
import type { FeedView, PreviewHostContext } from "../../protocol.ts";

type PageReader = Pick<SealPageOptions, "locales" | "timeZone">;

/**
 * The reader of the page of a feed, with the languages that are asked for, else those that the configuration gives to every
 * card; null for the browser's. A page has one reader, so that what the configuration gives to some cards is not used.
 */
export function readReader(view: FeedView, languages: readonly string[] | null): PageReader {
  const locale = findShared(view, ({ locale }) => locale);
  const configured = typeof locale === "string" ? [locale] : locale ?? null;
  return {
    locales: languages ?? configured,
    timeZone: validTimeZone(findShared(view, ({ timeZone }) => timeZone)),
  };
}

/** The value that the contexts of all cards have; undefined for none. */
function findShared<Value>(
  { bundleIds, contexts = {} }: FeedView,
  read: (context: PreviewHostContext) => Value,
): Value | undefined {
  const values = bundleIds.map((id) => contexts[id] && read(contexts[id]));
  return new Set(values.map((value) => JSON.stringify(value))).size === 1 ? values[0] : undefined;
}

/** Null for a time zone that does not exist: every date of the page would fail. */
function validTimeZone(timeZone: string | undefined): string | null {
  try {
    return timeZone ? new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone : null;
  } catch {
    return null;
  }
}
