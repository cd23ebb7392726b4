import { lookup } from "node:dns/promises";
import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { quote } from "../../../core/errors/mod.ts";
import { ProblemError } from "../../../core/problem/mod.ts";
import type { PreviewLimits } from "../model/mod.ts";
import { type ProblemCode, problemError } from "../problem.ts";
import { isPublicAddress } from "./public_address.ts";

export interface RemoteFetchOptions {
  /** Largest body, in bytes. */
  readonly bytes: number;
  /** From name resolution to the last byte. */
  readonly seconds: number;
  /** How many redirects are followed. */
  readonly redirects: number;
  /** Whether an IP address may be connected to. */
  readonly isAllowed: (address: string) => boolean;
  /** Finds all addresses of a host name. @default the system's resolver */
  readonly resolve?: ((hostname: string) => Promise<readonly string[]>) | undefined;
}

/** Creates the fetch of the dev protocol. */
export function createRemoteFetch(
  { bundleBytes, fetchSeconds, redirects }: PreviewLimits,
  { allowPrivate, resolve }: { allowPrivate: boolean; resolve?: RemoteFetchOptions["resolve"] },
): (url: URL) => Promise<Uint8Array> {
  const isAllowed = allowPrivate ? () => true : isPublicAddress;
  return (url) =>
    fetchRemote(url, { bytes: bundleBytes, seconds: fetchSeconds, redirects, isAllowed, resolve });
}

/**
 * Fetches bytes from an untrusted address (preview specification, §4, `POST /__tck/bundle/fetch`). Only `http:` and
 * `https:` to allowed addresses are fetched: a host name is resolved once, all its addresses are checked, and the
 * connection uses one of those. Each redirect is checked in the same way.
 *
 * @throws {ProblemError} `fetch.invalid_url`, `fetch.forbidden_address`, `upstream.unavailable`, `upstream.too_large`,
 * `upstream.timeout`
 */
export async function fetchRemote(url: URL, options: RemoteFetchOptions): Promise<Uint8Array> {
  const timeout = Promise.withResolvers<never>();
  const ended = new AbortController();
  const timer = setTimeout(() => {
    const detail = `Cannot fetch ${quote(url.href)}: it takes longer than ${options.seconds} seconds`;
    timeout.reject(problemError("upstream.timeout", detail));
  }, options.seconds * 1000);
  try {
    return await Promise.race([follow(url, options, ended.signal), timeout.promise]);
  } finally {
    clearTimeout(timer);
    ended.abort();
  }
}

async function follow(first: URL, options: RemoteFetchOptions, signal: AbortSignal): Promise<Uint8Array> {
  let url = first;
  for (let count = 0; count <= options.redirects; count++) {
    const addresses = await findAddresses(url, options);
    const response = await request(url, addresses, signal);
    const target = readRedirect(response, url);
    if (target === null) return await readBytes(url, response, options.bytes);
    response.destroy();
    url = target;
  }
  throw unavailable(first, `it redirects more than ${options.redirects} times`);
}

/** The addresses of a host. If one is not allowed, the host is rejected. */
async function findAddresses(
  url: URL,
  { isAllowed, resolve = resolveHost }: RemoteFetchOptions,
): Promise<readonly string[]> {
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw problemError(
      "fetch.invalid_url",
      `Cannot fetch ${quote(url.href)}: only http: and https: are fetched`,
    );
  }
  if (url.username !== "" || url.password !== "") {
    throw problemError(
      "fetch.invalid_url",
      `Cannot fetch from ${quote(url.host)}: the address has credentials`,
    );
  }
  const hostname = url.hostname.replace(/^\[|\]$/g, "");
  const addresses = isIP(hostname) === 0
    ? await resolve(hostname).catch((error) => {
      throw unavailable(url, "its host name is not found", error);
    })
    : [hostname];
  if (addresses.length === 0) throw unavailable(url, "its host name has no address");
  const forbidden = addresses.find((address) => !isAllowed(address));
  if (forbidden === undefined) return addresses;
  throw problemError(
    "fetch.forbidden_address",
    `Cannot fetch ${quote(url.href)}: ${
      quote(forbidden)
    } is not a public address; start the preview with --allow-private-fetch to allow private ones`,
  );
}

async function resolveHost(hostname: string): Promise<string[]> {
  const found = await lookup(hostname, { all: true, verbatim: true });
  return found.map(({ address }) => address);
}

function request(url: URL, addresses: readonly string[], signal: AbortSignal): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const { request: send } = url.protocol === "https:" ? https : http;
  const sent = send(url, {
    agent: false,
    lookup: createLookup(addresses),
    headers: {
      "accept": "application/octet-stream, */*",
      "accept-encoding": "identity",
      "user-agent": "tck-preview",
    },
    signal,
  });
  sent.on("response", resolve);
  sent.on("error", (error) => reject(unavailable(url, error.message.slice(0, 200), error)));
  sent.end();
  return promise;
}

/** Connects to the checked addresses, whatever the name resolves to now. */
function createLookup(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_hostname, { all }, callback) => {
    if (all) callback(null, found);
    else callback(null, found[0]!.address, found[0]!.family);
  };
}

function readRedirect({ statusCode = 0, headers: { location } }: IncomingMessage, url: URL): URL | null {
  if (![301, 302, 303, 307, 308].includes(statusCode)) return null;
  if (location !== undefined && URL.canParse(location, url.href)) return new URL(location, url.href);
  throw unavailable(url, "it redirects to an invalid address");
}

async function readBytes(url: URL, response: IncomingMessage, limit: number): Promise<Uint8Array> {
  const { statusCode, headers } = response;
  if (statusCode !== 200) throw unavailable(url, `it answers with status ${statusCode}`);
  if ((headers["content-encoding"] ?? "identity") !== "identity") {
    throw unavailable(url, "its body is compressed");
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of response) {
      length += chunk.length;
      if (length > limit) throw problemError("upstream.too_large", tooLarge(url, limit));
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof ProblemError) throw error;
    throw unavailable(url, "its body ends too early", error);
  }
  return new Uint8Array(Buffer.concat(chunks, length));
}

function tooLarge(url: URL, limit: number): string {
  return `Cannot fetch ${quote(url.href)}: its body is larger than ${limit} bytes`;
}

function unavailable(url: URL, reason: string, cause?: unknown): ProblemError<ProblemCode> {
  return problemError("upstream.unavailable", `Cannot fetch ${quote(url.href)}: ${reason}`, { cause });
}
