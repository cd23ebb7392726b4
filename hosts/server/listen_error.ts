import { CodedError } from "../../core/errors/mod.ts";

/**
 * A server cannot listen: another program uses the port, the machine does not have the address, or the account may
 * not use the port.
 */
export class ListenError extends CodedError<"server.port_taken" | "server.cannot_listen"> {
  override readonly name = "ListenError";
}

/** Explains a failed attempt to listen, and what to do. */
export function createListenError(cause: NodeJS.ErrnoException, hostname: string, port: number): ListenError {
  const place = `Cannot listen on ${hostname}:${port}`;
  if (cause.code === "EADDRINUSE") {
    const message = `${place}: the port is taken; choose another with --port`;
    return new ListenError("server.port_taken", message, { cause });
  }
  const advice = cause.code === "EACCES"
    ? "choose a port from 1024 with --port"
    : "choose an address of this machine with --host";
  return new ListenError("server.cannot_listen", `${place}: ${cause.message}; ${advice}`, { cause });
}
