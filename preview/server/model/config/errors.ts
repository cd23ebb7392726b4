import { CodedError } from "../../../../core/errors/mod.ts";
import type { ConfigFault } from "../../../protocol.ts";

/** Why a configuration cannot be used. */
export type PreviewConfigErrorCode =
  | "config.not_found"
  | "config.ambiguous"
  | "config.failed"
  | "config.invalid"
  | "config.invalid_glob"
  | "config.invalid_feed";

/** A configuration cannot be used, whether it comes from a file, a program or the command line. */
export class PreviewConfigError extends CodedError<PreviewConfigErrorCode> {
  override readonly name = "PreviewConfigError";
  /** Each fault with its place, as far as they are known. */
  readonly faults: readonly ConfigFault[];

  constructor(
    code: PreviewConfigErrorCode,
    message: string,
    { faults = [], ...options }: ErrorOptions & { readonly faults?: readonly ConfigFault[] } = {},
  ) {
    super(code, message, options);
    this.faults = faults;
  }
}
