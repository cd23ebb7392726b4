import {
  COMMITTED_LIMITS,
  readTckb,
  type ReadTckbOptions,
  type Tckb,
  TckbUnpackError,
  toBundleProblem,
} from "../../../core/tckb/mod.ts";
import { ProblemError } from "../http/problem.ts";

/** Faster implementations of inflation, hash and checksum than the reader's own. */
export type BundleCodec = Pick<ReadTckbOptions, "inflate" | "sha384" | "crc32">;

/**
 * Unpacks an envelope and checks that the hash in the URL is the SHA-384 of the module (lifecycle specification, §4,
 * bundle route rule 3). `integrity.json` is an audit record (§2): its wrong entries are returned as `recordFaults`.
 *
 * @throws {ProblemError} `bundle.hash_mismatch`, `bundle.unsupported_format`, `bundle.malformed`
 */
export async function unpackBundle(
  envelope: Uint8Array,
  hash: string,
  codec: BundleCodec = {},
): Promise<Tckb> {
  try {
    return await readTckb(envelope, {
      ...codec,
      expectedHash: hash,
      auditRecord: true,
      limits: COMMITTED_LIMITS,
    });
  } catch (error) {
    if (!(error instanceof TckbUnpackError)) throw error;
    throw new ProblemError(toBundleProblem(error.code), error.message, { cause: error });
  }
}
