import { SESSION_PATH } from "../../storage/internal_api.ts";
import { ProblemError } from "../../http/problem.ts";
import { PUBLIC_PREFIX } from "../../public/public_api.ts";
import { fetchUpstreamJson, type Upstream } from "../../http/upstream.ts";

/** The address at the public API where the bearer of a session asks for it, and ends it. */
export const SESSION_URL = `${PUBLIC_PREFIX}${SESSION_PATH}`;

/**
 * Ends the session of a bearer on every server.
 *
 * @returns false when it has ended before; of several calls at the same time, one returns true
 */
export async function endSession(cloud: Upstream, bearer: string): Promise<boolean> {
  try {
    await fetchUpstreamJson(cloud, { method: "DELETE", path: SESSION_URL, bearer });
    return true;
  } catch (error) {
    if (error instanceof ProblemError && error.code === "auth.unauthenticated") return false;
    throw error;
  }
}
