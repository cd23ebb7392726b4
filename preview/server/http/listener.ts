import { once } from "node:events";
import { createServer, type Server, type ServerOptions } from "node:http";
import type { AddressInfo } from "node:net";
import { quote } from "../../../core/errors/mod.ts";
import { PreviewStartError } from "../errors.ts";

/** How many ports are tried, beginning with the preferred one. */
const MAX_PORTS = 100;

/**
 * How long a client may take to send the headers and the whole of a request, in milliseconds. A bundle is uploaded in one
 * request.
 */
const DEADLINES: ServerOptions = {
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 1_000,
};

/** Where to listen. */
interface ListenOptions {
  /** A name or an address of this machine. */
  host: string;
  /** The preferred port, 0 for any free one. */
  port: number;
  /** Whether only the preferred port is used. */
  strictPort: boolean;
  /** @default DEADLINES */
  deadlines?: ServerOptions;
}

/**
 * Opens an HTTP server on the preferred port or the next free one (preview specification, §4). It has no request
 * listener yet.
 *
 * @throws {PreviewStartError} `port.taken`, `host.unavailable`
 */
export async function listen(
  { host, port, strictPort, deadlines = DEADLINES }: ListenOptions,
): Promise<{ server: Server; port: number }> {
  const last = strictPort || port === 0 ? port : Math.min(port + MAX_PORTS - 1, 65_535);
  for (let tried = port; tried <= last; tried++) {
    const server = createServer(deadlines);
    const fault = await tryPort(server, host, tried);
    if (fault === null) return { server, port: (server.address() as AddressInfo).port };
    if (fault.code !== "EADDRINUSE" && fault.code !== "EACCES") throw unavailable(fault, host, tried);
  }
  const ports = last === port ? `port ${port}` : `ports ${port} to ${last}`;
  throw new PreviewStartError("port.taken", `Cannot listen on ${ports} of ${quote(host)}: not free`);
}

async function tryPort(server: Server, host: string, port: number): Promise<NodeJS.ErrnoException | null> {
  try {
    server.listen(port, host);
    await once(server, "listening");
    return null;
  } catch (error) {
    return error as NodeJS.ErrnoException;
  }
}

function unavailable(fault: NodeJS.ErrnoException, host: string, port: number): Error {
  const isElsewhere = ["ENOTFOUND", "EADDRNOTAVAIL", "EAI_AGAIN", "EINVAL"].includes(fault.code ?? "");
  const reason = isElsewhere ? "it is not an address of this machine" : fault.message.slice(0, 200);
  return new PreviewStartError(
    "host.unavailable",
    `Cannot listen on ${quote(host)}, port ${port}: ${reason}`,
    { cause: fault },
  );
}
