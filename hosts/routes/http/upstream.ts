import { sha384Base64Url } from "../../../core/bytes/mod.ts";
import { FairTurns, pauseWork } from "../../time/mod.ts";
import { unavailable } from "./problem.ts";
import type { Caller } from "./request_trace.ts";

/** Sends a request: the network's `fetch`, or an application in the same process. */
export type SendRequest = (request: Request) => Response | Promise<Response>;

/** The service to which this one forwards requests: behind the network, or in the same process. */
export interface Upstream {
  /** The turns in which a page fetches its lists, and takes what it needs of them. */
  readonly lists: ListTurns;
  /**
   * Fetches a response with its complete body. A read that gets no answer from the network is sent once more.
   *
   * @throws {ProblemError} the upstream's own 4xx code or that of its stores, else `upstream.unavailable` or
   * `upstream.timeout`; `request.cancelled` when the client has left
   */
  fetch(request: UpstreamRequest): Promise<UpstreamResponse>;
  /**
   * Sends a request and returns its response in a form that a client may get.
   *
   * @throws {ProblemError} as `fetch`, unless it is the service in the same process, whose problem is a response
   */
  forward(request: UpstreamRequest): Promise<Response>;
}

export interface UpstreamRequest {
  /** @default "GET" */
  method?: "GET" | "HEAD" | "DELETE";
  /** Path and query. */
  path: string;
  bearer: string;
  /** The expected media type of the body. */
  expect: "application/json" | "application/octet-stream";
  headers?: Record<string, string>;
  /** The request that is being answered. When its client leaves, the upstream request is aborted. */
  caller?: Caller;
}

/** A response: 200, or 206, 304 or 416 if it was requested, with a body of the expected type. */
interface ValidResponse<Body> {
  status: number;
  headers: Headers;
  body: Body;
}

/** A valid response with its complete body. */
export type UpstreamResponse = ValidResponse<Uint8Array<ArrayBuffer>>;

/** A valid response whose body is read while it arrives. A body that cannot be completed ends in an error. */
export type UpstreamStream = ValidResponse<ReadableStream<Uint8Array<ArrayBuffer>> | null>;

/** How long all waiting for an answer of the service behind and its body may take together, in milliseconds. */
export const MAX_WAITING_MS = 10_000;

/** How many pages read their lists at the same time. Parsed, a list takes many times the memory of its text. */
const MAX_PARALLEL_LISTS = 2;

/** How the lists of a service are read. */
export interface ListTurnOptions {
  /** How many at the same time: on workerd, where no request can wait for another one, any number. @default 2 */
  readonly parallelLists?: number | undefined;
  /** The user of a bearer: a session has a new one every second. @default the bearer itself */
  readonly nameUser?: ((bearer: string) => Promise<string>) | undefined;
}

/** Limits how many lists of a service are read at the same time, and lets users take turns. */
export interface ListTurns {
  /** Runs work when it is the turn of the bearer's user, as {@linkcode FairTurns} does. */
  run<Result>(bearer: string, signal: AbortSignal, work: () => Promise<Result>): Promise<Result>;
}

export function createListTurns(
  { parallelLists = MAX_PARALLEL_LISTS, nameUser = (bearer) => Promise.resolve(bearer) }: ListTurnOptions =
    {},
): ListTurns {
  const turns = new FairTurns(parallelLists);
  return {
    async run(bearer, signal, work) {
      // A hash, since users are remembered and a bearer may be long.
      const user = await sha384Base64Url(new TextEncoder().encode(await nameUser(bearer)));
      return await turns.run(user, signal, work);
    },
  };
}

/** Larger JSON takes some milliseconds to be parsed (256 KiB). */
const LARGE_JSON_BYTES = 262_144;

/**
 * Fetches JSON.
 *
 * @returns the response and its parsed body, of which only the syntax has been validated; null for a 304
 * @throws {ProblemError} as `fetch` of {@linkcode Upstream}, also when the body is not JSON
 */
export async function fetchUpstreamJson<T>(
  upstream: Upstream,
  request: Omit<UpstreamRequest, "expect">,
): Promise<{ response: UpstreamResponse; value: T }> {
  const response = await upstream.fetch({ ...request, expect: "application/json" });
  if (response.status === 304) return { response, value: null as T };
  if (response.body.length > LARGE_JSON_BYTES) await pauseWork();
  try {
    const value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(response.body));
    return { response, value };
  } catch (error) {
    throw unavailable("The service behind sent JSON that cannot be read", { cause: error });
  }
}

/** The web request of a request to a service. */
export function createRequest(
  baseUrl: string,
  { path, method = "GET", headers, bearer, expect, caller }: UpstreamRequest,
  signal?: AbortSignal,
): Request {
  return new Request(new URL(path, baseUrl), {
    method,
    headers: {
      ...caller?.headers,
      ...headers,
      Authorization: `Bearer ${bearer}`,
      Accept: expect,
      // A body that is not decoded has no more bytes than arrive.
      "Accept-Encoding": "identity",
    },
    redirect: "manual",
    ...(signal === undefined ? {} : { signal }),
  });
}
