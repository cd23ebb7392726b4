import { findStored, readTime } from "./stored_responses.ts";

/** A feed that can be read offline. */
interface StoredFeed {
  readonly path: string;
  /** The title of its page, as HTML without elements. */
  readonly title: string;
  /** When it was stored, in milliseconds since the epoch. */
  readonly storedAt: number;
}

const HOUR_MS = 60 * 60 * 1000;

/**
 * The stored feeds as items of a list, the newest day first, each with how long ago it was stored. A feed that is stored in
 * several languages is there once.
 *
 * @returns HTML; empty when none is stored
 */
export async function renderStoredFeeds(cache: Cache, language: string): Promise<string> {
  const feeds = new Map<string, StoredFeed>();
  for (const { url } of await cache.keys()) {
    const { pathname: path, search } = new URL(url);
    // Its characters are those of a batch id.
    if (!/^\/feed\/[\w-]+$/.test(path)) continue;
    const stored = await findStored(cache, path + search);
    if (stored === null) continue;
    // Another script may have stored the page: a text has no element, and an entity is a character.
    const title = /<title>([^<>"]*)<\/title>/.exec(await stored.text())?.[1] ?? path.slice(6);
    feeds.set(path, { path, title, storedAt: readTime(stored) });
  }
  const newestFirst = [...feeds.values()].sort((one, other) => one.path < other.path ? 1 : -1);
  return newestFirst.map((feed) => renderItem(feed, language)).join("");
}

function renderItem({ path, title, storedAt }: StoredFeed, language: string): string {
  return `<li><a href="${path}"><span class="page-batch-kind">${title}</span>` +
    `<span class="page-batch-cards">${formatAge(Date.now() - storedAt, language)}</span></a></li>`;
}

function formatAge(ageMs: number, language: string): string {
  const hours = Math.max(0, Math.round(ageMs / HOUR_MS));
  const format = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  return hours < 24 ? format.format(-hours, "hour") : format.format(-Math.round(hours / 24), "day");
}
