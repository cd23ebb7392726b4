import { quote } from "../../core/errors/mod.ts";
import type { ReadRequest } from "./read_answer.ts";

/** How a service is reached. */
export interface ConnectionOptions {
  /** Its URL, without a path. */
  baseUrl: string | URL;
  /** The bearer, or a function that returns one that is valid now. */
  token: string | (() => string | Promise<string>);
  /** Sends the requests. @default the global `fetch` */
  fetch?: ((request: Request) => Promise<Response>) | undefined;
}

/** Prepares a request with a bearer that is valid now. */
export type PrepareRequest = (
  path: string,
  request: Pick<ReadRequest, "headers" | "signal" | "write">,
) => Promise<ReadRequest>;

/**
 * Checks the URL of a service.
 *
 * @param what What is created, for the error
 * @throws {TypeError} When `baseUrl` is not an `http:` or `https:` URL
 */
export function connect(
  { baseUrl, token, fetch: sendRequest = (request) => fetch(request) }: ConnectionOptions,
  what: string,
  example: string,
): PrepareRequest {
  // Not `URL.parse`, which Node 20 does not have.
  if (!URL.canParse(`${baseUrl}`) || !/^https?:$/.test(new URL(baseUrl).protocol)) {
    throw new TypeError(`Cannot create ${what} of ${quote(`${baseUrl}`)}: expected a URL such as ${example}`);
  }
  return async (path, { headers, ...request }) => ({
    ...request,
    url: new URL(path, baseUrl).href,
    headers: { ...headers, Authorization: `Bearer ${typeof token === "function" ? await token() : token}` },
    send: async (url, init) => await sendRequest(new Request(url, init)),
  });
}
