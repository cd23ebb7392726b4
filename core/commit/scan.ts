import { encodeBase64Url, sha384 } from "../bytes/mod.ts";
import { InvalidManifestError, parseCloudManifest, serialiseManifest } from "../manifest/mod.ts";
import { quote } from "../errors/mod.ts";
import { formatWidgetId, parseBundleFileName } from "../naming/mod.ts";
import type { BundleNameWarning, WidgetIdOptions } from "../naming/mod.ts";
import { COMMITTED_LIMITS, normaliseTckb, type ReadTckbOptions, TckbUnpackError } from "../tckb/mod.ts";
import type { BatchIdentity } from "./batch_target.ts";
import type { LogEvent } from "./log_event.ts";
import { ManifestBudget } from "./manifest_budget.ts";

/** A file of `widget-batch/dist`, read on demand. */
export interface BundleFile {
  /** The file's name, without its folder. */
  readonly name: string;
  /** The file's bytes. */
  read(): Promise<Uint8Array>;
}

/**
 * What the commit needs to know about one widget (lifecycle specification, B.1 step 5). It does not contain the bundle's
 * bytes: they may be read again when they are written, and `bundleDigest` verifies that they have not changed.
 */
export interface WidgetCommitSpec {
  /** The file's name in `dist`. */
  readonly fileName: string;
  /** 1 to 999. */
  readonly position: number;
  /** `<NNN>_<slug>`. */
  readonly name: string;
  /** `w_` and 26 base32 characters. */
  readonly widgetId: string;
  /** SHA-384 of `widget.mjs`, base64url. */
  readonly bundleHash: string;
  /** SHA-384 of the whole envelope as it will be stored, base64url. */
  readonly bundleDigest: string;
  /** Size in bytes of the envelope as it will be stored. */
  readonly bundleSize: number;
  /** Whether `bundleHash` also covers the stylesheets, because the module's first line has their hashes. */
  readonly stylesCovered: boolean;
  /** The manifest after the legacy renames, serialised as in an object: parsed, it takes many times this memory. */
  readonly manifestBytes: Uint8Array;
}

/** The options of a scan. */
export interface ScanOptions extends Pick<ReadTckbOptions, "inflate" | "sha384" | "crc32">, WidgetIdOptions {
  /** Called for each accepted bundle with its bytes as they will be stored, which `bundleDigest` covers. */
  readonly onBundle?: (spec: WidgetCommitSpec, bytes: Uint8Array) => void;
  /** Called after each bundle with the number of scanned bundles and their total. */
  readonly onScanned?: (done: number, total: number) => void;
  /** Awaited before each bundle, so that a process that serves answers others meanwhile. @default nothing */
  readonly pause?: () => Promise<unknown>;
}

/** The result of a scan. */
export interface ScanResult {
  /** The widgets to commit, in the order of their names. */
  readonly specs: readonly WidgetCommitSpec[];
  /** Which bundles were rejected and why, which were normalised, and which share a number. */
  readonly events: readonly LogEvent[];
}

/**
 * Scans the built bundles of a batch, one after the other (lifecycle specification, B.1). A rejected bundle is reported
 * and does not stop the scan:
 * - `bundle_missing_prefix`, `bundle_malformed_name`: the file name is not `<NNN>_<slug>.tckb`,
 * - `bundle_refused`: the reader rejects it, or a field of its manifest that the cloud depends on is invalid; `code` says
 *   why. The canvas and the kit check the other fields.
 *
 * Bundles with the same `NNN` are all accepted; `bundle_duplicate_prefix` reports every one but the first.
 *
 * `bundle_normalised` reports a legacy bundle that was rewritten. A file whose name does not end in `.tckb`, in any case,
 * is ignored.
 *
 * @param files The files of `dist`, in any order
 * @param batch The batch
 * @throws {BatchLimitError} When the manifests together are larger than a commit can hold
 * @throws What a file's `read` throws: a part of a batch must not be committed as the whole
 *
 * @example
 * ```ts
 * import { scanBundles } from "@tck/tckb/commit";
 * const batch = { userId: "demo", localDate: "2026-03-04", kind: "morning_brief" } as const;
 * const { specs, events } = await scanBundles([{ name: "weather.tckb", read: () => Promise.reject() }], batch);
 * specs.length; // 0
 * events[0]?.event; // "bundle_missing_prefix"
 * ```
 */
export async function scanBundles(
  files: AsyncIterable<BundleFile> | Iterable<BundleFile>,
  batch: BatchIdentity,
  options: ScanOptions = {},
): Promise<ScanResult> {
  const events: LogEvent[] = [];
  const accepted = await acceptNames(files, events);
  const specs: WidgetCommitSpec[] = [];
  const budget = new ManifestBudget();
  let done = 0;
  for await (const { file, bytes } of readAhead(accepted)) {
    await options.pause?.();
    const spec = await scanBundle(file, bytes, batch, options, events);
    if (spec !== null) {
      budget.spend(spec.manifestBytes);
      const previous = specs.at(-1);
      if (previous?.position === spec.position) events.push(buildDuplicateWarning(spec, previous));
      specs.push(spec);
    }
    options.onScanned?.(++done, accepted.length);
  }
  return { specs, events };
}

/**
 * Whether a file of `dist` is meant to be a bundle: its name ends in `.tckb`, in any case. The scan ignores all other
 * files.
 *
 * @example
 * ```ts
 * import { isBundleFileName } from "@tck/tckb/commit";
 * isBundleFileName("weather.TCKB"); // true, to be reported as a malformed name
 * isBundleFileName("weather.mjs.map"); // false
 * ```
 */
export function isBundleFileName(name: string): boolean {
  return /\.tckb\s*$/i.test(name);
}

/** A bundle as it will be stored. */
export interface StorableBundle {
  /** The envelope, after the legacy renames. */
  readonly bytes: Uint8Array;
  /** SHA-384 of the envelope, base64url. */
  readonly digest: string;
}

/**
 * The bundle of a scanned file as it will be stored: after the legacy renames, which are deterministic
 * (lifecycle specification, B.1 step 2).
 *
 * @throws {TckbUnpackError} When the bytes are not a bundle
 *
 * @example
 * ```ts
 * import { prepareBundle } from "@tck/tckb/commit";
 * import { TckbUnpackError } from "@tck/tckb";
 * const rejected = await prepareBundle(new Uint8Array()).catch((error) => error instanceof TckbUnpackError);
 * ```
 */
export async function prepareBundle(
  fileBytes: Uint8Array,
  options: Omit<ScanOptions, "onScanned" | "onBundle"> = {},
): Promise<StorableBundle> {
  const { bytes } = await normaliseTckb(fileBytes, { ...options, limits: COMMITTED_LIMITS });
  return { bytes, digest: encodeBase64Url(await (options.sha384 ?? sha384)(bytes)) };
}

interface NamedFile extends BundleFile {
  readonly position: number;
  readonly bundleName: string;
}

async function acceptNames(
  files: AsyncIterable<BundleFile> | Iterable<BundleFile>,
  events: LogEvent[],
): Promise<NamedFile[]> {
  const found: BundleFile[] = [];
  for await (const file of files) {
    if (isBundleFileName(file.name)) found.push(file);
  }
  found.sort((left, right) => left.name < right.name ? -1 : 1);

  const accepted: NamedFile[] = [];
  for (const file of found) {
    const parsed = parseBundleFileName(file.name);
    if (!parsed.ok) {
      events.push(buildNameWarning(parsed.warning, file.name));
    } else {
      accepted.push({
        name: file.name,
        read: () => file.read(),
        position: parsed.position,
        bundleName: parsed.name,
      });
    }
  }
  // By the name without its extension, like the readers: `001_a` before `001_a-b`.
  return accepted.sort((left, right) => left.bundleName < right.bundleName ? -1 : 1);
}

/** Each file with its bytes. The next file is read while the current one is scanned. */
async function* readAhead(
  files: readonly NamedFile[],
): AsyncGenerator<{ file: NamedFile; bytes: Uint8Array }> {
  let next = files[0]?.read();
  try {
    for (const [index, file] of files.entries()) {
      const bytes = await next!;
      next = files[index + 1]?.read();
      next?.catch(() => {}); // Avoids an unhandled rejection; awaited below.
      yield { file, bytes };
    }
  } finally {
    await next?.catch(() => {});
  }
}

async function scanBundle(
  file: NamedFile,
  fileBytes: Uint8Array,
  batch: BatchIdentity,
  options: ScanOptions,
  events: LogEvent[],
): Promise<WidgetCommitSpec | null> {
  try {
    const { bytes, tckb, renames } = await normaliseTckb(fileBytes, { ...options, limits: COMMITTED_LIMITS });
    const manifestBytes = serialiseManifest(parseCloudManifest(tckb.manifest));
    if (renames.length > 0) events.push(buildRenamesEvent(file.name, renames.length));
    const identity = { ...batch, name: file.bundleName, bundleHash: tckb.hash, manifestBytes };
    const spec: WidgetCommitSpec = {
      fileName: file.name,
      position: file.position,
      name: file.bundleName,
      widgetId: await formatWidgetId(identity, options),
      bundleHash: tckb.hash,
      bundleDigest: encodeBase64Url(await (options.sha384 ?? sha384)(bytes)),
      bundleSize: bytes.length,
      stylesCovered: tckb.cssCovered || (tckb.css === null && tckb.propertiesCss === null),
      manifestBytes,
    };
    options.onBundle?.(spec, bytes);
    return spec;
  } catch (error) {
    events.push(buildRejection(file.name, error));
    return null;
  }
}

function buildNameWarning(warning: BundleNameWarning, fileName: string): LogEvent {
  const reason = warning === "bundle_missing_prefix"
    ? "it does not begin with three digits and an underscore"
    : "it is not <NNN>_<slug>.tckb with NNN from 001 to 999 and a slug of a-z, 0-9 and -";
  return {
    event: warning,
    level: "warning",
    message: `Cannot take bundle ${quote(fileName)}: ${reason}`,
    fileName: quote(fileName).slice(1, -1),
  };
}

function buildDuplicateWarning({ fileName }: WidgetCommitSpec, previous: WidgetCommitSpec): LogEvent {
  return {
    event: "bundle_duplicate_prefix",
    level: "warning",
    message: `Bundle ${quote(fileName)} has the same number as ${
      quote(previous.fileName)
    }: both are committed, in the order of their names`,
    fileName,
  };
}

function buildRenamesEvent(fileName: string, count: number): LogEvent {
  return {
    event: "bundle_normalised",
    level: "info",
    message: `Bundle ${quote(fileName)} has a legacy format: ${count} names replaced`,
    fileName,
  };
}

function buildRejection(fileName: string, error: unknown): LogEvent {
  const isManifest = error instanceof InvalidManifestError;
  if (!isManifest && !(error instanceof TckbUnpackError)) throw error;
  return {
    event: "bundle_refused",
    level: "warning",
    message: `Cannot take bundle ${quote(fileName)}: ${error.message}`,
    fileName,
    code: isManifest ? "manifest.invalid" : error.code,
  };
}
