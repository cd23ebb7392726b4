import { type Context, Hono } from "hono";
import { ENTRY_NAMES, WIDGET_PREFIX } from "../../core/contract/mod.ts";
import type { Tckb } from "../../core/tckb/mod.ts";
import { quote } from "../../core/errors/mod.ts";
import type { BearerClaims, BearerVerifier, Sessions } from "../auth/mod.ts";
import { acceptsGzip } from "./accepted_encoding.ts";
import { bytesResponse } from "./byte_range.ts";
import { createCoalescer } from "./coalesce.ts";
import type { Fixtures } from "./fixtures.ts";
import { forward } from "./forward.ts";
import { readMock } from "./list_query.ts";
import { readBundleHash } from "./path_parameters.ts";
import { type Log, ProblemError } from "./problem.ts";
import { PUBLIC_PREFIX } from "./public_api.ts";
import { type Caller, callerOf } from "./request_trace.ts";
import { type BundleCodec, unpackBundle } from "./unpack.ts";
import { fetchUpstream, type Upstream } from "./upstream.ts";
import {
  extractFiles,
  type VerifiedBundle,
  type VerifiedBundles,
  type VerifiedFile,
} from "./verified_bundles.ts";
import { requireWebBearer } from "./web_identity.ts";

/** What the routes of widgets work with. */
export interface WidgetFileDependencies {
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
  const load = createCoalescer<VerifiedBundle>();

  routes.get(`${WIDGET_PREFIX}:hash/${ENVELOPE_NAME}`, async (context) => {
    const hash = readBundleHash(context.req.param("hash"));
    const isMock = readMock(new URL(context.req.url).searchParams);
    const bearer = isMock ? null : await requireWebBearer(context, deps.sessions);
    const fixture = await (isMock ? deps.mockFixtures : deps.fixtures).read(hash);
    if (fixture !== null) return respondFixture(context.req.raw, hash, fixture);
    if (bearer === null) throw createFixtureNotFound(hash);
    const path = envelopePath(hash);
    return await forward(deps.cloud, {
      path,
      bearer,
      expect: "application/octet-stream",
      caller: callerOf(context),
    });
  });

  routes.get(`${WIDGET_PREFIX}:hash/:file`, async (context) => {
    const hash = readBundleHash(context.req.param("hash"));
    const name = readFileName(context.req.param("file"));
    const isMock = readMock(new URL(context.req.url).searchParams);
    if (isMock) return respondFile(context, name, (await readFixture(deps, hash)).get(name));
    const bearer = await requireWebBearer(context, deps.sessions);
    const known = await findKnown(deps, hash, name, bearer, callerOf(context));
    if (known !== null) return respondFile(context, name, known);
    // Only for the requests of one bearer, whose right to read the bundle is checked by the first of them.
    return respondFile(
      context,
      name,
      (await load(hash + bearer, () => verify(deps, hash, bearer))).get(name),
    );
  });
  return routes;
}

function readFileName(name: string): string {
  if (Object.hasOwn(CONTENT_TYPES, name)) return name;
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
  caller: Caller,
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
    caller,
  });
  if (claims !== null) verified.allow(claims.userId, hash);
  return known;
}

/** Null for a bearer that only the cloud can verify. */
async function readClaims(bearers: BearerVerifier, bearer: string): Promise<BearerClaims | null> {
  return await bearers.verify(bearer).catch(() => null);
}

/** Fetches a bundle that the bearer's user may read, and verifies and keeps it. */
async function verify(deps: WidgetFileDependencies, hash: string, bearer: string): Promise<VerifiedBundle> {
  const fixture = await deps.fixtures.read(hash);
  if (fixture !== null) return await extract(deps, hash, fixture);
  const files = await extract(deps, hash, await fetchEnvelope(deps, hash, bearer));
  deps.verified.keep(hash, files);
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

/** Responds with a file, as gzip if the client accepts it and asks for no part of it. */
function respondFile(context: Context, name: string, file: VerifiedFile | undefined): Response {
  if (file === undefined) throw new ProblemError("bundle.not_found", "The bundle holds no such stylesheet");
  if (file.fault !== null) throw new ProblemError("bundle.hash_mismatch", file.fault);
  const { raw } = context.req;
  const headers = {
    "Content-Type": CONTENT_TYPES[name]!,
    "Cache-Control": file.immutable ? "public, max-age=31536000, immutable" : "no-cache",
    "Vary": "Accept-Encoding",
  };
  const isGzip = file.gzip !== null && !raw.headers.has("Range") &&
    acceptsGzip(raw.headers.get("Accept-Encoding"));
  return isGzip
    ? bytesResponse(file.gzip!, raw, `"${file.tag}.gzip"`, { ...headers, "Content-Encoding": "gzip" })
    : bytesResponse(file.bytes, raw, `"${file.tag}"`, headers);
}

/** A file can change while it has the same name, so it is not cached. */
function respondFixture(request: Request, hash: string, envelope: Uint8Array): Response {
  return bytesResponse(envelope as Uint8Array<ArrayBuffer>, request, `"${hash}.${envelope.byteLength}"`, {
    "Content-Type": "application/octet-stream",
    "Cache-Control": "no-store",
  });
}
