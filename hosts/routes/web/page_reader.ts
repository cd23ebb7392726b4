import type { Context } from "hono";
import type { User } from "../bundles/permission.ts";
import { callerOf } from "../http/request_trace.ts";
import { resolveBearer, type SessionDependencies, signInPath } from "../http/web_identity.ts";

export type PageReaderDependencies = SessionDependencies;

/** The user for whom a page reads batches, or null for a visitor without a credential. */
export async function resolveReader(deps: PageReaderDependencies, context: Context): Promise<User | null> {
  const bearer = await resolveBearer(context, deps);
  return bearer === null ? null : { bearer, caller: callerOf(context) };
}

/** The sign-in leads back to the page. */
export function redirectToSignIn(context: Context): Response {
  const { pathname, search } = new URL(context.req.url);
  return context.redirect(signInPath(pathname + search), 302);
}
