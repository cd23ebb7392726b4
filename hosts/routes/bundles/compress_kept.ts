import type { VerifiedBundle, VerifiedBundles, VerifiedFile } from "./verified_bundles.ts";

export type CompressBody = (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>;

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
