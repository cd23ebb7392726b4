/** How long a stored response is kept, in milliseconds. */
const LIFETIME_MS = 10 * 24 * 60 * 60 * 1000;

/** How often stored responses are cleaned up at most, in milliseconds. */
const CLEANING_INTERVAL_MS = 60 * 60 * 1000;

/** The header of a stored response with the time when it was stored, in milliseconds since the epoch. */
const STORED_AT = "tck-stored-at";

/** The entry whose header is the time of the last cleaning. */
const CLEANED_KEY = "/__tck/cleaned";

/** Stores a response with the current time. */
export async function store(cache: Cache, key: string, { status, headers, body }: Response): Promise<void> {
  const stamped = new Headers(headers);
  stamped.set(STORED_AT, String(Date.now()));
  await cache.put(key, new Response(body, { status, headers: stamped }));
}

/** Finds a stored response that is not too old. */
export async function findStored(cache: Cache, key: string): Promise<Response | null> {
  const response = await cache.match(key);
  return response === undefined || isExpired(response) ? null : response;
}

/** How long an unchanged response is not stored again, in milliseconds. */
const RENEWAL_MS = 24 * 60 * 60 * 1000;

/** Whether the response with an entity tag was stored within the last day. */
export async function isStored(cache: Cache, key: string, etag: string | null): Promise<boolean> {
  const stored = etag === null ? undefined : await cache.match(key);
  return stored !== undefined && stored.headers.get("etag") === etag &&
    Date.now() - readTime(stored) < RENEWAL_MS;
}

/** Deletes what is too old, unless that was done within the last hour. */
export async function cleanHourly(cache: Cache): Promise<void> {
  const last = await cache.match(CLEANED_KEY);
  if (last !== undefined && Date.now() - readTime(last) < CLEANING_INTERVAL_MS) return;
  await store(cache, CLEANED_KEY, new Response());
  for (const key of await cache.keys()) {
    const response = await cache.match(key);
    if (response !== undefined && isExpired(response)) await cache.delete(key);
  }
}

function isExpired(response: Response): boolean {
  return Date.now() - readTime(response) > LIFETIME_MS;
}

/** When a response was stored, in milliseconds since the epoch. */
export function readTime(response: Response): number {
  return Number(response.headers.get(STORED_AT));
}
