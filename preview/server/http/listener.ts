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
 * Opens HTTP servers on the preferred port or the next free one (preview specification, §4): one, and for `localhost` one
 * for each address that a client may resolve the name to. They have no request listener yet.
 *
 * @throws {PreviewStartError} `port.taken`, `host.unavailable`
 */
export async function listen(
  { host, port, strictPort, deadlines = DEADLINES }: ListenOptions,
): Promise<{ servers: readonly Server[]; port: number }> {
  const last = strictPort || port === 0 ? port : Math.min(port + MAX_PORTS - 1, 65_535);
  const addresses = host.toLowerCase() === "localhost" ? LOOPBACK_ADDRESSES : [host];
  for (let tried = port; tried <= last; tried++) {
    const outcome = await tryPort(addresses, tried, deadlines);
    if ("servers" in outcome) return outcome;
    const { fault } = outcome;
    if (fault.code !== "EADDRINUSE" && fault.code !== "EACCES") throw unavailable(fault, host, tried);
  }
  const ports = last === port ? `port ${port}` : `ports ${port} to ${last}`;
  throw new PreviewStartError("port.taken", `Cannot listen on ${ports} of ${quote(host)}: not free`);
}

/** The addresses of `localhost`. A machine may have only one of them. */
const LOOPBACK_ADDRESSES = ["127.0.0.1", "::1"];

/** How often another free port is chosen when the first address has one that the second has not. */
const MAX_CHOICES = 10;

/** Listens on one port of all addresses that this machine has. Port 0 is any that is free on all of them. */
async function tryPort(
  addresses: readonly string[],
  port: number,
  deadlines: ServerOptions,
): Promise<{ servers: Server[]; port: number } | { fault: NodeJS.ErrnoException }> {
  for (let choice = 1;; choice++) {
    const servers: Server[] = [];
    let fault: NodeJS.ErrnoException | null = null;
    for (const address of addresses) {
      const server = createServer(deadlines);
      const reason = await tryAddress(server, address, servers.length === 0 ? port : portOf(servers[0]!));
      if (reason === null) servers.push(server);
      else if (fault === null || !isMissing(reason)) fault = reason;
    }
    const [first] = servers;
    if (first !== undefined && (fault === null || isMissing(fault))) return { servers, port: portOf(first) };
    await Promise.all(servers.map((server) => once(server.close(), "close")));
    if (port !== 0 || fault!.code !== "EADDRINUSE" || choice === MAX_CHOICES) return { fault: fault! };
  }
}

async function tryAddress(
  server: Server,
  address: string,
  port: number,
): Promise<NodeJS.ErrnoException | null> {
  try {
    server.listen(port, address);
    await once(server, "listening");
    return null;
  } catch (error) {
    return error as NodeJS.ErrnoException;
  }
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

/** Whether the machine does not have the address: it may be without IPv6, or without IPv4. */
function isMissing({ code }: NodeJS.ErrnoException): boolean {
  return code === "EADDRNOTAVAIL" || code === "EAFNOSUPPORT";
}

function unavailable(fault: NodeJS.ErrnoException, host: string, port: number): Error {
  const isElsewhere = isMissing(fault) || ["ENOTFOUND", "EAI_AGAIN", "EINVAL"].includes(fault.code ?? "");
  const reason = isElsewhere ? "it is not an address of this machine" : fault.message.slice(0, 200);
  return new PreviewStartError(
    "host.unavailable",
    `Cannot listen on ${quote(host)}, port ${port}: ${reason}`,
    { cause: fault },
  );
}
