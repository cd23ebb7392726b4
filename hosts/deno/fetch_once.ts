/** Without idle connections, each request gets a new one. */
const NEW_CONNECTION: RequestInit & { client: Deno.HttpClient } = {
  client: Deno.createHttpClient({ poolMaxIdlePerHost: 0 }),
};

/**
 * Sends a request at most once. Deno's own `fetch` sends it a second time when a reused connection is closed without an
 * answer.
 */
export function fetchOnce(request: Request): Promise<Response> {
  return fetch(request, NEW_CONNECTION);
}
