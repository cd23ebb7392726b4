import { CodedError } from "../../core/errors/mod.ts";

/** Why a server cannot listen. */
type ListenErrorCode =
  /** Another program listens on the port. */
  | "server.port_taken"
  /** The address is not of this machine, or its user may not listen on the port. */
  | "server.cannot_listen";

/** A server that cannot listen on its address and port. */
export class ListenError extends CodedError<ListenErrorCode> {
  override readonly name = "ListenError";
}
