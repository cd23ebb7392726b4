import type { WidgetManifest } from "../../../core/manifest/mod.ts";
import type { BundleInfo, LiveWidget } from "../../protocol.ts";

/** A widget to take pictures of. */
export interface Subject {
  /** The folder of a live widget, the label of a bundle. */
  readonly name: string;
  readonly kind: "live" | "bundle";
  /** The widget in the shell's URL: the name of a live widget, the id of a bundle. */
  readonly id: string;
  /** Null when a live widget's module cannot be loaded. */
  readonly manifest: WidgetManifest | null;
}

/** Reads the manifests of live widgets, by name; null for a module that cannot be loaded. */
export type ReadManifests = (
  widgets: readonly LiveWidget[],
) => Promise<ReadonlyMap<string, WidgetManifest | null>>;

/**
 * The widgets of a preview: those in the project's sources, and the bundles that are not built from one of them.
 *
 * @param names The selected names, or all when empty. A bundle is also selected by its id, even if it is built from a
 * live widget
 */
export async function findSubjects(
  live: readonly LiveWidget[],
  bundles: readonly BundleInfo[],
  names: readonly string[],
  readManifests: ReadManifests,
): Promise<Subject[]> {
  const isSelected = (...own: string[]) => names.length === 0 || own.some((name) => names.includes(name));
  const isBuiltHere = ({ label }: BundleInfo) => live.some(({ name }) => name === label);
  const manifests = await readManifests(live.filter(({ name }) => isSelected(name)));
  const subjects = [...manifests].map(([name, manifest]): Subject => ({
    name,
    kind: "live",
    id: name,
    manifest,
  }));
  for (const bundle of bundles) {
    const { id, label, manifest } = bundle;
    const isIncluded = isBuiltHere(bundle) ? names.includes(id) : isSelected(label, id);
    if (isIncluded) subjects.push({ name: label, kind: "bundle", id, manifest });
  }
  return subjects;
}
