import type { LiveWidget, PublicBundle } from "../../protocol.ts";
import type { ServerState } from "./shell_state.ts";

/** What the Stage shows, or why it shows nothing. */
export type StageSubject =
  | { readonly kind: "live"; readonly widget: LiveWidget }
  | { readonly kind: "bundle"; readonly bundle: PublicBundle }
  /** The widget in the URL does not exist. */
  | { readonly kind: "missing"; readonly name: string }
  /** The bundles are not known yet. */
  | { readonly kind: "pending" }
  | { readonly kind: "none" };

/** Finds what the Stage shows: the widget in the URL, or the first one. */
export function findStageSubject(
  name: string | null,
  live: readonly LiveWidget[],
  { bundles, error }: ServerState,
): StageSubject {
  const widget = name === null ? live[0] : live.find((widget) => widget.name === name);
  if (widget !== undefined) return { kind: "live", widget };
  if (bundles === null && error === null) return { kind: "pending" };
  const bundle = name === null ? bundles?.[0] : bundles?.find(({ id }) => id === name);
  if (bundle !== undefined) return { kind: "bundle", bundle };
  return name === null ? { kind: "none" } : { kind: "missing", name };
}

/** The name of a live widget or the id of a bundle; null if neither is shown. */
export function nameOfSubject(subject: StageSubject): string | null {
  if (subject.kind === "live") return subject.widget.name;
  return subject.kind === "bundle" ? subject.bundle.id : null;
}

/**
 * Finds the bundle that replaced a removed one in the same file. A rebuilt bundle has another id.
 *
 * @param removed the bundle that the Stage showed
 * @param bundles the current bundles
 */
export function findRebuiltBundle(
  removed: PublicBundle,
  bundles: readonly PublicBundle[],
): PublicBundle | null {
  if (removed.path === undefined) return null;
  return bundles.find(({ path, source }) => path === removed.path && source === removed.source) ??
    bundles.find(({ path }) => path === removed.path) ?? null;
}
