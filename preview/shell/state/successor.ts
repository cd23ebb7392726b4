import type { LiveWidget, PublicBundle } from "../../protocol.ts";

/** A widget that can be shown. */
export interface Successor {
  /** The name of a live widget or the id of a bundle. */
  readonly widget: string;
  readonly label: string;
}

/**
 * What to show in place of a widget that does not exist any more: after a renaming the one with the same number, else the
 * first one.
 */
export function findSuccessor(
  name: string,
  live: readonly LiveWidget[],
  bundles: readonly PublicBundle[],
): Successor | null {
  const [number] = /^\d{3}_/.exec(name) ?? [null];
  const widget = live.find((widget) => number !== null && widget.name.startsWith(number)) ?? live[0];
  if (widget !== undefined) return { widget: widget.name, label: widget.name };
  const [bundle] = bundles;
  return bundle === undefined ? null : { widget: bundle.id, label: bundle.label };
}
