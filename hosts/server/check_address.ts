import { createSocket } from "node:dgram";
import { lookup } from "node:dns/promises";
import { once } from "node:events";
import { connect } from "node:net";
import { createListenError } from "./listen_error.ts";

/**
 * Checks an address before the work for a server begins. It listens on nothing: clients that connect again and again would
 * be accepted by a listener that ends at once, and their requests be reset.
 *
 * @throws {ListenError} when another program listens on the port, or the address cannot be listened on
 */
export async function checkAddress(
  { hostname, port }: { readonly hostname: string; readonly port: number },
): Promise<void> {
  try {
    await bindDatagrams(hostname, port);
    if (port !== 0 && await isTaken(hostname, port)) {
      throw Object.assign(new Error("another program listens on it"), { code: "EADDRINUSE" });
    }
  } catch (error) {
    throw createListenError(error as NodeJS.ErrnoException, hostname, port);
  }
}

/** Binds a port of UDP, for which the same addresses and rights are needed. Whether it is taken says nothing of the one of TCP. */
async function bindDatagrams(hostname: string, port: number): Promise<void> {
  const { address, family } = await lookup(hostname);
  const socket = createSocket(family === 6 ? "udp6" : "udp4");
  try {
    socket.bind(port, address);
    await once(socket, "listening");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
  } finally {
    socket.close();
  }
}

/** A filter may answer nothing; a program of this machine accepts at once. */
const MAX_CONNECT_MS = 2_000;

/** Whether something accepts connections. */
async function isTaken(hostname: string, port: number): Promise<boolean> {
  const socket = connect(port, hostname);
  try {
    await once(socket, "connect", { signal: AbortSignal.timeout(MAX_CONNECT_MS) });
    return socket.localPort !== port; // TCP can connect a port to itself.
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
