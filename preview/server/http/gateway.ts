import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { EventEmitter } from "node:events";
import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { PROTOCOL_PREFIX } from "../../protocol.ts";
import type { GuardedRequest, RequestGuard } from "../request_guard.ts";
import { describeProblem, type Problem, problemResponse } from "../routes/mod.ts";
import { sendWebResponse, toWebHeaders, toWebRequest } from "./node_http.ts";

/** What stands behind the gateway. */
export interface GatewayParts {
  guard: RequestGuard;
  /** Answers the dev protocol; null leaves the request to the dev server. */
  handle(request: Request): Promise<Response | null>;
  /** Whether a path of the protocol is the dev server's to answer. */
  isModule(path: string): boolean;
  /** The dev server. */
  serve(message: IncomingMessage, response: ServerResponse): void;
  /** What a websocket of the dev server's client must know. */
  webSocketToken: string;
  /** Hears of every request, and of every page that has its websocket. */
  onRequest(): void;
  onPage(): void;
}

/**
 * Stands between a listener and all that the preview is made of: no request and no websocket comes past the request guard.
 * Those that come before the preview is ready wait.
 */
export class Gateway {
  /** Emits `upgrade`, as an HTTP server does, for the websockets that may connect. */
  readonly upgrades: EventEmitter = new EventEmitter();
  readonly #opened = Promise.withResolvers<GatewayParts>();

  constructor(server: Server) {
    this.#opened.promise.catch(() => {}); // Told to each request that waits.
    server.on("request", (message: IncomingMessage, response: ServerResponse) => {
      this.#opened.promise.then((parts) => answer(parts, message, response)).catch(() => response.destroy());
    });
    server.on("upgrade", (message: IncomingMessage, socket: Duplex, head: Uint8Array) => {
      socket.on("error", () => {}); // A client that goes is no fault.
      this.#opened.promise.then((parts) => this.#upgrade(parts, message, socket, head)).catch(() =>
        socket.destroy()
      );
    });
  }

  /** Lets in who waits. */
  open(parts: GatewayParts): void {
    this.#opened.resolve(parts);
  }

  /** Turns away who waits. */
  fail(error: unknown): void {
    this.#opened.reject(error);
  }

  #upgrade(parts: GatewayParts, message: IncomingMessage, socket: Duplex, head: Uint8Array): void {
    const problem = checkUpgrade(parts, message);
    if (problem) {
      const { status } = problem;
      return void socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n\r\n`);
    }
    if (message.headers["sec-websocket-protocol"] === "vite-hmr") parts.onPage();
    this.upgrades.emit("upgrade", message, socket, head);
  }
}

async function answer(
  parts: GatewayParts,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  parts.onRequest();
  const request = describeRequest(message);
  const problem = parts.guard.check(request);
  if (problem) return await sendWebResponse(problemResponse(problem), response);
  const cookie = parts.guard.cookieFor(request);
  if (cookie !== null) response.setHeader("set-cookie", cookie);
  const url = readTarget(message);
  if (!url?.pathname.startsWith(PROTOCOL_PREFIX)) return parts.serve(message, response);
  const answered = await parts.handle(toWebRequest(message, url));
  if (answered !== null) return await sendWebResponse(answered, response);
  if (!parts.isModule(url.pathname)) return await sendWebResponse(problemResponse(notFound(url)), response);
  message.url = url.pathname;
  message.method = "GET"; // Of a HEAD, Node itself leaves out the body.
  parts.serve(message, response);
}

/** The client's own ping, by which it waits for a new server, cannot know that one's token. */
function checkUpgrade({ guard, webSocketToken }: GatewayParts, message: IncomingMessage): Problem | null {
  const problem = guard.checkUpgrade(describeRequest(message));
  if (problem) return problem;
  const protocol = message.headers["sec-websocket-protocol"];
  if (protocol === "vite-ping") return null;
  const token = readTarget(message)?.searchParams.get("token");
  if (protocol === "vite-hmr" && token === webSocketToken) return null;
  return describeProblem("request.forbidden", "Cannot open a websocket without the page's own token");
}

function describeRequest(message: IncomingMessage): GuardedRequest {
  return { method: message.method!, url: message.url!, headers: toWebHeaders(message) };
}

/** The address that a request is for; null for what is no path. */
function readTarget({ url = "" }: IncomingMessage): URL | null {
  const absolute = url.startsWith("/") ? `http://localhost${url}` : url;
  return URL.canParse(absolute) ? new URL(absolute) : null;
}

function notFound({ pathname }: URL): Problem {
  const quoted = JSON.stringify(pathname.slice(0, 80));
  return describeProblem("route.not_found", `Cannot serve ${quoted}: no route has this address`);
}
