import { application } from "./application.ts";

/** Every cache of this application begins with this. */
const PREFIX = "tck-";

/** The cache of bundles. A new version of its format has a new name. */
export const BUNDLE_CACHE = `${PREFIX}bundles-v1`;

const PAGE_PREFIX = `${PREFIX}pages-v2-`;

/** The cache of one user's pages and lists. Pages of another version of the application could not run under its policy. */
export function pageCacheName(userKey: string): string {
  return `${pagePrefix()}${userKey}`;
}

/** The names of the caches of pages: of one user, or none. */
export async function listPageCaches(): Promise<string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(pagePrefix()));
}

/** Deletes the caches of former versions. Bundles survive an update of the script. */
export async function deleteFormerCaches(): Promise<void> {
  await deleteCaches((name) => name !== BUNDLE_CACHE && !name.startsWith(pagePrefix()));
}

export async function deleteCaches(matches: (name: string) => boolean = () => true): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && matches(name));
  await Promise.all(names.map((name) => caches.delete(name)));
}

function pagePrefix(): string {
  return `${PAGE_PREFIX}${application.version}-`;
}
