import { CodedError } from "../../core/errors/mod.ts";

/** Nothing can be checked, since a service does not respond. */
export class ConformanceError extends CodedError<"conformance.unreachable"> {
  override readonly name = "ConformanceError";
}

/** A rule does not hold. */
export class CheckFault extends Error {
  override readonly name = "CheckFault";
}

/** A rule cannot be checked with what was given. */
export class CheckSkipped extends Error {
  override readonly name = "CheckSkipped";
}
