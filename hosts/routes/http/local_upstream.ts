import {
  createListTurns,
  createRequest,
  type ListTurnOptions,
  MAX_WAITING_MS,
  type SendRequest,
  type Upstream,
  type UpstreamRequest,
  type UpstreamResponse,
} from "./upstream.ts";
import { isExpected, readMediaType, toFailure, toUpstreamProblem } from "./upstream_failures.ts";
import { WaitLimit } from "./wait_limit.ts";

/** The base URL of a service in the same process, which no network request uses. */
const LOCAL_URL = "http://localhost";

/**
 * A service in the same process: its responses need no validation, and a client gets them as they are.
 *
 * @param turns how lists are read
 */
export function createLocalUpstream(answer: SendRequest, turns: ListTurnOptions = {}): Upstream {
  return {
    lists: createListTurns(turns),
    fetch: (request) => fetchLocal(answer, request),
    forward: (request) => call(answer, request),
  };
}

/** A body in the same process is in memory already. */
async function fetchLocal(answer: SendRequest, request: UpstreamRequest): Promise<UpstreamResponse> {
  const response = await call(answer, request);
  const type = readMediaType(response);
  const body = new Uint8Array(await response.arrayBuffer());
  const { status, headers } = response;
  if (isExpected(status, type, request)) return { status, headers, body };
  // The problem of a HEAD is in a body, which only GET has.
  if (request.method === "HEAD") return await fetchLocal(answer, { ...request, method: "GET" });
  throw toFailure(response, type, body);
}

async function call(answer: SendRequest, request: UpstreamRequest): Promise<Response> {
  const limit = WaitLimit.ofCaller(MAX_WAITING_MS, request.caller);
  try {
    return await limit.wait(Promise.resolve(answer(createRequest(LOCAL_URL, request, limit.signal))));
  } catch (error) {
    throw toUpstreamProblem(error, limit);
  }
}
