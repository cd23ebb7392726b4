/**
 * The model of a preview: bundles, widgets, configuration and feeds of one project, and one stream of their changes. It
 * knows neither HTTP nor the dev server.
 */
export {
  type CompiledStylesheet,
  formatDiagnostic,
  openBundler,
  PackageFolders,
  type RatedCheck,
  type RatedDiagnostic,
  splitStylesheets,
  usesTailwind,
} from "./bundler.ts";
export { detailsOf } from "./bundles/bundle_version.ts";
export { readBundle } from "./bundles/read_bundle.ts";
export type { StoredBundle } from "./bundles/bundle_store.ts";
export { BundleModuleError, replaceSpecifiers } from "./bundles/module_imports.ts";
export type { PreviewChange } from "./changes.ts";
export { PreviewConfigError, type PreviewConfigErrorCode } from "./config/errors.ts";
export {
  type CompositionSource,
  defineConfig,
  type FeedBundleInfo,
  type PreviewConfig,
  type PreviewHostContext,
  type PreviewSlotValues,
  type ScanBundledEntry,
  type ScanBundledSource,
  type ViteFinal,
} from "./config/preview_config.ts";
export { formatIssue } from "./config/config_issue.ts";
export { escapeGlob, nameOfGlob, toSlashes, unescapeGlob } from "./discovery/bundle_glob.ts";
export { FeedBatchError } from "./feeds/feed_batches.ts";
export { DEFAULT_LIMITS, type PreviewLimits } from "./limits.ts";
export { openPreviewModel, type PreviewModel, type PreviewModelOptions } from "./preview_model.ts";
export { type ProjectWidget, toLiveDiagnostic } from "./widgets/project_widgets.ts";
export { ServerActivity } from "./widgets/server_activity.ts";
