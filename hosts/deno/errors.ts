import { CodedError } from "../../core/errors/mod.ts";

/** A server that cannot listen on its port, because another program does. */
export class PortTakenError extends CodedError<"server.port_taken"> {
  override readonly name = "PortTakenError";
}
