import type { WidgetManifest } from "../../../core/manifest/mod.ts";
import type { LiveWidget, PublicBundle } from "../../protocol.ts";

/** A widget that pictures can be taken of. */
export interface Subject {
  /** The folder of a live widget, the label of a bundle. */
  readonly name: string;
  readonly kind: "live" | "bundle";
  /** What the shell's address calls it: the name of a live widget, the id of a bundle. */
  readonly id: string;
  /** Null when a live widget's module cannot be loaded. */
  readonly manifest: WidgetManifest | null;
}

/** Reads the manifests of live widgets, by their names; null for a module that cannot be loaded. */
export type ReadManifests = (
  widgets: readonly LiveWidget[],
) => Promise<ReadonlyMap<string, WidgetManifest | null>>;

/**
 * The widgets of a preview: those in the project's sources, and the bundles that are not built from one of them.
 *
 * @param names Only those of these names; empty for all. A bundle's id names it as well, whatever it is built from
 */
export async function findSubjects(
  live: readonly LiveWidget[],
  bundles: readonly PublicBundle[],
  names: readonly string[],
  readManifests: ReadManifests,
): Promise<Subject[]> {
  const isWanted = (...own: string[]) => names.length === 0 || own.some((name) => names.includes(name));
  const isBuiltHere = ({ label }: PublicBundle) => live.some(({ name }) => name === label);
  const manifests = await readManifests(live.filter(({ name }) => isWanted(name)));
  const subjects = [...manifests].map(([name, manifest]): Subject => ({
    name,
    kind: "live",
    id: name,
    manifest,
  }));
  for (const bundle of bundles) {
    const { id, label, manifest } = bundle;
    const isMeant = isBuiltHere(bundle) ? names.includes(id) : isWanted(label, id);
    if (isMeant) subjects.push({ name: label, kind: "bundle", id, manifest });
  }
  return subjects;
}
