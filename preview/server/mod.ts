/**
 * `@tck/preview`: the preview of a widget project (preview specification).
 *
 * @module
 */
export { PreviewStartError, type PreviewStartErrorCode } from "./errors.ts";
export {
  type CompositionSource,
  defineConfig,
  type FeedBundleInfo,
  type PreviewConfig,
  PreviewConfigError,
  type PreviewConfigErrorCode,
  type PreviewHostContext,
  type PreviewLimits,
  type PreviewSlotValues,
  type ScanBundledEntry,
  type ScanBundledSource,
  type ViteFinal,
} from "./model/mod.ts";
export { type PreviewHandle, type PreviewOptions, startPreview } from "./start.ts";
