import type { ServerOptions } from "node:http";

/** How long a client may take to send a request, in milliseconds. A connection that takes longer is closed. */
export interface RequestDeadlines {
  /** From the beginning of the connection or request to the end of the headers. */
  headers: number;
  /** The same to the end of the body. */
  request: number;
}

/** The deadlines of every listener. The largest body is a writer's batch, whose route has a shorter deadline of its own. */
export const REQUEST_DEADLINES: RequestDeadlines = { headers: 10_000, request: 30_000 };

/** The options of a `node:http` server with these deadlines. */
export function toServerOptions({ headers, request }: RequestDeadlines): ServerOptions {
  return {
    headersTimeout: headers,
    requestTimeout: request,
    connectionsCheckingInterval: Math.min(1_000, headers / 4),
  };
}
