import type { InlineConfig } from "vite";
import type { CompositionRules } from "../../../core/feed/mod.ts";

export type {
  FeedBundleInfo,
  PreviewHostContext,
  SlotValues as PreviewSlotValues,
} from "../../../core/feed/mod.ts";

/** What the default export of `tck.preview.config.{ts,mts,js,mjs}` holds (preview specification, §2). */
export interface PreviewConfig {
  /** What is scanned beside the project's own widgets and bundles. */
  scan?: {
    /** Globs of bundles for the Stage picker. */
    bundled?: readonly ScanBundledEntry[];
  };
  /** What the Canvas composes; without any, one feed and one grid of all bundles. */
  canvas?: {
    /** Sources whose bundles of card type `feed` become feeds. */
    feeds?: readonly CompositionSource[];
    /** Sources whose other bundles become grids. */
    grids?: readonly CompositionSource[];
  };
  /** Has the last word on the dev server's configuration: may change it and return it. */
  viteFinal?: ViteFinal;
  /** @deprecated `scan.bundled` */
  watchGlobs?: readonly ScanBundledEntry[];
  /** @deprecated `scan.bundled` */
  bundledLocations?: readonly ScanBundledEntry[];
  /** @deprecated Sources outside of the project are not scanned; this is ignored. */
  unbundledLocations?: unknown;
}

/** The last-chance hook on the dev server's configuration. */
export type ViteFinal = (config: InlineConfig) => InlineConfig | Promise<InlineConfig>;

/** A glob, shown under Custom location, or a glob with a title of its own. */
export type ScanBundledEntry = string | ScanBundledSource;

/** A glob of bundles and the title of its section in the Stage picker. */
export interface ScanBundledSource {
  /** A `.tckb` glob, relative to the folder of the configuration. */
  glob: string;
  /** The section's title; the default is Custom location. */
  label?: string;
}

/** Bundles on disk and how they become feeds or grids: `glob` or `globs`, not both. */
export interface CompositionSource extends CompositionRules {
  /** A `.tckb` glob, relative to the folder of the configuration. */
  readonly glob?: string;
  /** Several globs, merged. */
  readonly globs?: readonly string[];
  /** The id of the view under `single`; the default is the label, or the name of the folder that the glob starts from. */
  readonly id?: string;
}

/**
 * Gives a configuration its type.
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
