import { type Context, Hono } from "hono";
import { ENTRY_NAMES, WIDGET_PREFIX } from "../../core/contract/mod.ts";
import type { Tckb } from "../../core/tckb/mod.ts";
import { quote } from "../../core/errors/mod.ts";
import type { BearerClaims, BearerVerifier, Sessions } from "../auth/mod.ts";
import { chooseCoding } from "./accepted_encoding.ts";
import { bytesResponse } from "./byte_range.ts";
import { createCoalescer } from "./coalesce.ts";
import { type CompressBody, createKeptCompressor } from "./compress_kept.ts";
import type { Fixtures } from "./fixtures.ts";
import { forward } from "./forward.ts";
import { readMock, readWidgetName } from "./list_query.ts";
import {
  type CompressWithDictionary,
  createModuleDeltas,
  offerDictionary,
  readAvailableDictionary,
} from "./module_deltas.ts";
import { readBundleHash } from "./path_parameters.ts";
import { type Log, ProblemError } from "./problem.ts";
import { PUBLIC_PREFIX } from "./public_api.ts";
import { type Caller, callerOf, traceHeaders } from "./request_trace.ts";
import { type BundleCodec, unpackBundle } from "./unpack.ts";
import { fetchUpstream, type Upstream } from "./upstream.ts";
import {
  extractFiles,
  type VerifiedBundle,
  type VerifiedBundles,
  type VerifiedFile,
} from "./verified_bundles.ts";
import { requireWebBearer } from "./web_identity.ts";

/** How bodies are compressed. */
export interface BodyCompression {
  /** Compresses the files that are kept. Without it they are sent as gzip only. */
  compressBody: CompressBody;
  /** Compresses modules with former ones as dictionaries. Without it they never are. */
  compressWithDictionary: CompressWithDictionary;
}

/** What the routes of widgets work with. */
export interface WidgetFileDependencies extends Partial<BodyCompression> {
  cloud: Upstream;
  /** The bundles that are served before the cloud is asked. */
  fixtures: Fixtures;
  /** The bundles that `mock=true` serves, and no others. */
  mockFixtures: Fixtures;
  sessions: Sessions | null;
  bearers: BearerVerifier;
  codec: BundleCodec;
  verified: VerifiedBundles;
  log: Log;
}

/** The name of the envelope among a widget's files. */
const ENVELOPE_NAME = "bundle.tckb";

/** The content types of a widget's files. */
const CONTENT_TYPES: { readonly [name: string]: string } = {
  [ENTRY_NAMES.module]: "application/javascript; charset=utf-8",
  [ENTRY_NAMES.css]: "text/css; charset=utf-8",
  [ENTRY_NAMES.propertiesCss]: "text/css; charset=utf-8",
};

/**
 * Creates `/api/widgets/v1/{hash}/…`: a widget's verified module and stylesheets (lifecycle specification, §4), and
 * `bundle.tckb`, its envelope, which the client verifies.
 */
export function createWidgetFiles(deps: WidgetFileDependencies): Hono {
  const routes = new Hono();
  const { verified, compressBody, compressWithDictionary } = deps;
  const compress = compressBody === undefined ? () => {} : createKeptCompressor(verified, compressBody);
  const deltas = compressWithDictionary === undefined ? null : createModuleDeltas(compressWithDictionary);
  const load = createCoalescer<VerifiedBundle>();
  const find = async (context: Context, hash: string, name: string, bearer: string) => {
    const known = await findKnown(deps, hash, name, bearer, context);
    if (known !== null) return known;
    // Only for the requests of one bearer, whose right to read the bundle is checked by the first of them.
    return (await load(hash + bearer, () => verify(deps, hash, bearer, compress))).get(name);
  };

  // One route, since a name and a parameter at the same place would need a slower router.
  routes.get(`${WIDGET_PREFIX}:hash/:file`, async (context) => {
    const hash = readBundleHash(context.req.param("hash"));
    const name = readFileName(context.req.param("file"));
    const isMock = readMock(context.req.queries("mock"));
    if (name === ENVELOPE_NAME) return await respondEnvelope(deps, context, hash, isMock);
    if (isMock) return respondFile(context, name, (await readFixture(deps, hash)).get(name));
    const bearer = await requireWebBearer(context, deps.sessions);
    const file = await find(context, hash, name, bearer);
    if (name !== ENTRY_NAMES.module || deltas === null) return respondFile(context, name, file);
    const widget = readWidgetName(context.req.queries("widget"));
    const headers = {
      "Vary": "Accept-Encoding, Available-Dictionary",
      ...(widget === null ? {} : offerDictionary(hash, widget)),
    };
    const available = file === undefined ? null : readAvailableDictionary(context.req.raw.headers);
    if (available === null) return respondFile(context, name, file, headers);
    const delta = await deltas.encode(hash, file!.bytes, available, async () => {
      const dictionary = await find(context, available.hash, name, bearer).catch(() => null);
      return dictionary?.bytes ?? null;
    });
    return respondFile(context, name, file, headers, delta && { body: delta, hash: available.hash });
  });
  return routes;
}

/** Responds with the envelope: a fixture's, or as the cloud sends it. */
async function respondEnvelope(
  deps: WidgetFileDependencies,
  context: Context,
  hash: string,
  isMock: boolean,
): Promise<Response> {
  const bearer = isMock ? null : await requireWebBearer(context, deps.sessions);
  const fixture = await (isMock ? deps.mockFixtures : deps.fixtures).read(hash);
  if (fixture !== null) return respondFixture(context.req.raw, hash, fixture);
  if (bearer === null) throw createFixtureNotFound(hash);
  const request = { path: envelopePath(hash), bearer, expect: "application/octet-stream" } as const;
  return await forward(deps.cloud, { ...request, caller: callerOf(context) });
}

function readFileName(name: string): string {
  if (name === ENVELOPE_NAME || Object.hasOwn(CONTENT_TYPES, name)) return name;
  const names = [...Object.keys(CONTENT_TYPES), ENVELOPE_NAME].join(", ");
  throw new ProblemError("route.not_found", `Cannot find ${quote(name)} of a widget: it has ${names}`);
}

function envelopePath(hash: string): string {
  return `${PUBLIC_PREFIX}/bundles/${hash}.tckb`;
}

/** A file of a bundle that was verified before, if the user may read it; null when it must be fetched. */
async function findKnown(
  { verified, bearers, cloud }: WidgetFileDependencies,
  hash: string,
  name: string,
  bearer: string,
  context: Context,
): Promise<VerifiedFile | null> {
  const known = verified.get(hash, name);
  if (known === undefined) return null;
  const claims = await readClaims(bearers, bearer);
  // A session can end at any time, so the bearer of one is always checked by the storage service.
  if (claims !== null && claims.sessionId === null && verified.mayRead(claims.userId, hash)) return known;
  await fetchUpstream(cloud, {
    method: "HEAD",
    path: envelopePath(hash),
    bearer,
    expect: "application/octet-stream",
    caller: callerOf(context),
  });
  if (claims !== null) verified.allow(claims.userId, hash);
  return known;
}

/** Null for a bearer that only the cloud can verify. */
async function readClaims(bearers: BearerVerifier, bearer: string): Promise<BearerClaims | null> {
  return await bearers.verify(bearer).catch(() => null);
}

/** Fetches a bundle that the bearer's user may read, and verifies and keeps it. */
async function verify(
  deps: WidgetFileDependencies,
  hash: string,
  bearer: string,
  compress: (hash: string, bundle: VerifiedBundle) => void,
): Promise<VerifiedBundle> {
  const fixture = await deps.fixtures.read(hash);
  if (fixture !== null) return await extract(deps, hash, fixture);
  const files = await extract(deps, hash, await fetchEnvelope(deps, hash, bearer));
  if (deps.verified.keep(hash, files)) compress(hash, files);
  const claims = await readClaims(deps.bearers, bearer);
  if (claims !== null) deps.verified.allow(claims.userId, hash);
  return files;
}

async function extract(
  { codec, log }: WidgetFileDependencies,
  hash: string,
  envelope: Uint8Array,
): Promise<VerifiedBundle> {
  const tckb = await unpackBundle(envelope, hash, codec);
  logRecordFaults(tckb, log);
  return await extractFiles(tckb);
}

/** Finds a bundle among the fixtures, else in the cloud (lifecycle specification, §4, bundle route rule 2). */
export async function findEnvelope(
  deps: WidgetFileDependencies,
  hash: string,
  bearer: string,
  caller?: Caller,
): Promise<Uint8Array<ArrayBuffer>> {
  return await deps.fixtures.read(hash) ?? await fetchEnvelope(deps, hash, bearer, caller);
}

async function fetchEnvelope(
  { cloud }: WidgetFileDependencies,
  hash: string,
  bearer: string,
  caller?: Caller,
): Promise<Uint8Array<ArrayBuffer>> {
  const request = { path: envelopePath(hash), bearer, expect: "application/octet-stream" } as const;
  return (await fetchUpstream(cloud, caller === undefined ? request : { ...request, caller })).body;
}

async function readFixture(deps: WidgetFileDependencies, hash: string): Promise<VerifiedBundle> {
  return await extract(deps, hash, await findMockEnvelope(deps, hash));
}

/** Finds a bundle among the fixtures that `mock=true` serves. */
export async function findMockEnvelope(
  { mockFixtures }: WidgetFileDependencies,
  hash: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const envelope = await mockFixtures.read(hash);
  if (envelope === null) throw createFixtureNotFound(hash);
  return envelope;
}

function createFixtureNotFound(hash: string): ProblemError {
  return new ProblemError("bundle.not_found", `Cannot find bundle ${quote(hash)}: no fixture has this hash`);
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

/** The codings of a file, in the order of preference. Each is the end of its tag too. */
const CODINGS = ["br", "gzip"] as const;

/** A module that is encoded with the module of another bundle as its dictionary. */
interface Delta {
  body: Uint8Array<ArrayBuffer>;
  /** The other bundle. */
  hash: string;
}

/** Responds with a file in the best coding that the client accepts and that is there. A range is of the plain bytes. */
function respondFile(
  context: Context,
  name: string,
  file: VerifiedFile | undefined,
  extra: { readonly [name: string]: string } = {},
  delta: Delta | null = null,
): Response {
  if (file === undefined) throw new ProblemError("bundle.not_found", "The bundle holds no such stylesheet");
  if (file.fault !== null) throw new ProblemError("bundle.hash_mismatch", file.fault);
  const { raw } = context.req;
  const headers = {
    "Content-Type": CONTENT_TYPES[name]!,
    "Cache-Control": file.immutable ? "public, max-age=31536000, immutable" : "no-cache",
    "Vary": "Accept-Encoding",
    ...extra,
    ...traceHeaders(context),
  };
  const { body, coding, tag } = raw.headers.has("Range")
    ? { body: file.bytes, coding: null, tag: file.tag }
    : chooseBody(file, raw.headers.get("Accept-Encoding"), delta);
  return bytesResponse(
    body,
    raw,
    `"${tag}"`,
    coding === null ? headers : { ...headers, "Content-Encoding": coding },
  );
}

function chooseBody(
  file: VerifiedFile,
  accepted: string | null,
  delta: Delta | null,
): { body: Uint8Array<ArrayBuffer>; coding: string | null; tag: string } {
  const { bytes, tag } = file;
  if (delta !== null) return { body: delta.body, coding: "dcz", tag: `${tag}.dcz.${delta.hash}` };
  const bodies = { br: file.brotli, gzip: file.gzip };
  const available = CODINGS.filter((coding) => bodies[coding] !== null);
  const coding = chooseCoding(accepted, available);
  return coding === null
    ? { body: bytes, coding, tag }
    : { body: bodies[coding]!, coding, tag: `${tag}.${coding}` };
}

/** A file can change while it has the same name, so it is not cached. */
function respondFixture(request: Request, hash: string, envelope: Uint8Array): Response {
  return bytesResponse(envelope as Uint8Array<ArrayBuffer>, request, `"${hash}.${envelope.byteLength}"`, {
    "Content-Type": "application/octet-stream",
    "Cache-Control": "no-store",
  });
}
