import {
  readTckb,
  type ReadTckbOptions,
  type Tckb,
  TckbUnpackError,
  toBundleProblem,
} from "../../core/tckb/mod.ts";
import { ProblemError } from "./problem.ts";

/** The reader's heavy parts, where the host has faster ones than the reader's own. */
export type BundleCodec = Pick<ReadTckbOptions, "inflate" | "sha384" | "crc32">;

/**
 * Unpacks an envelope. This is the load-bearing check: the hash of the URL must be the SHA-384 of the module (lifecycle
 * specification, §4, bundle route rule 3).
 *
 * @throws {ProblemError} `bundle.hash_mismatch`, `bundle.unsupported_format`, `bundle.malformed`
 */
export async function unpackBundle(
  envelope: Uint8Array,
  hash: string,
  codec: BundleCodec = {},
): Promise<Tckb> {
  try {
    return await readTckb(envelope, { ...codec, expectedHash: hash });
  } catch (error) {
    if (!(error instanceof TckbUnpackError)) throw error;
    throw new ProblemError(toBundleProblem(error.code), error.message, { cause: error });
  }
}
