import type { SealedCard } from "../../../web/canvas/sealed_page/mod.ts";
import { type EnvelopeOptions, makeEnvelope } from "../../hosts/routes/envelopes.ts";

/** Cards of the widgets, in their order, with the ids `w1`, `w2` and so on. */
export async function makeCards(widgets: readonly EnvelopeOptions[]): Promise<SealedCard[]> {
  return await Promise.all(widgets.map(async (parts, index) => {
    const { bytes, hash } = await makeEnvelope(parts);
    const manifest = { id: "weather", cardType: "feed", sizes: ["fill-auto"], ...parts.manifest };
    return {
      widget: { id: `w${index + 1}`, manifest, bundle: { hash, size: bytes.length } },
      envelope: bytes,
    };
  }));
}
