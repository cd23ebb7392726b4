import type { WidgetManifest } from "../../../core/manifest/mod.ts";
import type { BundleInfo, LiveWidget } from "../../protocol.ts";
import { toFileNames } from "./baseline/file_names.ts";

/** A widget to take pictures of. */
export interface Subject {
  /** The folder of a live widget, the label of a bundle. */
  readonly name: string;
  readonly kind: "live" | "bundle";
  /** The widget in the shell's URL: the name of a live widget, the id of a bundle. */
  readonly id: string;
  /** What its pictures' names begin with. No other widget of the preview has it, selected or not. */
  readonly fileName: string;
  /** Null when a live widget's module cannot be loaded. */
  readonly manifest: WidgetManifest | null;
}

/** Reads the manifests of live widgets, by name; null for a module that cannot be loaded. */
export type ReadManifests = (
  widgets: readonly LiveWidget[],
) => Promise<ReadonlyMap<string, WidgetManifest | null>>;

/**
 * The widgets of a preview: those in the project's sources, and the bundles that are not built from one of them. In a
 * project with sources, a bundle in `dist/` that none of them has is of a widget that was removed: the next build deletes it.
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
  const isLeftOver = ({ source }: BundleInfo) => live.length > 0 && source === "dist" && names.length === 0;
  const fileNames = toFileNames([...live.map(({ name }) => name), ...bundles.map(({ label }) => label)]);
  const manifests = await readManifests(live.filter(({ name }) => isSelected(name)));
  const sources = live.flatMap(({ name }, index): Subject[] => {
    const manifest = manifests.get(name);
    return manifest === undefined
      ? []
      : [{ name, kind: "live", id: name, fileName: fileNames[index]!, manifest }];
  });
  const built = bundles.flatMap((bundle, index): Subject[] => {
    const { id, label, manifest } = bundle;
    const isIncluded = isBuiltHere(bundle)
      ? names.includes(id)
      : isSelected(label, id) && !isLeftOver(bundle);
    const fileName = fileNames[live.length + index]!;
    return isIncluded ? [{ name: label, kind: "bundle", id, fileName, manifest }] : [];
  });
  return [...sources, ...built];
}
