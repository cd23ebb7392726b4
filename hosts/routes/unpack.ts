import { readTckb, type Tckb, TckbUnpackError, toBundleProblem } from "../../core/tckb/mod.ts";
import { type ProblemCode, ProblemError } from "./problem.ts";

/**
 * Unpacks an envelope. This is the load-bearing check: the hash of the URL must be the SHA-384 of the module (lifecycle
 * specification, §4, bundle route rule 3).
 *
 * @throws {ProblemError} `bundle.hash_mismatch`, `bundle.unsupported_format`, `bundle.malformed`
 */
export async function unpackBundle(envelope: Uint8Array, hash: string): Promise<Tckb> {
  try {
    return await readTckb(envelope, { expectedHash: hash });
  } catch (error) {
    if (!(error instanceof TckbUnpackError)) throw error;
    throw new ProblemError(classify(error), error.message, { cause: error });
  }
}

/** Data that inflates to fewer bytes than declared is damaged content, as data that inflates to more is. */
function classify({ code }: TckbUnpackError): ProblemCode {
  return code === "zip.size_mismatch" ? "bundle.hash_mismatch" : toBundleProblem(code);
}
