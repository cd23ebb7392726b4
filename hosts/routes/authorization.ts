import type { MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import type { BearerVerifier } from "../auth/mod.ts";
import { ProblemError } from "./problem.ts";

/** What the routes behind {@linkcode requireBearer} know of the caller. */
export interface AuthenticatedEnv {
  Variables: {
    /** The user whom the bearer stands for. */
    userId: string;
    /** The bearer itself, to pass on. */
    bearer: string;
  };
}

/**
 * The token of an `Authorization: Bearer …` header, or null when there is no such header.
 *
 * @throws {ProblemError} `auth.unauthenticated` when the header is there and is not of that form
 */
export function readAuthorization(header: string | undefined): string | null {
  if (header === undefined) return null;
  const match = /^Bearer +([A-Za-z0-9._~+/=-]+)$/i.exec(header);
  if (match) return match[1]!;
  throw new ProblemError(
    "auth.unauthenticated",
    "Cannot read the Authorization header: expected Bearer and a token",
  );
}

/** Lets only requests with a valid bearer through (lifecycle specification, §5). */
export function requireBearer(verifier: BearerVerifier): MiddlewareHandler<AuthenticatedEnv> {
  return createMiddleware<AuthenticatedEnv>(async (context, next) => {
    const bearer = readAuthorization(context.req.header("Authorization"));
    if (bearer === null) {
      throw new ProblemError("auth.unauthenticated", "The request carries no Authorization header");
    }
    const userId = await verifier.verify(bearer);
    if (userId === null) {
      throw new ProblemError("auth.unauthenticated", "The bearer is not valid, or no longer");
    }
    context.set("userId", userId);
    context.set("bearer", bearer);
    await next();
  });
}
