import { CodedError } from "../errors/mod.ts";

/** Ends a request with a problem: a route throws it, and the application's error handler responds with it. */
export class ProblemError<Code extends string = string> extends CodedError<Code> {
  /** The name of the class. */
  override readonly name = "ProblemError";
  /** What is wrong with this request, for people. */
  readonly detail: string;

  /**
   * Makes the error for one request.
   *
   * @param code One of the codes of the application's problem table
   * @param detail What is wrong with this request, for people
   * @param options The error that caused this one
   */
  constructor(code: Code, detail: string, options?: ErrorOptions) {
    super(code, `${code}: ${detail}`, options);
    this.detail = detail;
  }
}
