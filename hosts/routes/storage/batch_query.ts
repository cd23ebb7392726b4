import { type CommitTarget, describeReplacesFault, describeTargetFault } from "../../../core/commit/mod.ts";
import { quote } from "../../../core/errors/mod.ts";
import { parseKindPath } from "../../../core/naming/mod.ts";
import { single } from "../http/list_query.ts";
import { invalidQuery, ProblemError } from "../http/problem.ts";

/** The parameters of a batch that is sent. */
const PARAMETERS = ["user", "date", "kind", "task", "strict"];

/** The header of the idempotency key. */
export const KEY_HEADER = "Idempotency-Key";

/**
 * Parses `user`, `date`, `kind`, `task` and `strict` of a batch that is sent.
 *
 * @throws {ProblemError} `daily_page.invalid_query`
 */
export function readBatchQuery(
  parameters: URLSearchParams,
): { readonly target: CommitTarget; readonly strict: boolean } {
  const unknown = [...parameters.keys()].find((name) => !PARAMETERS.includes(name));
  if (unknown !== undefined) {
    throw invalidQuery(`Cannot read parameter ${quote(unknown)}: expected ${PARAMETERS.join(", ")}`);
  }
  const [userId, localDate, kind, taskId, strict] = PARAMETERS.map((name) => single(parameters, name));
  const target = { userId, localDate, kind: parseKindPath(kind ?? "") ?? kind, taskId };
  const fault = describeTargetFault(target);
  if (fault !== null) throw invalidQuery(`Cannot read the batch's parameters: ${fault}`);
  if (strict !== null && strict !== "true") {
    throw invalidQuery(`Cannot read strict ${quote(strict!)}: expected true`);
  }
  return { target: target as CommitTarget, strict: strict === "true" };
}

/**
 * Parses the idempotency key.
 *
 * @throws {ProblemError} `request.malformed`
 */
export function readKey(value: string | undefined): string {
  if (value !== undefined && /^[A-Za-z0-9._:-]{1,128}$/.test(value)) return value;
  const problem = value === undefined
    ? `Cannot take a batch without ${KEY_HEADER}`
    : `Cannot read ${KEY_HEADER}`;
  throw new ProblemError(
    "request.malformed",
    `${problem}: expected 1 to 128 of A-Z, a-z, 0-9, '.', '_', ':' and '-'`,
  );
}

/**
 * Parses which revision a batch replaces: `If-Match: "REVISION"`, `If-None-Match: *` (null) or neither (undefined).
 *
 * @throws {ProblemError} `request.malformed`
 */
export function readReplaces(headers: Headers): string | null | undefined {
  const [match, noneMatch] = [headers.get("If-Match"), headers.get("If-None-Match")];
  if (match === null && noneMatch === null) return undefined;
  const revision = /^"([^"]*)"$/.exec(match ?? "")?.[1];
  const isValid = match === null
    ? noneMatch!.trim() === "*"
    : noneMatch === null && revision !== undefined && describeReplacesFault(revision) === null;
  if (isValid) return match === null ? null : revision;
  throw new ProblemError(
    "request.malformed",
    'Cannot read the precondition: expected If-Match with one revision in quotation marks, or "If-None-Match: *"',
  );
}
