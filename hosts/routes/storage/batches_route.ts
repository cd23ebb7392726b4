import { type Context, Hono, type MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import { type CommitTarget, describeReplacesFault, describeTargetFault } from "../../../core/commit/mod.ts";
import { CodedError, quote } from "../../../core/errors/mod.ts";
import { parseKindPath } from "../../../core/naming/mod.ts";
import { COMMIT_SCOPE, explainTokenTime, type Writer, type WriterCredentials } from "../../auth/mod.ts";
import type {
  SubmissionErrorCode,
  SubmissionReport,
  SubmitBatch,
  SubmittedBatch,
} from "../../submissions/mod.ts";
import { readAuthorization } from "../http/authorization.ts";
import { requireHost } from "../http/host_guard.ts";
import { single } from "../http/list_query.ts";
import {
  invalidQuery,
  type Log,
  OtherRevisionError,
  type ProblemCode,
  ProblemError,
  respondError,
  respondProblem,
} from "../http/problem.ts";
import { traceRequests } from "../http/request_trace.ts";
import { ISOLATION_HEADERS } from "../http/response_headers.ts";
import { SERVICE_REALM } from "../http/service_guard.ts";
import { respondUnmatched } from "../http/unmatched.ts";
import { INTERNAL_PREFIX } from "./internal_api.ts";

/** The path at which writers send batches. */
export const BATCHES_PATH = `${INTERNAL_PREFIX}/batches`;

interface BatchesRouteDependencies {
  writers: WriterCredentials;
  submitBatch: SubmitBatch;
  log: Log;
}

/** What {@linkcode requireWriter} provides to the route. */
interface WriterEnv {
  Variables: { writer: Writer };
}

/**
 * Creates `PUT /v1/internal/daily-pages/batches`: a writer sends a batch as a stream of bundles, which is committed once for
 * each idempotency key. It needs no bearer of a user: the writer's credential states whose batches it may write.
 */
export function createBatchesRoute({ writers, submitBatch, log }: BatchesRouteDependencies): Hono<WriterEnv> {
  const routes = new Hono<WriterEnv>();
  routes.onError((error) => respondError(error, log));
  routes.use("*", traceRequests("storage"), requireHost());
  routes.notFound((context) => respondUnmatched(routes, context));
  routes.put(BATCHES_PATH, requireWriter(writers), async (context) => {
    const report = await submitBatch(readBatch(context)).catch((error) => {
      throw translate(error);
    });
    return respond(context, report);
  });
  return routes;
}

function requireWriter(writers: WriterCredentials): MiddlewareHandler<WriterEnv> {
  return createMiddleware<WriterEnv>(async (context, next) => {
    const token = readAuthorization(context.req.header("Authorization")) ?? "";
    const writer = await writers.verify(token);
    if (writer === null) {
      const reason = explainTokenTime(token, Date.now());
      const detail = "The request needs the credential of a writer in Authorization";
      return respondProblem(
        "auth.unauthenticated",
        reason === null ? detail : `${detail}: ${reason}`,
        CHALLENGE,
      );
    }
    if (!writer.hasScope) {
      const detail = `The credential of ${quote(writer.name)} does not have scope ${COMMIT_SCOPE}`;
      return respondProblem("auth.insufficient_scope", detail, SCOPE_CHALLENGE);
    }
    context.set("writer", writer);
    await next();
  });
}

const CHALLENGE = { "WWW-Authenticate": `Bearer realm="${SERVICE_REALM}"` };

const SCOPE_CHALLENGE = {
  "WWW-Authenticate": `Bearer realm="${SERVICE_REALM}", error="insufficient_scope", scope="${COMMIT_SCOPE}"`,
};

function readBatch(context: Context<WriterEnv>): SubmittedBatch {
  const { raw } = context.req;
  const writer = context.get("writer");
  const { target, strict } = readBatchQuery(new URL(raw.url).searchParams);
  if (!writer.mayWriteFor(target.userId)) {
    const detail = `Cannot write for user ${quote(target.userId)}: the credential of ${
      quote(writer.name)
    } is for others`;
    throw new ProblemError("request.forbidden", detail);
  }
  const key = readKey(context.req.header(KEY_HEADER));
  if (raw.body === null) {
    throw new ProblemError("batch.malformed", "Cannot read the batch: the request has no body");
  }
  const replaces = readReplaces(raw.headers);
  const { body, signal } = raw;
  return { target, strict, key, replaces, body, signal, actor: `service:${writer.name}` };
}

/** The problems of a batch that was not received. */
const SUBMISSION_PROBLEMS: { readonly [code in SubmissionErrorCode]: ProblemCode } = {
  "batch.malformed": "batch.malformed",
  "batch.too_large": "batch.too_large",
  "batch.too_slow": "batch.too_slow",
  "batch.aborted": "request.cancelled",
  "batch.busy": "batch.busy",
  "batch.key_reused": "batch.key_reused",
};

/** The problems of a batch that was not committed. Any other failure is one of the stores or of this server. */
const PROBLEMS_BY_CODE: { readonly [code: string]: ProblemCode } = {
  ...SUBMISSION_PROBLEMS,
  "commit.no_valid_widget": "batch.invalid",
  "commit.bundle_refused": "batch.invalid",
  "commit.batch_too_large": "batch.too_large",
  "commit.aborted": "request.cancelled",
};

/** The codes of a commit that fails because of the stores. The same request can be sent again. */
const STORE_FAILURES = [
  "commit.write_failed",
  "commit.store_failed",
  "commit.database_failed",
  "commit.deadline_exceeded",
  "commit.outcome_unknown",
];

function translate(error: unknown): unknown {
  if (!(error instanceof CodedError)) return error;
  if (error.code === "commit.other_revision") {
    return new OtherRevisionError(error.message, (error as { present?: string | null }).present ?? null);
  }
  const code = PROBLEMS_BY_CODE[error.code];
  if (code !== undefined) return new ProblemError(code, hideFolder(error.message), { cause: error });
  if (!STORE_FAILURES.includes(error.code)) return error;
  const detail = "A store of the service does not answer; the log of the server says which";
  return new ProblemError("storage.unavailable", detail, { cause: error });
}

/** A commit names its workspace, which is a temporary folder here. */
function hideFolder(message: string): string {
  return message.replace(/^Cannot commit "[^"]*":/, "Cannot commit the batch:");
}

function respond(context: Context, report: SubmissionReport): Response {
  return context.json(report, report.repeated ? 200 : 201, {
    ...ISOLATION_HEADERS,
    "Cache-Control": "no-store",
    "ETag": `"${report.revision}"`,
  });
}

/** The parameters of a batch that is sent. */
const PARAMETERS = ["user", "date", "kind", "task", "strict"];

const KEY_HEADER = "Idempotency-Key";

/**
 * Parses `user`, `date`, `kind`, `task` and `strict` of a batch that is sent.
 *
 * @throws {ProblemError} `daily_page.invalid_query`
 */
function readBatchQuery(
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
function readKey(value: string | undefined): string {
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
function readReplaces(headers: Headers): string | null | undefined {
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
