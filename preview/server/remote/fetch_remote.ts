import { lookup } from "node:dns/promises";
import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { quote } from "../../../core/errors/mod.ts";
import { ProblemError } from "../routes/problem.ts";

/** How a fetch is bounded. */
export interface RemoteFetchOptions {
  /** Most bytes of the body. */
  readonly bytes: number;
  /** For everything together. */
  readonly seconds: number;
  /** How many redirects are followed. */
  readonly redirects: number;
  /** Whether an IP address may be connected to. */
  readonly isAllowed: (address: string) => boolean;
  /** Finds all addresses of a host name. @default the system's resolver */
  readonly resolve?: ((hostname: string) => Promise<readonly string[]>) | undefined;
}

/**
 * Fetches bytes from an address that somebody else has named (preview specification, §4, `POST /__tck/bundle/fetch`).
 * Only `http:` and `https:` are spoken, and only with addresses that are allowed: a host name is resolved once, all its
 * addresses are checked, and the connection goes to those and no others; each redirect is checked in the same way.
 *
 * @throws {ProblemError} `fetch.invalid_url`, `fetch.forbidden_address`, `upstream.unavailable`, `upstream.too_large`,
 * `upstream.timeout`
 */
export async function fetchRemote(url: URL, options: RemoteFetchOptions): Promise<Uint8Array> {
  const timeout = Promise.withResolvers<never>();
  const ended = new AbortController();
  const timer = setTimeout(() => {
    const detail = `Cannot fetch ${quote(url.href)}: it takes longer than ${options.seconds} seconds`;
    timeout.reject(new ProblemError("upstream.timeout", detail));
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
    const target = redirectOf(response, url);
    if (target === null) return await readBytes(url, response, options.bytes);
    response.destroy();
    url = target;
  }
  throw unavailable(first, `it redirects more than ${options.redirects} times`);
}

/** The addresses of a host. One that is not allowed makes all of them suspicious. */
async function findAddresses(
  url: URL,
  { isAllowed, resolve = resolveHost }: RemoteFetchOptions,
): Promise<readonly string[]> {
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new ProblemError(
      "fetch.invalid_url",
      `Cannot fetch ${quote(url.href)}: only http: and https: are fetched`,
    );
  }
  if (url.username !== "" || url.password !== "") {
    throw new ProblemError(
      "fetch.invalid_url",
      `Cannot fetch from ${quote(url.host)}: the address has credentials`,
    );
  }
  const hostname = url.hostname.replace(/^\[|\]$/g, "");
  const addresses = isIP(hostname) === 0
    ? await resolve(hostname).catch((error) => {
      throw unavailable(url, `its host name is not found`, error);
    })
    : [hostname];
  if (addresses.length === 0) throw unavailable(url, "its host name has no address");
  const forbidden = addresses.find((address) => !isAllowed(address));
  if (forbidden === undefined) return addresses;
  throw new ProblemError(
    "fetch.forbidden_address",
    `Cannot fetch ${quote(url.href)}: ${
      quote(forbidden)
    } is no public address, and private ones are not allowed`,
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
    lookup: lookupAmong(addresses),
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

/** What was checked is what is connected to, whatever the name would resolve to by now. */
function lookupAmong(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_hostname, { all }, callback) => {
    if (all) callback(null, found);
    else callback(null, found[0]!.address, found[0]!.family);
  };
}

function redirectOf({ statusCode = 0, headers: { location } }: IncomingMessage, url: URL): URL | null {
  if (![301, 302, 303, 307, 308].includes(statusCode)) return null;
  if (location !== undefined && URL.canParse(location, url.href)) return new URL(location, url.href);
  throw unavailable(url, "it redirects to no address");
}

async function readBytes(url: URL, response: IncomingMessage, limit: number): Promise<Uint8Array> {
  const { statusCode, headers } = response;
  if (statusCode !== 200) throw unavailable(url, `it answers with status ${statusCode}`);
  if ((headers["content-encoding"] ?? "identity") !== "identity") {
    throw unavailable(url, "its answer is encoded");
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of response) {
      length += chunk.length;
      if (length > limit) throw new ProblemError("upstream.too_large", tooLarge(url, limit));
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof ProblemError) throw error;
    throw unavailable(url, "its answer ends too early", error);
  }
  return new Uint8Array(Buffer.concat(chunks, length));
}

function tooLarge(url: URL, limit: number): string {
  return `Cannot fetch ${quote(url.href)}: it answers with more than ${limit} bytes`;
}

function unavailable(url: URL, reason: string, cause?: unknown): ProblemError {
  return new ProblemError("upstream.unavailable", `Cannot fetch ${quote(url.href)}: ${reason}`, { cause });
}
