/**
 * The base class of this project's errors: programs switch on `code`, people read `message`.
 *
 * @example
 * ```ts
 * import { CodedError } from "@tck/tckb";
 * class ImportError extends CodedError<"import.missing" | "import.cycle"> {
 *   override readonly name = "ImportError";
 * }
 * new ImportError("import.missing", 'Cannot import "a.ts": no such file').code; // "import.missing"
 * ```
 */
export class CodedError<Code extends string = string> extends Error {
  /** The name of the class. */
  override readonly name: string = "CodedError";
  /** What is wrong, for programs. */
  readonly code: Code;

  /**
   * Makes an error with a code.
   *
   * @param code What is wrong, for programs
   * @param message What is wrong, for people; no trailing period
   * @param options The error that caused this one
   */
  constructor(code: Code, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
