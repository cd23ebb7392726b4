import { CodedError } from "../../core/errors/mod.ts";

/**
 * The code of an error: one of the public API (`daily_page.not_found`, `auth.unauthenticated`, …), or `client.unreachable`
 * when no answer arrived, or `client.invalid_answer` when it is not one of this API.
 */
export type ClientErrorCode =
  | "client.unreachable"
  | "client.invalid_answer"
  | (string & Record<never, never>);

/** A request that failed. */
export class ClientError extends CodedError<ClientErrorCode> {
  /** The name of the class. */
  override readonly name = "ClientError";
  /** The HTTP status, or null when no answer arrived. */
  readonly status: number | null;
  /** After how many seconds a retry makes sense, or null when the server does not say. */
  readonly retryAfter: number | null;

  /** Makes the error of one request. */
  constructor(
    code: ClientErrorCode,
    message: string,
    { status = null, retryAfter = null, ...options }: ErrorOptions & {
      status?: number | null;
      retryAfter?: number | null;
    } = {},
  ) {
    super(code, message, options);
    this.status = status;
    this.retryAfter = retryAfter;
  }
}
