/**
 * `@tck/preview`: the preview of a widget project (preview specification).
 *
 * @module
 */
export {
  type CompositionSource,
  defineConfig,
  type FeedBundleInfo,
  type PreviewConfig,
  PreviewConfigError,
  type PreviewConfigErrorCode,
  type PreviewHostContext,
  type PreviewSlotValues,
  type ScanBundledEntry,
  type ScanBundledSource,
  type ViteFinal,
} from "./config/mod.ts";
export { PreviewStartError, type PreviewStartErrorCode } from "./errors.ts";
export type { PreviewLimits } from "./limits.ts";
export { type PreviewHandle, type PreviewOptions, startPreview } from "./start.ts";
