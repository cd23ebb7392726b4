import { BUNDLES_PATH } from "../../core/contract/mod.ts";
import { isBundleHash } from "../../core/naming/mod.ts";
import { type BundleRecord, encodeBundleRecord } from "../../core/tckb/mod.ts";
import { BundleFetchError, fetchBundles } from "../bundle-stream/mod.ts";
import { findBundle, isBundle, storeBundle } from "./bundle_cache.ts";
import type { StoreGate, Storing } from "./store_gate.ts";

/** Those who wait for a bundle, by its hash. */
type Answers = Map<string, PromiseWithResolvers<BundleRecord>>;

/** Answers requests for bundles from the cache, and asks the server only for those that it lacks, each of them once. */
export class BundleRequests {
  /** The bundles that are being read, fetched or stored, by hash. */
  readonly #pending = new Map<string, Promise<BundleRecord>>();

  /** @param gate decides what may be stored */
  constructor(readonly gate: StoreGate) {}

  /** Answers a request of the bundle stream in its own format, each bundle as soon as it is there. */
  async answer(request: Request): Promise<Response> {
    const hashes = readHashes(await request.clone().text());
    if (hashes === null) return await fetch(request);
    const answers = this.load(hashes);
    const stream = new ReadableStream<Uint8Array>({
      async start(controller) {
        await Promise.all([...answers.values()].map(async (pending) => {
          for (const part of encodeBundleRecord(await pending)) controller.enqueue(part);
        }));
        controller.close();
      },
    });
    return new Response(stream, { headers: { "content-type": "application/octet-stream" } });
  }

  /** Reads or fetches bundles. Those that are already being fetched or stored are not requested again. */
  load(hashes: readonly string[]): Map<string, Promise<BundleRecord>> {
    const added = hashes.filter((hash) => !this.#pending.has(hash));
    const answers = new Map(added.map((hash) => [hash, Promise.withResolvers<BundleRecord>()]));
    for (const [hash, { promise }] of answers) this.#pending.set(hash, promise);
    void this.#resolve(answers);
    return new Map(hashes.map((hash) => [hash, this.#pending.get(hash)!]));
  }

  async #resolve(answers: Answers): Promise<void> {
    const storing = this.gate.start();
    const missing = new Map(answers);
    await Promise.all([...answers].map(async ([hash, { resolve }]) => {
      const envelope = await findBundle(hash).catch(() => null);
      if (envelope === null) return;
      missing.delete(hash);
      resolve({ hash, envelope, code: null });
      this.#pending.delete(hash);
    }));
    let code = "bundle.unavailable";
    try {
      if (missing.size > 0) await this.#fetch(missing, storing);
    } catch (error) {
      if (error instanceof BundleFetchError) code = error.code;
    }
    for (const [hash, { resolve }] of missing) {
      resolve({ hash, envelope: null, code });
      this.#pending.delete(hash);
    }
  }

  /** Fetches bundles in one request, and resolves and stores each as it arrives. */
  async #fetch(missing: Answers, storing: Storing): Promise<void> {
    for await (const record of fetchBundles(BUNDLES_PATH, [...missing.keys()])) {
      const answer = missing.get(record.hash);
      if (answer === undefined) continue;
      missing.delete(record.hash);
      const verified = await verify(record);
      answer.resolve(verified);
      const { envelope } = verified;
      if (envelope !== null) await storing.store(() => storeBundle(verified.hash, envelope));
      this.#pending.delete(record.hash);
    }
  }
}

/** The record, without an envelope that is not the bundle's. */
async function verify(record: BundleRecord): Promise<BundleRecord> {
  const { hash, envelope } = record;
  if (envelope === null || await isBundle(hash, envelope)) return record;
  return { hash, envelope: null, code: "bundle.hash_mismatch" };
}

/** The hashes of a request, or null if the server should answer what is wrong with them. */
function readHashes(body: string): string[] | null {
  try {
    const { hashes } = JSON.parse(body);
    const isValid = Array.isArray(hashes) &&
      hashes.every((hash) => typeof hash === "string" && isBundleHash(hash));
    return isValid && hashes.length > 0 ? hashes : null;
  } catch {
    return null;
  }
}
