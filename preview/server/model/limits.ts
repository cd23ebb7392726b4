import { LIMITS } from "../../../core/contract/mod.ts";

/** Sizes, counts and durations that the dev protocol accepts. */
export interface PreviewLimits {
  /** Largest bundle that is uploaded or fetched, in bytes. */
  readonly bundleBytes: number;
  /** Largest JSON body, in bytes. */
  readonly jsonBytes: number;
  /** How long the body of a request may take to arrive, in seconds. */
  readonly uploadSeconds: number;
  /** How long a fetch may take from name resolution to the last byte, redirects included, in seconds. */
  readonly fetchSeconds: number;
  /** How many redirects a fetch follows. */
  readonly redirects: number;
  /** How many uploaded and fetched bundles are kept. */
  readonly pathlessBundles: number;
  /** How many feed batches are kept. */
  readonly feedBatches: number;
}

/** The limits without any option. */
export const DEFAULT_LIMITS: PreviewLimits = {
  bundleBytes: LIMITS.envelopeBytes,
  jsonBytes: 1_048_576,
  uploadSeconds: 60,
  fetchSeconds: 30,
  redirects: 5,
  pathlessBundles: 1_000,
  feedBatches: 100,
};
