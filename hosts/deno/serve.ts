import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { REQUEST_DEADLINES, type RequestDeadlines, toServerOptions } from "./request_deadlines.ts";

/** A server that is listening. */
interface RunningServer {
  /** Its base URL, without a trailing slash. */
  url: string;
  /** Waits for the responses to the requests that have arrived, and stops. */
  close(): Promise<void>;
}

/** Where and how to listen. */
interface ServeOptions {
  hostname: string;
  /** 0 for any free one. */
  port: number;
  /** @default REQUEST_DEADLINES */
  deadlines?: RequestDeadlines;
}

/**
 * Serves an application over HTTP. It uses the server of `node:http`, because `Deno.serve` has no deadline for a request
 * that arrives slowly or never completely.
 *
 * @throws {Error} when the port is in use; the code of its cause is `EADDRINUSE`
 */
export async function serve(
  application: (request: Request) => Response | Promise<Response>,
  { hostname, port, deadlines = REQUEST_DEADLINES }: ServeOptions,
): Promise<RunningServer> {
  const server = createServer(toServerOptions(deadlines));
  const pending = new Set<Promise<unknown>>();
  const respond = getRequestListener((request) => application(request));
  server.on("request", (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const closed = once(outgoing, "close").catch(() => {});
    pending.add(closed);
    closed.finally(() => pending.delete(closed));
    void respond(incoming, outgoing);
  });
  await listen(server, hostname, port);
  const name = hostname.includes(":") ? `[${hostname}]` : hostname;
  return {
    url: `http://${name}:${(server.address() as AddressInfo).port}`,
    async close() {
      const closed = once(server, "close");
      server.close();
      await Promise.all(pending);
      server.closeAllConnections(); // Those that are idle or have sent part of a request.
      await closed;
    },
  };
}

async function listen(server: Server, hostname: string, port: number): Promise<void> {
  try {
    server.listen(port, hostname);
    await once(server, "listening");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    throw new Error(`Cannot listen on ${hostname}:${port}: the port is taken; choose another with --port`, {
      cause: error,
    });
  }
}
