import { quote } from "../../../core/errors/mod.ts";
import {
  MAX_PAGE_BYTES,
  type PageHeading,
  type SealedPage,
  sealPage,
  type SealPageOptions,
  sumBundles,
} from "../../../web/canvas/sealed_page/mod.ts";
import type { FeedPageRequest, FeedView, PreviewHostContext } from "../../protocol.ts";
import type { PreviewModel } from "../model/mod.ts";
import { problemError } from "../problem.ts";
import { loadPageAssets } from "./page_assets.ts";
import { readCards } from "./page_cards.ts";

/**
 * Makes the page of one file of a feed as it is now: a card for each of its bundles, and one that says so for each file that
 * is no bundle. The cards have the slots of their manifests and of the configuration.
 *
 * @throws {ProblemError} `feed.not_found`; `request.too_large` when the bundles are larger than a page can hold
 */
export async function createFeedPage(
  model: Pick<PreviewModel, "feedIndex" | "findBundle">,
  request: FeedPageRequest,
): Promise<SealedPage> {
  const view = model.feedIndex().feeds.find(({ id }) => id === request.id);
  if (view === undefined) {
    throw problemError("feed.not_found", `Cannot find feed ${quote(request.id)}: no feed has this id`);
  }
  const cards = await readCards(view, model);
  const bytes = sumBundles(cards.map(({ widget }) => widget));
  if (bytes > MAX_PAGE_BYTES) {
    const detail = `its bundles have ${bytes} bytes, at most ${MAX_PAGE_BYTES} fit into a page`;
    throw problemError("request.too_large", `Cannot make the page of feed ${quote(view.id)}: ${detail}`);
  }
  return await sealPage(cards, {
    assets: await loadPageAssets(),
    title: view.label,
    heading: createHeading(view, new Date()),
    theme: request.isPrinted ? "light" : "auto",
    printsItself: request.isPrinted,
    isFile: !request.isPrinted,
    ...readReader(view, request.languages),
  });
}

/** The date is that of the page, in the time zone of this computer: a feed of the preview has no day. */
function createHeading({ label }: FeedView, now: Date): PageHeading {
  return {
    text: label,
    localDate: new Intl.DateTimeFormat("en-CA", { dateStyle: "short" }).format(now),
    date: new Intl.DateTimeFormat("en-GB", { dateStyle: "full" }).format(now),
  };
}

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
