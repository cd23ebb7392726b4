import type { InlineConfig } from "vite";
import type { CompositionRules } from "../../../../core/feed/mod.ts";

export type {
  FeedBundleInfo,
  PreviewHostContext,
  SlotValues as PreviewSlotValues,
} from "../../../../core/feed/mod.ts";

/** The default export of `tck.preview.config.{ts,mts,js,mjs}` (preview specification, §2). */
export interface PreviewConfig {
  /** What is scanned in addition to the project's own widgets and bundles. */
  scan?: {
    /** Globs of bundles for the Stage picker. */
    bundled?: readonly ScanBundledEntry[];
  };
  /** What the Canvas composes; without sources, one feed and one grid of all bundles. */
  canvas?: {
    /** Sources whose bundles of card type `feed` become feeds. */
    feeds?: readonly CompositionSource[];
    /** Sources whose other bundles become grids. */
    grids?: readonly CompositionSource[];
  };
  /** Called last with the dev server's configuration; may change it and returns it. */
  viteFinal?: ViteFinal;
  /** @deprecated `scan.bundled` */
  watchGlobs?: readonly ScanBundledEntry[];
  /** @deprecated `scan.bundled` */
  bundledLocations?: readonly ScanBundledEntry[];
  /** @deprecated ignored: sources outside the project are not scanned */
  unbundledLocations?: unknown;
}

/** The last-chance hook on the dev server's configuration. */
export type ViteFinal = (config: InlineConfig) => InlineConfig | Promise<InlineConfig>;

/** A glob, listed under Custom location, or a glob with its own title. */
export type ScanBundledEntry = string | ScanBundledSource;

/** A glob of bundles and the title of its section in the Stage picker. */
export interface ScanBundledSource {
  /** A `.tckb` glob, relative to the folder of the configuration. */
  glob: string;
  /** The section's title; the default is Custom location. */
  label?: string;
}

/** Bundles on disk, and how they become feeds or grids: either `glob` or `globs`. */
export interface CompositionSource extends CompositionRules {
  /** A `.tckb` glob, relative to the folder of the configuration. */
  readonly glob?: string;
  /** Several globs, merged. */
  readonly globs?: readonly string[];
  /** The id of the view when the group is `single`; the default is the label, or the name of the glob's root folder. */
  readonly id?: string;
}

/**
 * Returns a configuration unchanged, with its type.
 *
 * @example
 * ```ts
 * import { defineConfig } from "@tck/preview";
 * export default defineConfig({ canvas: { feeds: [{ glob: "batches/*\/*.tckb" }] } });
 * ```
 */
export function defineConfig(config: PreviewConfig): PreviewConfig {
  return config;
}
