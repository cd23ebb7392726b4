import { quote } from "../../../core/errors/mod.ts";
import {
  MAX_PAGE_BYTES,
  type PageHeading,
  type SealedPage,
  sealPage,
  sumBundles,
} from "../../../web/canvas/sealed_page/mod.ts";
import type { FeedPageRequest, FeedView } from "../../protocol.ts";
import type { PreviewModel } from "../model/mod.ts";
import { problemError } from "../problem.ts";
import { loadPageAssets } from "./page_assets.ts";
import { readCards } from "./page_cards.ts";
import { readReader } from "./page_reader.ts";

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
