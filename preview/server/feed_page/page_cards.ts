import { LIMITS } from "../../../core/contract/mod.ts";
import { resolveSlots, type Widget } from "../../../core/feed/mod.ts";
import type { JsonObject } from "../../../core/manifest/mod.ts";
import { writeTckb } from "../../../core/tckb/mod.ts";
import type { SealedCard } from "../../../web/canvas/sealed_page/mod.ts";
import { type FeedView, listPlaces, type PreviewHostContext, type UnreadablePlace } from "../../protocol.ts";
import type { PreviewModel, StoredBundle } from "../model/mod.ts";

/** No bundle is registered under this hash, so that its card fails. */
const NO_BUNDLE: Widget["bundle"] = { hash: "", size: 0 };

/** The cards of a feed, in order. A bundle that was removed after the feed was composed is left out. */
export async function readCards(
  view: FeedView,
  model: Pick<PreviewModel, "findBundle">,
): Promise<SealedCard[]> {
  const cards = listPlaces(view).map((place) => {
    if (typeof place !== "string") return createFailing(place);
    const bundle = model.findBundle(place);
    return bundle === undefined ? null : readCard(bundle, view.contexts?.[place]);
  });
  return (await Promise.all(cards)).filter((card) => card !== null);
}

/** The store does not keep envelopes: the one that the card has is written with the same entries. */
async function readCard(
  { info: { id, bundleHash, manifest }, contents, envelopeBytes }: StoredBundle,
  context: PreviewHostContext | undefined,
): Promise<SealedCard> {
  const shown = context?.slotValues === undefined ? manifest : {
    ...manifest,
    slots: resolveSlots(manifest.slots, context.slotValues, {}, manifest.defaultState ?? {}),
  };
  return {
    widget: {
      id,
      manifest: shown as unknown as JsonObject,
      bundle: { hash: bundleHash, size: envelopeBytes },
    },
    envelope: await writeTckb({ manifest, ...contents }),
  };
}

/** A file that is no bundle has no manifest: its card says why in its title, in the words of the Canvas. */
function createFailing({ path, label, message }: UnreadablePlace): SealedCard {
  const title = shorten(`${label} is not shown: ${message}`);
  return {
    widget: {
      id: path,
      manifest: { id: label, title, cardType: "feed", sizes: ["fill-auto"] },
      bundle: NO_BUNDLE,
    },
    envelope: null,
  };
}

/** A title that is longer than a manifest allows would be a fault of its own. */
function shorten(text: string): string {
  if (text.length <= LIMITS.titleLength) return text;
  return `${text.slice(0, LIMITS.titleLength - 1).toWellFormed()}…`;
}
