import type { Tckb } from "../../../core/tckb/mod.ts";
import { pauseWork } from "../../time/mod.ts";
import { createCoalescer } from "../http/coalesce.ts";
import { type Log, notFound } from "../http/problem.ts";
import type { Fixtures } from "./fixtures.ts";
import {
  envelopeRequest,
  type PermissionDependencies,
  rememberPermission,
  requirePermission,
  type User,
} from "./permission.ts";
import { type BundleCodec, unpackBundle } from "./unpack.ts";
import {
  extractFiles,
  type VerifiedBundle,
  type VerifiedBundles,
  type VerifiedFile,
} from "./verified_bundles.ts";

export interface BodyCompression {
  /** Compresses the files that are kept. Without it they are sent as gzip only. */
  compressBody: CompressBody;
}

export interface BundleDependencies extends Partial<BodyCompression>, PermissionDependencies {
  /** The bundles that are served before the cloud is asked. */
  fixtures: Fixtures;
  /** The bundles that `mock=true` serves, and no others. */
  mockFixtures: Fixtures;
  codec: BundleCodec;
  log: Log;
}

/** Reads a file of a bundle for a user, or null for `mock=true`; undefined when the bundle has no such file. */
export type ReadFile = (user: User | null, hash: string, name: string) => Promise<VerifiedFile | undefined>;

/**
 * The second step of a request for a bundle's file: its bytes, whose bundle was verified against the hash of the URL
 * (lifecycle specification, §4, bundle route rules 2 and 3). A bundle that was verified before is kept.
 */
export function createFileReader(deps: BundleDependencies): ReadFile {
  const { verified, compressBody } = deps;
  const compress = compressBody === undefined ? () => {} : createKeptCompressor(verified, compressBody);
  const load = createCoalescer<VerifiedBundle>();
  return async (user, hash, name) => {
    if (user === null) return (await extract(deps, hash, await readEnvelope(deps, hash, null))).get(name);
    const known = verified.get(hash, name);
    if (known !== undefined) {
      await requirePermission(deps, hash, user);
      return known;
    }
    const { bearer } = user;
    // Only for the requests of one bearer, whose right to read the bundle is checked by the first of them.
    return (await load(hash + bearer, () => verifyBundle(deps, hash, bearer, compress))).get(name);
  };
}

/**
 * Reads an envelope, which the client verifies: a fixture's, else the cloud's.
 *
 * @throws {ProblemError} `bundle.not_found`, or as the cloud answers
 */
export async function readEnvelope(
  deps: Pick<BundleDependencies, "cloud" | "fixtures" | "mockFixtures">,
  hash: string,
  user: { bearer: string; caller?: User["caller"] } | null,
): Promise<Uint8Array<ArrayBuffer>> {
  const fixture = await readFixture(deps, hash, user);
  if (fixture !== null) return fixture;
  return (await deps.cloud.fetch(envelopeRequest(hash, user!))).body;
}

/**
 * Reads a fixture; null when there is none and a user may ask the cloud.
 *
 * @throws {ProblemError} `bundle.not_found` with `mock=true`
 */
export async function readFixture(
  { fixtures, mockFixtures }: Pick<BundleDependencies, "fixtures" | "mockFixtures">,
  hash: string,
  user: unknown,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const fixture = await (user === null ? mockFixtures : fixtures).read(hash);
  if (fixture !== null || user !== null) return fixture;
  throw notFound("bundle", hash, "no fixture has this hash");
}

/** Reads a bundle that the bearer's user may read, and verifies it. One of the cloud is kept. */
async function verifyBundle(
  deps: BundleDependencies,
  hash: string,
  bearer: string,
  compress: (hash: string, bundle: VerifiedBundle) => void,
): Promise<VerifiedBundle> {
  const fixture = await deps.fixtures.read(hash);
  if (fixture !== null) return await extract(deps, hash, fixture);
  const { body } = await deps.cloud.fetch(envelopeRequest(hash, { bearer }));
  const files = await extract(deps, hash, body);
  if (deps.verified.keep(hash, files)) compress(hash, files);
  await rememberPermission(deps, hash, bearer);
  return files;
}

async function extract(
  { codec, log }: BundleDependencies,
  hash: string,
  envelope: Uint8Array,
): Promise<VerifiedBundle> {
  await pauseWork(); // A page asks for many bundles at once.
  const tckb = await unpackBundle(envelope, hash, codec);
  logRecordFaults(tckb, log);
  return await extractFiles(tckb);
}

/** Logs the wrong entries of `integrity.json`, which do not concern what the URL's hash covers. */
function logRecordFaults({ hash, recordFaults }: Tckb, log: Log): void {
  if (recordFaults.size === 0) return;
  log({
    event: "integrity_record_mismatch",
    level: "warning",
    message: `Bundle ${hash} has a wrong integrity.json: ${[...recordFaults.values()].join("; ")}`,
    hash,
    entries: [...recordFaults.keys()],
  });
}

type CompressBody = (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>;

/** How many bundles may wait. A further one is served without Brotli until it is verified again. */
const MAX_WAITING = 64;

/** A larger file holds up other requests for too long, and is sent as gzip (512 KiB). */
const MAX_FILE_BYTES = 512 * 1024;

/**
 * Returns a function that adds Brotli to the files of a kept bundle, later and one file at a time, so that the requests
 * that have arrived are answered before. Files for which it gains nothing over gzip keep that.
 */
export function createKeptCompressor(
  verified: VerifiedBundles,
  compress: CompressBody,
): (hash: string, bundle: VerifiedBundle) => void {
  let waiting = 0;
  let last: Promise<void> = Promise.resolve();
  return (hash, bundle) => {
    if (waiting >= MAX_WAITING) return;
    waiting++;
    last = last.then(async () => {
      try {
        verified.keep(hash, await compressFiles(bundle, compress));
      } catch {
        // It stays as it is kept, and the next one is compressed.
      } finally {
        waiting--;
      }
    });
  };
}

async function compressFiles(bundle: VerifiedBundle, compress: CompressBody): Promise<VerifiedBundle> {
  const files = new Map<string, VerifiedFile>();
  for (const [name, file] of bundle) {
    await new Promise((resolve) => setTimeout(resolve));
    const isCompressed = file.immutable && file.bytes.length <= MAX_FILE_BYTES;
    const brotli = isCompressed ? compress(file.bytes) : null;
    const isSmaller = brotli !== null && brotli.length < (file.gzip ?? file.bytes).length;
    files.set(name, isSmaller ? { ...file, brotli } : file);
  }
  return files;
}
