import type { Batch } from "../../../core/feed/mod.ts";

/** The links that the manifests of batches declare in `slots.actions`, as they are written there. */
export function collectDeclaredLinks(batches: readonly Batch[]): Set<string> {
  const links = new Set<string>();
  for (const { manifest } of batches.flatMap(({ widgets }) => widgets)) {
    for (const action of readActions(manifest)) {
      if (typeof action?.href === "string") links.add(action.href);
    }
  }
  return links;
}

/** A committed manifest is only known to be an object. */
function readActions(manifest: unknown): readonly ({ href?: unknown } | null)[] {
  const { slots } = (manifest ?? {}) as { slots?: { actions?: unknown } | null };
  return Array.isArray(slots?.actions) ? slots.actions : [];
}
