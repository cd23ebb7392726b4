/** A server that is listening. */
interface RunningServer {
  /** Its base URL, without a trailing slash. */
  url: string;
  /** Waits for the requests that have begun, and stops. */
  close(): Promise<void>;
}

/**
 * Serves an application over HTTP with Deno.
 *
 * @param port 0 for any free one
 * @throws {Error} when the port is in use; its cause is `Deno.errors.AddrInUse`
 */
export function serve(
  application: (request: Request) => Response | Promise<Response>,
  { hostname, port }: { hostname: string; port: number },
): RunningServer {
  try {
    const server = Deno.serve({ hostname, port, onListen: () => {} }, (request) => application(request));
    const name = hostname.includes(":") ? `[${hostname}]` : hostname;
    return { url: `http://${name}:${server.addr.port}`, close: () => server.shutdown() };
  } catch (error) {
    if (!(error instanceof Deno.errors.AddrInUse)) throw error;
    throw new Error(`Cannot listen on ${hostname}:${port}: the port is taken; choose another with --port`, {
      cause: error,
    });
  }
}
