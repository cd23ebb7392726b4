import type { PublicBundle } from "../../protocol.ts";

/** Identifies the Stage's card of a widget in the project's sources. */
export function liveCardKey(name: string): string {
  return `live ${name}`;
}

/**
 * Identifies a card of a bundle. A rebuilt bundle of the same file has the same key.
 *
 * @param view the id of its feed or grid; null for the Stage
 */
export function bundleCardKey({ path, id }: PublicBundle, view: string | null): string {
  return `${view === null ? "stage" : `view ${view}`} ${path ?? id}`;
}
