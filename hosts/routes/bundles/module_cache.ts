import { BUNDLE_HASH_SYNTAX, WIDGET_PREFIX } from "../../../core/contract/mod.ts";

/** The part of the Cache API of workerd that is used: the cache of one data centre, which all users share. */
export interface EdgeCache {
  match(request: Request): Promise<Response | undefined>;
  put(request: Request, response: Response): Promise<void>;
}

/** An application as a function of a request. */
type Answer = (request: Request) => Promise<Response>;

/** A file of a widget, without a query. */
const WIDGET_FILE = new RegExp(
  `^(${WIDGET_PREFIX}${BUNDLE_HASH_SYNTAX}/)widget(\\.mjs|\\.css|\\.properties\\.css)$`,
);

/**
 * Answers requests for immutable files of widgets from a cache that all users share. Each user's right to read is checked
 * by a HEAD for the envelope, which neither reads nor unpacks it. Of files that are not cached yet, the application answers.
 *
 * @param waitUntil keeps the worker alive until a promise is settled
 */
export async function answerFromCache(
  request: Request,
  answer: Answer,
  { cache, waitUntil }: { cache: EdgeCache; waitUntil: (promise: Promise<unknown>) => void },
): Promise<Response> {
  const url = new URL(request.url);
  const folder = WIDGET_FILE.exec(url.pathname)?.[1];
  // The Cache API has neither If-Range nor If-Match.
  const isWhole = request.method === "GET" && !request.headers.has("Range") &&
    !request.headers.has("If-Match");
  if (folder === undefined || !isWhole || url.search !== "") return await answer(request);
  const cached = await cache.match(request);
  if (cached !== undefined) {
    const permission = await answer(new Request(new URL(`${folder}bundle.tckb`, url), createHead(request)));
    if (permission.status !== 200) return await answer(request);
    const response = new Response(cached.body, cached);
    for (const name of ["X-Request-Id", "Server-Timing"]) {
      response.headers.set(name, permission.headers.get(name) ?? "");
    }
    return response;
  }
  const response = await answer(request);
  const isStored = response.status === 200 && !response.headers.has("Content-Encoding") &&
    (response.headers.get("Cache-Control") ?? "").includes("immutable");
  if (isStored) waitUntil(cache.put(new Request(url), response.clone()));
  return response;
}

/** A HEAD with the credential and the ids of a request, but without its range, conditions and encodings. */
function createHead({ headers }: Request): RequestInit {
  const names = ["Authorization", "Cookie", "X-Request-Id", "traceparent", "tracestate", "Service-Worker"];
  const kept = names.flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : [[name, value] as [string, string]];
  });
  return { method: "HEAD", headers: kept };
}
