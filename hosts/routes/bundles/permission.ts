import type { Context } from "hono";
import type { BearerClaims, BearerVerifier } from "../../auth/mod.ts";
import { readMock } from "../http/list_query.ts";
import { type Caller, callerOf } from "../http/request_trace.ts";
import type { Upstream, UpstreamRequest } from "../http/upstream.ts";
import { requireWebBearer, type SessionDependencies } from "../http/web_identity.ts";
import { PUBLIC_PREFIX } from "../public/public_api.ts";
import type { VerifiedBundles } from "./verified_bundles.ts";

/** The user for whom something is read: the bearer, and the request that is answered. */
export interface User {
  bearer: string;
  caller: Caller;
}

export interface PermissionDependencies {
  cloud: Upstream;
  bearers: BearerVerifier;
  verified: VerifiedBundles;
}

/**
 * The first step of a request for bundles: for whom they are read. Null with `mock=true`, which needs no bearer and reads
 * fixtures only.
 *
 * @throws {ProblemError} `auth.unauthenticated`, `daily_page.invalid_query`
 */
export async function identifyUser(context: Context, deps: SessionDependencies): Promise<User | null> {
  if (readMock(context.req.queries("mock"))) return null;
  return { bearer: await requireWebBearer(context, deps), caller: callerOf(context) };
}

/** The request for an envelope, which the cloud answers only to a user who may read it. */
export function envelopeRequest(
  hash: string,
  { bearer, caller }: { bearer: string; caller?: Caller },
): UpstreamRequest {
  const path = `${PUBLIC_PREFIX}/bundles/${hash}.tckb`;
  const request = { path, bearer, expect: "application/octet-stream" } as const;
  return caller === undefined ? request : { ...request, caller };
}

/**
 * Checks that a user may read a bundle whose files are here.
 *
 * @throws {ProblemError} as the cloud answers a HEAD for the envelope
 */
export async function requirePermission(
  { verified, bearers, cloud }: PermissionDependencies,
  hash: string,
  user: User,
): Promise<void> {
  const claims = await readClaims(bearers, user.bearer);
  // A session can end at any time, so the bearer of one is always checked by the storage service.
  if (claims !== null && claims.sessionId === null && verified.mayRead(claims.userId, hash)) return;
  await cloud.fetch({ ...envelopeRequest(hash, user), method: "HEAD" });
  if (claims !== null) verified.allow(claims.userId, hash);
}

/** Remembers that the cloud has sent a bundle to the user of a bearer. */
export async function rememberPermission(
  { verified, bearers }: PermissionDependencies,
  hash: string,
  bearer: string,
): Promise<void> {
  const claims = await readClaims(bearers, bearer);
  if (claims !== null) verified.allow(claims.userId, hash);
}

/** The user of a bearer; the bearer itself where only the cloud can verify it. */
export async function nameUser(bearers: BearerVerifier, bearer: string): Promise<string> {
  return (await readClaims(bearers, bearer))?.userId ?? bearer;
}

/** Null for a bearer that only the cloud can verify. */
async function readClaims(bearers: BearerVerifier, bearer: string): Promise<BearerClaims | null> {
  return await bearers.verify(bearer).catch(() => null);
}
