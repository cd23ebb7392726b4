import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { isIP } from "node:net";
import { quote } from "../../../core/errors/mod.ts";
import type { Problem } from "../../../core/problem/mod.ts";
import { type ProblemCode, PROBLEMS } from "../problem.ts";

/** Where the preview listens and which requests it accepts. */
export interface RequestGuardOptions {
  readonly port: number;
  /** The address it is bound to: a name or an IP address, without brackets. */
  readonly host: string;
  /** Origins by which the preview is also reached, such as `https://preview.example` of a tunnel. */
  readonly allowedOrigins?: readonly string[];
  /** What every request must carry; null for nothing, which is possible on loopback only. */
  readonly token: string | null;
}

/** The parts of a request that the guard reads. */
export interface GuardedRequest {
  readonly method: string;
  /** The request's target, or the whole URL. */
  readonly url: string;
  readonly headers: Headers;
}

/** Decides which requests reach the preview. */
export interface RequestGuard {
  /** Checks a request or websocket upgrade. @returns why it is rejected, or null */
  check(request: GuardedRequest): Problem<ProblemCode> | null;
  /** The `Set-Cookie` of the response to a request with the token in its address, or null. */
  cookieFor(request: GuardedRequest): string | null;
}

/** The query parameter of the token, for the address that a person opens. */
export const TOKEN_PARAMETER = "tck-token";

/** The header of the token, for programs; `Authorization: Bearer` is accepted too. */
const TOKEN_HEADER = "x-tck-token";

/** The path prefix of the dev protocol and of Vite's own commands, such as that which opens an editor. */
const COMMAND_PREFIX = "/__";

const LOOPBACK_NAMES = ["localhost", "127.0.0.1", "::1"];
const ALL_INTERFACES = ["0.0.0.0", "::"];

/** Whether only this machine can reach a host. */
export function isLoopbackHost(host: string): boolean {
  return LOOPBACK_NAMES.includes(host.toLowerCase());
}

export function createToken(): string {
  return randomBytes(24).toString("base64url");
}

/**
 * Guards the preview against pages that resolve their own name to this machine (DNS rebinding), pages that send
 * requests across origins, and, beyond loopback, clients without the token.
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
  return {
    check(request) {
      const authority = readAuthority(request);
      if (authority === null) {
        return PROBLEMS.create("request.malformed", "Cannot read the Host header: it is not a host");
      }
      if (!hosts.has(authority.host) && !isOwnAuthority(authority, host, port)) {
        return forbid(
          `Cannot serve host ${quote(authority.host)}: it is neither this preview nor an allowed origin`,
        );
      }
      return checkOrigin(request, authority.host, allowed) ?? checkToken(request, token, cookie);
    },
    cookieFor: (request) =>
      token !== null && isToken(parametersOf(request).get(TOKEN_PARAMETER), token)
        ? `${cookie}=${token}; Path=/; HttpOnly; SameSite=Strict`
        : null,
  };
}

/** The host of a request. An absolute target must have the same host as the header. */
function readAuthority({ url, headers }: GuardedRequest): URL | null {
  const header = headers.get("host");
  if (header === null || !/^[^\s/?#@\\,]+$/.test(header) || !URL.canParse(`http://${header}`)) return null;
  const authority = new URL(`http://${header}`);
  if (!/^https?:/i.test(url)) return authority;
  return URL.canParse(url) && new URL(url).host === authority.host ? authority : null;
}

/** An IP literal cannot be rebound, but is accepted only when the preview is bound to it, or to all interfaces. */
function isOwnAuthority(authority: URL, host: string, port: number): boolean {
  if (Number(authority.port || 80) !== port) return false;
  const name = authority.hostname.replace(/^\[|\]$/g, "");
  if (LOOPBACK_NAMES.includes(name) || name.endsWith(".localhost")) return true;
  if (name === host.toLowerCase()) return !ALL_INTERFACES.includes(name);
  return ALL_INTERFACES.includes(host) && isIP(name) !== 0 && !ALL_INTERFACES.includes(name);
}

/** Browsers send the origin of a request; programs do not. */
function checkOrigin(
  { headers, method, url }: GuardedRequest,
  host: string,
  allowed: ReadonlySet<string>,
): Problem<ProblemCode> | null {
  const origin = headers.get("origin");
  if (origin !== null) {
    if (allowed.has(origin) || origin === `http://${host}` || origin === `https://${host}`) return null;
    return forbid(`Cannot serve origin ${quote(origin)}: it is not the preview's`);
  }
  const site = headers.get("sec-fetch-site");
  if (site === null || site === "same-origin" || site === "none") return null;
  if (isNavigation(headers, method) && !pathOf(url).startsWith(COMMAND_PREFIX)) return null;
  return forbid(`Cannot serve a ${quote(site)} request: it comes from another origin`);
}

/** Links on other pages may lead to the shell. */
function isNavigation(headers: Headers, method: string): boolean {
  return method === "GET" && headers.get("sec-fetch-mode") === "navigate" &&
    headers.get("sec-fetch-dest") === "document";
}

function checkToken(
  request: GuardedRequest,
  token: string | null,
  cookie: string,
): Problem<ProblemCode> | null {
  if (token === null) return null;
  const { headers } = request;
  const given = [
    headers.get(TOKEN_HEADER),
    /^Bearer (.+)$/i.exec(headers.get("authorization") ?? "")?.[1],
    parametersOf(request).get(TOKEN_PARAMETER),
    ...readCookies(headers, cookie),
  ];
  if (given.some((text) => isToken(text, token))) return null;
  return PROBLEMS.create(
    "auth.unauthenticated",
    "Cannot serve a request without the token that the preview printed",
  );
}

function isToken(given: string | null | undefined, token: string): boolean {
  if (given == null) return false;
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(token));
}

function readCookies(headers: Headers, name: string): string[] {
  const pairs = (headers.get("cookie") ?? "").split(";").map((pair) => pair.trim());
  return pairs.filter((pair) => pair.startsWith(`${name}=`)).map((pair) => pair.slice(name.length + 1));
}

function parametersOf({ url }: GuardedRequest): URLSearchParams {
  const [, query = ""] = url.split("#")[0]!.split(/\?(.*)/s);
  return new URLSearchParams(query);
}

/** The path as the routes match it, with `..` resolved. A target that cannot be parsed counts as a command. */
function pathOf(url: string): string {
  const absolute = /^https?:/i.test(url) ? url : `http://host${url}`;
  return URL.canParse(absolute) ? new URL(absolute).pathname : COMMAND_PREFIX;
}

function forbid(detail: string): Problem<ProblemCode> {
  return PROBLEMS.create("request.forbidden", detail);
}
