import type { JsonObject } from "../../../../core/manifest/mod.ts";
import { readTckb } from "../../../../core/tckb/mod.ts";
import type { SealedCard } from "../../sealed_page/card_shell.ts";
import type { LoadedCard } from "../messages.ts";

/** A card with the manifest of its envelope, in the state and size that were chosen. */
export async function prepareCard({ widget, hash, size, state, envelope }: LoadedCard): Promise<SealedCard> {
  const declared = await readManifest(hash, envelope);
  const manifest = {
    ...declared,
    ...(size === null ? {} : { sizes: [size] }),
    ...(state === null ? {} : { defaultState: readState(declared, state) }),
  };
  const bundle = { hash, size: envelope?.byteLength ?? 0 };
  return { widget: { id: widget, manifest, bundle }, envelope };
}

/** The page verifies the envelope again, and says what is wrong with it in the card. */
async function readManifest(hash: string, envelope: Uint8Array | null): Promise<JsonObject> {
  const none: JsonObject = { id: "card", cardType: "feed", sizes: ["fill-auto"] };
  if (envelope === null) return none;
  return await readTckb(envelope, { expectedHash: hash, auditRecord: true }).then(
    ({ manifest }) => manifest,
    () => none,
  );
}

function readState({ states }: JsonObject, name: string): JsonObject {
  return (states as { [name: string]: JsonObject } | undefined)?.[name] ?? {};
}
