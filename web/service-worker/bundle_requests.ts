import { BUNDLES_PATH } from "../../core/contract/mod.ts";
import { isBundleHash } from "../../core/naming/mod.ts";
import { type BundleRecord, encodeBundleRecord } from "../../core/tckb/mod.ts";
import { BundleFetchError, fetchBundles } from "../bundle-stream/mod.ts";
import { findBundle, isBundle, storeBundle } from "./bundle_cache.ts";

/** Answers requests for bundles from the cache, and asks the server only for those that it lacks, each of them once. */
export class BundleRequests {
  /** The bundles that are being read or fetched, by hash. */
  readonly #pending = new Map<string, Promise<BundleRecord>>();

  /** @param isCurrent whether what was requested may still be stored: not after the user has signed out */
  constructor(readonly startStoring: () => () => boolean) {}

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

  /** Reads or fetches bundles. Those that are already being fetched are not requested again. */
  load(hashes: readonly string[]): Map<string, Promise<BundleRecord>> {
    const added = hashes.filter((hash) => !this.#pending.has(hash));
    const answers = new Map(added.map((hash) => [hash, Promise.withResolvers<BundleRecord>()]));
    for (const [hash, { promise }] of answers) {
      this.#pending.set(hash, promise);
      void promise.finally(() => this.#pending.delete(hash));
    }
    void this.#resolve(answers);
    return new Map(hashes.map((hash) => [hash, this.#pending.get(hash)!]));
  }

  async #resolve(answers: Map<string, PromiseWithResolvers<BundleRecord>>): Promise<void> {
    const mayStore = this.startStoring();
    const missing = new Map(answers);
    await Promise.all([...answers].map(async ([hash, { resolve }]) => {
      const envelope = await findBundle(hash).catch(() => null);
      if (envelope === null) return;
      missing.delete(hash);
      resolve({ hash, envelope, code: null });
    }));
    let code = "bundle.unavailable";
    try {
      if (missing.size > 0) await takeBundles(missing, mayStore);
    } catch (error) {
      if (error instanceof BundleFetchError) code = error.code;
    }
    for (const [hash, { resolve }] of missing) resolve({ hash, envelope: null, code });
  }
}

/** Fetches bundles in one request, and resolves and stores each as it arrives. */
async function takeBundles(
  missing: Map<string, PromiseWithResolvers<BundleRecord>>,
  mayStore: () => boolean,
): Promise<void> {
  for await (const record of fetchBundles(BUNDLES_PATH, [...missing.keys()])) {
    const answer = missing.get(record.hash);
    if (answer === undefined) continue;
    missing.delete(record.hash);
    if (record.envelope === null) answer.resolve(record);
    else await takeBundle(record.hash, record.envelope, answer, mayStore);
  }
}

async function takeBundle(
  hash: string,
  envelope: Uint8Array<ArrayBuffer>,
  { resolve }: PromiseWithResolvers<BundleRecord>,
  mayStore: () => boolean,
): Promise<void> {
  const isValid = await isBundle(hash, envelope);
  resolve(
    isValid ? { hash, envelope, code: null } : { hash, envelope: null, code: "bundle.hash_mismatch" },
  );
  // A full disk does not fail the request.
  if (isValid && mayStore()) await storeBundle(hash, envelope).catch(() => {});
}

/** The hashes of a request, or null if the server should answer what is wrong with them. */
function readHashes(body: string): string[] | null {
  try {
    const { hashes } = JSON.parse(body);
    const isValid = Array.isArray(hashes) &&
      hashes.every((hash) => typeof hash === "string" && isBundleHash(hash));
    return isValid && hashes.length > 0 ? [...new Set<string>(hashes)] : null;
  } catch {
    return null;
  }
}
