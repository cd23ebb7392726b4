import { LIMITS } from "../../../../core/contract/mod.ts";
import { InvalidManifestError } from "../../../../core/manifest/mod.ts";
import { TckbUnpackError } from "../../../../core/tckb/mod.ts";
import { BundleModuleError } from "./module_imports.ts";
import { digestOf, type ReadBundle, readBundle } from "./read_bundle.ts";
import { type FileReading, readChangedFile } from "./read_file.ts";

interface BundleFault {
  readonly code: string;
  readonly message: string;
}

/** The last state of a file that a glob matches. */
export interface BundleFile {
  /** Null when the file must be read again, because its time stamps are too young to show a further write. */
  readonly signature: string | null;
  readonly digest: string | null;
  /** When these bytes were first seen, by the clock of `performance.now`. */
  readonly since: number;
  /** The bundle; while the file is being written, the bundle that it held before. */
  readonly bundle: ReadBundle | null;
  /** What is wrong with the file, once it has stopped changing. */
  readonly fault: BundleFault | null;
  /** Whether the file is not a bundle but was written so recently that it may become one. */
  readonly unsettled: boolean;
}

/** Two writes within this time can have equal time stamps: the coarsest file systems count in two seconds. */
const TIMESTAMP_GRAIN_MS = 2_000;

/**
 * Reads a file that a glob matches. An unreadable file is not a fault until it has stayed the same for a while: most
 * programs write a file in more than one step.
 *
 * @param former The last state of the file
 * @param stableTime How long a file must have stayed the same to be reported as broken, in milliseconds
 * @returns null when there is no such file; `former` itself when nothing has changed
 */
export async function readBundleFile(
  path: string,
  former: BundleFile | null,
  stableTime: number,
): Promise<BundleFile | null> {
  const reading = await readChangedFile(path, former?.unsettled ? null : former?.signature ?? null);
  if (reading === null) return null;
  if (reading === "unchanged") return former;
  const digest = reading.bytes && digestOf(reading.bytes);
  const age = Date.now() - reading.modifiedAt;
  const signature = age > TIMESTAMP_GRAIN_MS ? reading.signature : null;
  const isSame = former !== null && former.digest === digest;
  if (isSame && !former.unsettled) return signature === former.signature ? former : { ...former, signature };
  const since = isSame ? former.since : performance.now();
  const parsed = await parse(reading);
  const isStable = age > stableTime || performance.now() - since > stableTime;
  if (parsed.bundle !== null || isStable) return { signature, digest, since, unsettled: false, ...parsed };
  const { bundle = null, fault = null } = former ?? {};
  return { signature, digest, since, unsettled: true, bundle, fault };
}

async function parse({ bytes }: FileReading): Promise<Pick<BundleFile, "bundle" | "fault">> {
  if (bytes === null) {
    const message = `Cannot read envelope: it is larger than ${LIMITS.envelopeBytes} bytes`;
    return { bundle: null, fault: { code: "limit.envelope_bytes", message } };
  }
  try {
    return { bundle: await readBundle(bytes), fault: null };
  } catch (error) {
    return { bundle: null, fault: toFault(error) };
  }
}

function toFault(error: unknown): BundleFault {
  if (error instanceof TckbUnpackError || error instanceof BundleModuleError) {
    return { code: error.code, message: error.message };
  }
  if (error instanceof InvalidManifestError) return { code: "manifest.invalid", message: error.message };
  throw error;
}
