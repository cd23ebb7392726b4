import { CodedError } from "../errors/mod.ts";

/** The media type of a problem (RFC 9457, §6.1). */
export const PROBLEM_TYPE = "application/problem+json";

/** The HTTP status and the title of each code. */
export type ProblemTable = { readonly [code: string]: readonly [status: number, title: string] };

/** The body of an error response (RFC 9457, §3.1, with `code` as an extension). */
export interface Problem<Code extends string = string> {
  /** `urn:tck:problem:` followed by the code. */
  type: string;
  /** What this code means. */
  title: string;
  /** The HTTP status. */
  status: number;
  /** What is wrong with this request. */
  detail: string;
  /** The stable name of the error. */
  code: Code;
}

/** The problems of one application. */
export interface Problems<Code extends string> {
  /** Whether a value is one of the codes. */
  isCode(value: unknown): value is Code;
  /** The HTTP status of a code. */
  statusOf(code: Code): number;
  /** The problem of a code as a plain object. */
  create(code: Code, detail: string): Problem<Code>;
  /** The response of a code: never cached, and with a challenge when the status is 401 (RFC 9110, §15.5.2). */
  respond(code: Code, detail: string, headers?: { readonly [name: string]: string }): Response;
}

/**
 * Creates the problems of an application from its table of codes.
 *
 * @param table The status and title of each code
 * @param realm The realm of the challenge that a 401 carries
 */
export function defineProblems<const Table extends ProblemTable>(
  table: Table,
  realm: string,
): Problems<keyof Table & string> {
  type Code = keyof Table & string;
  const entry = (code: Code): ProblemTable[string] => table[code]!;
  const create = (code: Code, detail: string): Problem<Code> => {
    const [status, title] = entry(code);
    return { type: `urn:tck:problem:${code}`, title, status, detail, code };
  };
  return {
    isCode: (value): value is Code => typeof value === "string" && Object.hasOwn(table, value),
    statusOf: (code) => entry(code)[0],
    create,
    respond(code, detail, headers) {
      const problem = create(code, detail);
      return new Response(JSON.stringify(problem), {
        status: problem.status,
        headers: {
          "Content-Type": PROBLEM_TYPE,
          "Cache-Control": "no-store",
          "X-Content-Type-Options": "nosniff",
          ...(problem.status === 401 && { "WWW-Authenticate": `Bearer realm="${realm}"` }),
          ...headers,
        },
      });
    },
  };
}

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
