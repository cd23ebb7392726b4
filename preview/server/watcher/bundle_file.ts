import { LIMITS } from "../../../core/contract/mod.ts";
import { InvalidManifestError } from "../../../core/manifest/mod.ts";
import { TckbUnpackError } from "../../../core/tckb/mod.ts";
import { digestOf, type ReadBundle, readBundle } from "../store/mod.ts";
import { type FileReading, readFileAnew } from "./read_file.ts";

/** Why a file is no bundle. */
export interface BundleFault {
  readonly code: string;
  readonly message: string;
}

/** What is known of a file that a glob matches. */
export interface BundleFile {
  /** Null when the file has to be read again: its time stamps are too young to tell a further write. */
  readonly signature: string | null;
  readonly digest: string | null;
  /** Since when it has had these bytes, by the clock of `performance.now`. */
  readonly since: number;
  /** The bundle; while a file is being written, the one that it was before. */
  readonly bundle: ReadBundle | null;
  /** What is wrong with the file, once it is clear that nobody is writing it. */
  readonly fault: BundleFault | null;
  /** Whether it is no bundle and may yet become one: it has only just been written. */
  readonly unsettled: boolean;
}

/** Time stamps younger than this do not tell two writes apart, in milliseconds: the coarsest file systems count in two seconds. */
const TIMESTAMP_GRAIN = 2_000;

/**
 * Looks at a file that a glob matches. What cannot be read is no fault until the file has been as it is for a while: most
 * writers take more than one step.
 *
 * @param former What was known of it
 * @param stableTime How long a file must have been as it is to be called broken, in milliseconds
 * @returns null when there is no such file; `former` itself when nothing has changed
 */
export async function lookAtBundleFile(
  path: string,
  former: BundleFile | null,
  stableTime: number,
): Promise<BundleFile | null> {
  const reading = await readFileAnew(path, former?.unsettled ? null : former?.signature ?? null);
  if (reading === null) return null;
  if (reading === "known") return former;
  const digest = reading.bytes && digestOf(reading.bytes);
  const age = Date.now() - reading.modifiedAt;
  const signature = age > TIMESTAMP_GRAIN ? reading.signature : null;
  const isSame = former !== null && former.digest === digest;
  if (isSame && !former.unsettled) return signature === former.signature ? former : { ...former, signature };
  const since = isSame ? former.since : performance.now();
  const judged = await judge(reading);
  if (judged.bundle !== null) return { signature, digest, since, unsettled: false, ...judged };
  const isStable = age > stableTime || performance.now() - since > stableTime;
  if (isStable) return { signature, digest, since, unsettled: false, ...judged };
  return {
    signature,
    digest,
    since,
    unsettled: true,
    bundle: former?.bundle ?? null,
    fault: former?.fault ?? null,
  };
}

async function judge({ bytes }: FileReading): Promise<Pick<BundleFile, "bundle" | "fault">> {
  if (bytes === null) {
    const message = `Cannot read envelope: it is larger than ${LIMITS.envelopeBytes} bytes`;
    return { bundle: null, fault: { code: "limit.envelope_bytes", message } };
  }
  try {
    return { bundle: await readBundle(bytes), fault: null };
  } catch (error) {
    return { bundle: null, fault: describeFault(error) };
  }
}

function describeFault(error: unknown): BundleFault {
  if (error instanceof TckbUnpackError) return { code: error.code, message: error.message };
  if (error instanceof InvalidManifestError) return { code: "manifest.invalid", message: error.message };
  throw error;
}
