import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, Server as NetServer } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { AcceptingWatch } from "./accepting_watch.ts";
import { isAmbiguous, nameHealthCheck, REJECTION_HEADERS } from "./ambiguous_requests.ts";
import { answerInTurn } from "./answer_in_turn.ts";
import { createListenError } from "./listen_error.ts";
import { PendingResponses } from "./pending_responses.ts";
import { REQUEST_DEADLINES, type RequestDeadlines, toServerOptions } from "./request_deadlines.ts";
import { UNREAD_LIMITS, UnreadAnswers, type UnreadLimits } from "./unread_answers.ts";

interface RunningServer {
  /** Its base URL, without a trailing slash. */
  url: string;
  /**
   * Accepts no more connections, waits for the responses to the requests that have arrived, at most until the time limit,
   * and stops. Every call waits for the same end.
   *
   * @param patience how long to wait for a last request on each connection, in milliseconds. @default 0
   */
  close(patience?: number): Promise<void>;
}

/** Where and how to listen. */
interface ServeOptions {
  hostname: string;
  /** 0 for any free one. */
  port: number;
  /** @default REQUEST_DEADLINES */
  deadlines?: RequestDeadlines;
  /** @default UNREAD_LIMITS */
  unread?: UnreadLimits;
  /** How long `close` waits for responses, in milliseconds. Those that take longer are cut off. @default 10000 */
  shutdownTimeout?: number;
  /** Called with what has happened, when the server had stopped accepting connections and listens again. */
  onListensAgain?: (message: string) => void;
  /** How often it is asked whether the server accepts connections, in milliseconds. @default 5000 */
  acceptingInterval?: number;
}

const DEFAULT_SHUTDOWN_TIMEOUT_MS = 10_000;

/**
 * Serves an application over HTTP. It uses the server of `node:http`, because `Deno.serve` has no deadline for a request
 * that arrives slowly or never completely.
 *
 * @throws {ListenError} when the port is in use, or the address cannot be listened on
 */
export async function serve(
  application: (request: Request) => Response | Promise<Response>,
  {
    hostname,
    port,
    deadlines = REQUEST_DEADLINES,
    unread: limits = UNREAD_LIMITS,
    shutdownTimeout = DEFAULT_SHUTDOWN_TIMEOUT_MS,
    onListensAgain = () => {},
    acceptingInterval: interval,
  }: ServeOptions,
): Promise<RunningServer> {
  const checkedHere = { joinDuplicateHeaders: true, requireHostHeader: false };
  const server = createServer({ ...toServerOptions(deadlines), ...checkedHere });
  server.maxHeadersCount = 0; // By default, fields after the 2,000th are ignored. Their size is limited in any case.
  const pending = new PendingResponses(server);
  const respond = getRequestListener((request) => application(request));
  const unread = new UnreadAnswers(limits);
  const answer = answerInTurn((incoming, outgoing) => {
    unread.add(outgoing);
    nameHealthCheck(incoming);
    if (isAmbiguous(incoming)) outgoing.writeHead(400, REJECTION_HEADERS).end();
    else void respond(incoming, outgoing);
  });
  server.on("request", (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (incoming.socket.destroyed) {
      // What else had arrived on a closed connection. `node:http` would end each with an error and its stack trace.
      incoming.destroy();
      return;
    }
    pending.add(outgoing);
    answer(incoming, outgoing);
  });
  await listen(server, hostname, port).catch((error) => {
    unread.end();
    throw error;
  });
  const accepting = new AcceptingWatch(server, { onListensAgain, interval });
  const close = async (patience: number): Promise<void> => {
    accepting.end();
    const closed = once(server, "close");
    // The method of an HTTP server also closes the connections that are idle, on which a request may be on its way.
    NetServer.prototype.close.call(server);
    await pending.end(shutdownTimeout, patience);
    server.closeAllConnections(); // Those that are idle, have sent part of a request, or are late.
    await closed;
    unread.end();
  };
  let ended: Promise<void> | undefined;
  const name = hostname.includes(":") ? `[${hostname}]` : hostname;
  return {
    url: `http://${name}:${(server.address() as AddressInfo).port}`,
    close: (patience = 0) => ended ??= close(patience),
  };
}

async function listen(server: NetServer, hostname: string, port: number): Promise<void> {
  try {
    server.listen(port, hostname);
    await once(server, "listening");
  } catch (error) {
    throw createListenError(error as NodeJS.ErrnoException, hostname, port);
  }
}
