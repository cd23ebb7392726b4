import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { isIP } from "node:net";
import { quote } from "../../../core/errors/mod.ts";
import { isLoopbackName } from "../../../core/naming/mod.ts";
import type { Problem } from "../../../core/problem/mod.ts";
import { isFrameName, PROTOCOL_PREFIX, REVIEW_NAME } from "../../protocol.ts";
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
  /** What replaces the token of a page that a browser has opened with the token in its address; null for other requests. */
  replaceToken(request: GuardedRequest): TokenReplacement | null;
}

/** A browser shows and copies an address, so that the token does not stay there. */
export interface TokenReplacement {
  /** The value of `Set-Cookie`. The cookie is sent to every port of the host, so that it is not the token itself. */
  readonly cookie: string;
  /** The address without the token: a path and a query. */
  readonly target: string;
}

/** The query parameter of the token, for the address that a person opens. */
export const TOKEN_PARAMETER = "tck-token";

/** The header of the token, for programs; `Authorization: Bearer` is accepted too. */
const TOKEN_HEADER = "x-tck-token";

/** The path prefix of the dev protocol and of Vite's own commands, such as that which opens an editor. */
const COMMAND_PREFIX = "/__";

const ALL_INTERFACES = ["0.0.0.0", "::"];

/** Whether only this machine can reach a server on a host. A name below `localhost` may be another machine's in the DNS. */
export function isLoopbackHost(host: string): boolean {
  return isLoopbackName(host) && !/\.localhost$/i.test(host);
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
  const cookie = token === null ? null : createCookie(token, port);
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
      const isOwn = (url: URL) => isOwnAuthority(url, host, port);
      const isApart = token === null && !hosts.has(authority.host);
      return checkOrigin(request, authority.host, { allowed, isOwn }) ?? checkToken(request, token, cookie) ??
        (isApart ? checkFrame(request, authority.hostname) : null) ??
        checkReviewPage(request, authority.hostname) ?? checkVerdict(request, authority.hostname);
    },
    replaceToken(request) {
      if (cookie === null || !isPage(request)) return null;
      const url = readTarget(request.url)!;
      if (!isToken(url.searchParams.get(TOKEN_PARAMETER), token!)) return null;
      url.searchParams.delete(TOKEN_PARAMETER);
      const { name, value } = cookie;
      return {
        cookie: `${name}=${value}; Path=/; HttpOnly; SameSite=Strict`,
        target: url.pathname.replace(/^\/+/, "/") + url.search,
      };
    },
  };
}

/** The cookie of a token: its value allows what the token does, but only as this cookie of this port. */
function createCookie(token: string, port: number): { readonly name: string; readonly value: string } {
  const name = `tck-token-${port}`;
  return { name, value: createHmac("sha256", token).update(name).digest("base64url") };
}

/** A browser asks for pages in this way. Programs that have the token in an address get what they ask for. */
function isPage({ method, url, headers }: GuardedRequest): boolean {
  return method === "GET" && !pathOf(url).startsWith(COMMAND_PREFIX) &&
    (headers.get("accept") ?? "").includes("text/html");
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
  if (isLoopbackName(name)) return true;
  if (name === host.toLowerCase()) return !ALL_INTERFACES.includes(name);
  return ALL_INTERFACES.includes(host) && isIP(name) !== 0 && !ALL_INTERFACES.includes(name);
}

/** Browsers send the origin of a request; programs do not. */
function checkOrigin(
  { headers, method, url }: GuardedRequest,
  host: string,
  { allowed, isOwn }: { allowed: ReadonlySet<string>; isOwn: (url: URL) => boolean },
): Problem<ProblemCode> | null {
  const origin = headers.get("origin");
  if (origin !== null) {
    if (allowed.has(origin) || origin === `http://${host}` || origin === `https://${host}`) return null;
    return forbid(`Cannot serve origin ${quote(origin)}: it is not the preview's`);
  }
  const site = headers.get("sec-fetch-site");
  if (site === null || site === "same-origin" || site === "none") return null;
  const isOpened = isNavigation(headers, method, "document") || isOwnFrame(headers, method, isOwn);
  if (isOpened && !pathOf(url).startsWith(COMMAND_PREFIX)) return null;
  return forbid(`Cannot serve a ${quote(site)} request: it comes from another origin`);
}

/**
 * The card in a frame may be a stranger's bundle: its origin reads what the frame needs, and nothing else. The shell itself
 * is in no frame of the page's own origin, which a card could otherwise lead its frame to.
 */
function checkFrame({ headers, method, url }: GuardedRequest, name: string): Problem<ProblemCode> | null {
  const path = pathOf(url);
  if (isFrameName(name)) {
    const isRead = method === "GET" || method === "HEAD";
    if (isRead && (!path.startsWith(COMMAND_PREFIX) || FRAME_ROUTES.test(path))) return null;
    return forbid(`Cannot ${method} ${quote(path)} in a frame: the page around it can`);
  }
  const isFramed = FRAME_DESTINATIONS.includes(headers.get("sec-fetch-dest") ?? "");
  if (!isFramed || path.startsWith(COMMAND_PREFIX)) return null;
  return forbid(`Cannot show ${quote(path)} in a frame: frames have names of their own`);
}

/** The page of the review runs no card: it gets no module of a bundle. */
function checkReviewPage({ url }: GuardedRequest, name: string): Problem<ProblemCode> | null {
  if (name !== REVIEW_NAME || !BUNDLE_FILE.test(pathOf(url))) return null;
  return forbid(`Cannot serve a bundle to ${quote(name)}: the page of the review runs no card`);
}

const BUNDLE_FILE = /^\/__tck\/bundle\/[^/]+\/widget\./;

/** A verdict of a page comes from that of the review: any other one may have run a card. Programs send no origin. */
function checkVerdict({ headers, method, url }: GuardedRequest, name: string): Problem<ProblemCode> | null {
  if (method !== "POST" || !pathOf(url).startsWith(REVIEW_PREFIX) || name === REVIEW_NAME) return null;
  if (!headers.has("origin") && !headers.has("sec-fetch-site")) return null;
  return forbid(
    `Cannot take a verdict from ${quote(name)}: only the page of the review at ${REVIEW_NAME} sends it`,
  );
}

const REVIEW_PREFIX = `${PROTOCOL_PREFIX}review/`;

/** What the page in a frame needs of the protocol (preview specification, §4). */
const FRAME_ROUTES =
  /^\/__tck\/(?:bundles|feeds|axe\.js|bundle\/[^/]+\/widget\.(?:mjs|css|properties\.css))$/;

/** The elements that show a page in another one. */
const FRAME_DESTINATIONS = ["iframe", "frame", "object", "embed", "fencedframe"];

/** Links on other pages may lead to the shell. */
function isNavigation(headers: Headers, method: string, destination: "document" | "iframe"): boolean {
  return method === "GET" && headers.get("sec-fetch-mode") === "navigate" &&
    headers.get("sec-fetch-dest") === destination;
}

/** Only the shell shows itself in a frame of another of its names. A page can omit its origin here, and not change it. */
function isOwnFrame(headers: Headers, method: string, isOwn: (url: URL) => boolean): boolean {
  const referrer = URL.parse(headers.get("referer") ?? "");
  return isNavigation(headers, method, "iframe") && referrer !== null && isOwn(referrer);
}

function checkToken(
  request: GuardedRequest,
  token: string | null,
  cookie: { readonly name: string; readonly value: string } | null,
): Problem<ProblemCode> | null {
  if (token === null || cookie === null) return null;
  const { headers } = request;
  const given = [
    headers.get(TOKEN_HEADER),
    /^Bearer (.+)$/i.exec(headers.get("authorization") ?? "")?.[1],
    readTarget(request.url)?.searchParams.get(TOKEN_PARAMETER),
  ];
  if (given.some((text) => isToken(text, token))) return null;
  if (readCookies(headers, cookie.name).some((text) => isToken(text, cookie.value))) return null;
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

/** The path as the routes match it, with `..` resolved. A target that cannot be parsed counts as a command. */
function pathOf(url: string): string {
  return readTarget(url)?.pathname ?? COMMAND_PREFIX;
}

/** The target of a request, a path or a whole URL; null when it cannot be parsed. */
function readTarget(url: string): URL | null {
  return URL.parse(/^https?:/i.test(url) ? url : `http://host${url}`);
}

function forbid(detail: string): Problem<ProblemCode> {
  return PROBLEMS.create("request.forbidden", detail);
}
