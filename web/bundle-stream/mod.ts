/** The requests for the stream of bundles, of the page of a sealed canvas and of its service worker. */
import type { CardFailure } from "../../core/contract/mod.ts";
import { errorMessage } from "../../core/errors/mod.ts";
import { type BundleRecord, readBundleStream } from "../../core/tckb/mod.ts";

/** Why envelopes could not be fetched. */
export class BundleFetchError extends Error {
  /** @param code a problem code of the server, `bundle.unavailable`, or `widget.timeout` */
  constructor(readonly code: string, options?: ErrorOptions) {
    super(`Cannot fetch the bundle: ${code}`, options);
  }

  /** The same in the terms of a card. */
  get failure(): CardFailure {
    return FAILURES[this.code] ?? "fetch";
  }
}

const FAILURES: { readonly [code: string]: CardFailure } = {
  "bundle.hash_mismatch": "integrity",
  "widget.timeout": "timeout",
};

/** How long nothing may arrive, in milliseconds. A slow network that still sends something is not too slow. */
const STALL_MS = 20_000;

/**
 * Fetches the envelopes of bundles with the reader's session in one request, each as it arrives. A connection on which
 * nothing arrives any more is given up.
 *
 * @param url the route of the stream of bundles
 * @throws {BundleFetchError}
 */
export async function* fetchBundles(url: string, hashes: readonly string[]): AsyncGenerator<BundleRecord> {
  const stalled = new AbortController();
  const wait = () => setTimeout(() => stalled.abort(), STALL_MS);
  let timer = wait();
  const watch = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      clearTimeout(timer);
      timer = wait();
      controller.enqueue(chunk);
    },
  });
  try {
    const body = await requestBundles(url, hashes, stalled.signal);
    yield* readBundleStream(body.pipeThrough(watch));
  } catch (cause) {
    if (cause instanceof BundleFetchError) throw cause;
    const code = stalled.signal.aborted ? "widget.timeout" : "bundle.unavailable";
    throw new BundleFetchError(code, { cause: errorMessage(cause) });
  } finally {
    clearTimeout(timer);
  }
}

async function requestBundles(
  url: string,
  hashes: readonly string[],
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ hashes }),
    signal,
  });
  if (response.ok && response.body !== null) return response.body;
  throw new BundleFetchError(response.status === 401 ? "auth.unauthenticated" : "bundle.unavailable");
}
