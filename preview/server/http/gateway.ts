import { EventEmitter } from "node:events";
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { PROTOCOL_PREFIX } from "../../protocol.ts";
import { problemResponse } from "../problem.ts";
import type { ProtocolRoutes } from "../routes/protocol_routes.ts";
import { sendWebResponse, toWebHeaders, toWebRequest } from "./node_http.ts";
import type { GuardedRequest, RequestGuard, TokenReplacement } from "./request_guard.ts";

/** What a {@link Gateway} passes requests to. */
interface GatewayDependencies {
  guard: RequestGuard;
  routes: ProtocolRoutes;
  /** The dev server's requests. */
  serve(message: IncomingMessage, response: ServerResponse): void;
  /** Whether the dev server accepts a websocket of this subprotocol and token. */
  acceptsSocket(protocol: string | undefined, token: string | null): boolean;
  /** Called with every request. */
  onRequest(): void;
  /** Called when all answers were sent, besides those of the dev server. */
  onIdle(): void;
}

/**
 * Passes the requests of the listeners on to the routes and the dev server. Every request and every websocket is checked
 * by the request guard first. Requests that arrive before the preview is ready wait.
 */
export class Gateway {
  /** Emits `upgrade` for accepted websockets, as an HTTP server does. */
  readonly upgrades: EventEmitter = new EventEmitter();
  /** How many answers are being prepared or sent. */
  #answers = 0;
  readonly #opened = Promise.withResolvers<GatewayDependencies>();

  constructor(servers: readonly Server[]) {
    this.#opened.promise.catch(() => {}); // Handled by each request that waits.
    for (const server of servers) this.#follow(server);
  }

  /** Begins to answer requests. */
  open(dependencies: GatewayDependencies): void {
    this.#opened.resolve(dependencies);
  }

  /** Disconnects the requests that wait. */
  fail(error: unknown): void {
    this.#opened.reject(error);
  }

  #follow(server: Server): void {
    server.on("request", (message: IncomingMessage, response: ServerResponse) => {
      this.#opened.promise.then((open) => this.#answer(open, message, response))
        .catch(() => response.destroy());
    });
    server.on("clientError", (error: NodeJS.ErrnoException, socket: Duplex) => rejectUnread(error, socket));
    server.on("upgrade", (message: IncomingMessage, socket: Duplex, head: Uint8Array) => {
      socket.on("error", () => {}); // The client has disconnected.
      this.#opened.promise.then((open) => this.#upgrade(open, message, socket, head))
        .catch(() => socket.destroy());
    });
  }

  async #answer(
    open: GatewayDependencies,
    message: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    this.#answers++;
    try {
      await answer(open, message, response);
    } finally {
      if (--this.#answers === 0) open.onIdle();
    }
  }

  #upgrade(open: GatewayDependencies, message: IncomingMessage, socket: Duplex, head: Uint8Array): void {
    const protocol = message.headers["sec-websocket-protocol"];
    const token = readTarget(message)?.searchParams.get("token") ?? null;
    const problem = open.guard.check(toGuardedRequest(message));
    if (problem !== null || !open.acceptsSocket(protocol, token)) {
      const status = problem?.status ?? 403;
      return void socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n\r\n`);
    }
    this.upgrades.emit("upgrade", message, socket, head);
  }
}

/**
 * The content policy of every answer that has no other one. A card may show an answer in a frame: without a policy, it would
 * have a document of the preview's origin that may send requests to any server.
 */
const INERT_POLICY = "default-src 'none'; sandbox";

/** Answers a request that could not be read, such as one with 100 KB of cookies: Node's own answer has no content policy. */
function rejectUnread({ code = "" }: NodeJS.ErrnoException, socket: Duplex): void {
  const status = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }[code] ?? 400;
  socket.on("error", () => {}); // The client has disconnected.
  if (!socket.writable) return void socket.destroy();
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `Content-Security-Policy: ${INERT_POLICY}`,
    "Connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n`);
}

async function answer(
  open: GatewayDependencies,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  open.onRequest();
  response.setHeader("content-security-policy", INERT_POLICY);
  const request = toGuardedRequest(message);
  const problem = open.guard.check(request);
  if (problem) return await sendWebResponse(problemResponse(problem), response);
  const replacement = open.guard.replaceToken(request);
  if (replacement !== null) return await sendWebResponse(openWithout(replacement), response);
  const url = readTarget(message);
  if (!url?.pathname.startsWith(PROTOCOL_PREFIX)) return open.serve(message, response);
  await sendWebResponse(await open.routes(toWebRequest(message, url)), response);
}

/**
 * A page that opens the address without the token in its own place. After a redirect, a browser would not send the cookie
 * if a link on another site had led here.
 */
function openWithout({ cookie, target }: TokenReplacement): Response {
  return new Response("<!doctype html><title>tck preview</title>", {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "set-cookie": cookie,
      // A sandboxed page would not be refreshed.
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
      refresh: `0; url=${target}`,
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
    },
  });
}

function toGuardedRequest(message: IncomingMessage): GuardedRequest {
  return { method: message.method!, url: message.url!, headers: toWebHeaders(message) };
}

/** The URL of a request; null when the target is not a path or URL. */
function readTarget({ url = "" }: IncomingMessage): URL | null {
  const absolute = url.startsWith("/") ? `http://localhost${url}` : url;
  return URL.canParse(absolute) ? new URL(absolute) : null;
}
