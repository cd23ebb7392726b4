import { readTckb, TckbUnpackError } from "../../core/tckb/mod.ts";
import { BUNDLE_CACHE } from "./cache_names.ts";
import { cleanHourly, findStored, store } from "./stored_responses.ts";

/** Whether the bytes are the envelope of a bundle. */
export async function isBundle(hash: string, envelope: Uint8Array): Promise<boolean> {
  try {
    await readTckb(envelope, { expectedHash: hash, auditRecord: true });
    return true;
  } catch (error) {
    if (error instanceof TckbUnpackError) return false;
    throw error;
  }
}

/** The envelope of a bundle in the cache, verified again, or null. An entry that was changed is deleted. */
export async function findBundle(hash: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const cache = await caches.open(BUNDLE_CACHE);
  const stored = await findStored(cache, keyOf(hash));
  if (stored === null) return null;
  const envelope = new Uint8Array(await stored.arrayBuffer());
  if (await isBundle(hash, envelope)) return envelope;
  await cache.delete(keyOf(hash));
  return null;
}

/** Stores the envelope of a bundle, which the caller has verified. */
export async function storeBundle(hash: string, envelope: Uint8Array<ArrayBuffer>): Promise<void> {
  const cache = await caches.open(BUNDLE_CACHE);
  await store(cache, keyOf(hash), new Response(envelope));
  await cleanHourly(cache);
}

/** No server has this address: it is only a key. */
function keyOf(hash: string): string {
  return `/__tck/bundles/${hash}`;
}
