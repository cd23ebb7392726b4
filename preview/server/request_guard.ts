import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { isIP } from "node:net";
import { quote } from "../../core/errors/mod.ts";
import { describeProblem, type Problem } from "./routes/mod.ts";

/** Where the preview listens and whom it serves. */
export interface RequestGuardOptions {
  readonly port: number;
  /** The address it is bound to: a name or an IP address, without brackets. */
  readonly host: string;
  /** Origins beside its own, such as `https://preview.example`: what a tunnel or a forwarded port is called outside. */
  readonly allowedOrigins?: readonly string[];
  /** What every request must know when the preview is bound beyond loopback; null when it is not. */
  readonly token: string | null;
}

/** What the guard looks at of a request. */
export interface GuardedRequest {
  readonly method: string;
  /** The request's target as it came, or the whole URL. */
  readonly url: string;
  readonly headers: Headers;
}

/** Decides who may speak with the preview. */
export interface RequestGuard {
  /** @returns why a request is refused, or null */
  check(request: GuardedRequest): Problem | null;
  /** @returns why a websocket is refused, or null */
  checkUpgrade(request: GuardedRequest): Problem | null;
  /** The `Set-Cookie` for an answer to a request that brought the token in its address, or null. */
  cookieFor(request: GuardedRequest): string | null;
}

/** The parameter of an address that carries the token, when a person opens the page. */
export const TOKEN_PARAMETER = "tck-token";

/** The header that carries the token, for programs; `Authorization: Bearer` does as well. */
export const TOKEN_HEADER = "x-tck-token";

const LOOPBACK_NAMES = ["localhost", "127.0.0.1", "::1"];
const EVERY_ADDRESS = ["0.0.0.0", "::"];

/** Whether the preview can be reached from this machine only. */
export function isLoopbackHost(host: string): boolean {
  return LOOPBACK_NAMES.includes(host.toLowerCase());
}

/** A token that nobody guesses. */
export function createToken(): string {
  return randomBytes(24).toString("base64url");
}

/**
 * Guards the preview against pages elsewhere: those that point a name of their own at this machine (DNS rebinding), those
 * that send requests across origins, and, when it is bound beyond loopback, whoever has no token.
 *
 * @throws {RangeError} when the host is beyond loopback and there is no token
 */
export function createRequestGuard(options: RequestGuardOptions): RequestGuard {
  const { host, port, token, allowedOrigins = [] } = options;
  if (token === null && !isLoopbackHost(host)) {
    throw new RangeError(`Cannot serve ${quote(host)}: beyond loopback, a token is needed`);
  }
  const allowed = new Set(allowedOrigins.map((origin) => new URL(origin).origin));
  const hosts = new Set([...allowed].map((origin) => new URL(origin).host));
  const cookie = `tck-token-${port}`;
  const check = (request: GuardedRequest) => {
    const authority = readAuthority(request);
    if (authority === null) return refuse("request.malformed", "Cannot read the Host header: it is no host");
    if (!hosts.has(authority.host) && !isOwnAuthority(authority, host, port)) {
      const detail = `Cannot serve host ${
        quote(authority.host)
      }: it is not this preview, nor an origin that is allowed`;
      return refuse("request.forbidden", detail);
    }
    return checkOrigin(request, authority.host, allowed) ?? checkToken(request, token, cookie);
  };
  return {
    check,
    checkUpgrade: check,
    cookieFor: (request) =>
      token !== null && isToken(parametersOf(request).get(TOKEN_PARAMETER), token)
        ? `${cookie}=${token}; Path=/; HttpOnly; SameSite=Strict`
        : null,
  };
}

/** The host that a request is for. A target that names one as well must name the same. */
function readAuthority({ url, headers }: GuardedRequest): URL | null {
  const header = headers.get("host");
  if (header === null || !/^[^\s/?#@\\,]+$/.test(header) || !URL.canParse(`http://${header}`)) return null;
  const authority = new URL(`http://${header}`);
  if (!/^https?:/i.test(url)) return authority;
  return URL.canParse(url) && new URL(url).host === authority.host ? authority : null;
}

/** An IP literal cannot be rebound, but it is ours only when we are bound to it, or to all. */
function isOwnAuthority(authority: URL, host: string, port: number): boolean {
  if (Number(authority.port || 80) !== port) return false;
  const name = authority.hostname.replace(/^\[|\]$/g, "");
  if (LOOPBACK_NAMES.includes(name) || name.endsWith(".localhost")) return true;
  if (name === host.toLowerCase()) return !EVERY_ADDRESS.includes(name);
  return EVERY_ADDRESS.includes(host) && isIP(name) !== 0 && !EVERY_ADDRESS.includes(name);
}

/** A browser says where a request comes from; a program says nothing. */
function checkOrigin(
  { headers, method, url }: GuardedRequest,
  host: string,
  allowed: ReadonlySet<string>,
): Problem | null {
  const origin = headers.get("origin");
  if (origin !== null) {
    if (allowed.has(origin) || origin === `http://${host}` || origin === `https://${host}`) return null;
    return refuse("request.forbidden", `Cannot serve origin ${quote(origin)}: it is another`);
  }
  const site = headers.get("sec-fetch-site");
  if (site === null || site === "same-origin" || site === "none") return null;
  if (isNavigation(headers, method) && !pathOf(url).startsWith("/__tck/")) return null;
  return refuse(
    "request.forbidden",
    `Cannot serve a request that is ${quote(site)}: it comes from another origin`,
  );
}

/** A link elsewhere may lead to the shell's page. */
function isNavigation(headers: Headers, method: string): boolean {
  return method === "GET" && headers.get("sec-fetch-mode") === "navigate" &&
    headers.get("sec-fetch-dest") === "document";
}

function checkToken(request: GuardedRequest, token: string | null, cookie: string): Problem | null {
  if (token === null) return null;
  const { headers } = request;
  const given = [
    headers.get(TOKEN_HEADER),
    /^Bearer (.+)$/i.exec(headers.get("authorization") ?? "")?.[1],
    parametersOf(request).get(TOKEN_PARAMETER),
    ...cookiesOf(headers, cookie),
  ];
  if (given.some((text) => isToken(text, token))) return null;
  return refuse(
    "auth.unauthenticated",
    "Cannot serve a request without the token that the preview has printed",
  );
}

function isToken(given: string | null | undefined, token: string): boolean {
  if (given == null) return false;
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(token));
}

function cookiesOf(headers: Headers, name: string): string[] {
  const pairs = (headers.get("cookie") ?? "").split(";").map((pair) => pair.trim());
  return pairs.filter((pair) => pair.startsWith(`${name}=`)).map((pair) => pair.slice(name.length + 1));
}

function parametersOf({ url }: GuardedRequest): URLSearchParams {
  const [, query = ""] = url.split("#")[0]!.split(/\?(.*)/s);
  return new URLSearchParams(query);
}

/** The path as the routes will see it, with `..` and the like resolved. */
function pathOf(url: string): string {
  const absolute = /^https?:/i.test(url) ? url : `http://host${url}`;
  return URL.canParse(absolute) ? new URL(absolute).pathname : "/__tck/";
}

function refuse(code: Parameters<typeof describeProblem>[0], detail: string): Problem {
  return describeProblem(code, detail);
}
