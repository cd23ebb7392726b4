/**
 * `@tck/kit`, the authoring kit: what a widget imports. A widget is a manifest and a component that only reads; nothing
 * here stores or sends anything (lifecycle specification, §1 rule 1).
 *
 * @module
 */
export * from "./blocks/mod.ts";
export type {
  FillAutoFootprint,
  FixedFootprint,
  WidgetFootprint,
  WidgetSize,
} from "../../core/contract/mod.ts";
export type { ResolvedAction, ResolvedSlots, UpdatedAt } from "../../core/feed/mod.ts";
export type {
  JsonObject,
  JsonValue,
  LocalizedText,
  ManifestSlots,
  SlotAction,
  WidgetManifest,
} from "../../core/manifest/mod.ts";
export {
  useFootprint,
  useLocale,
  useSize,
  useTheme,
  useTimeZone,
  useWidgetContext,
  useWidgetState,
  type WidgetContext,
  WidgetContextProvider,
  type WidgetDocument,
  type WidgetTheme,
} from "./context.tsx";
export {
  defineManifest,
  type JsonState,
  type TypedAction,
  type TypedManifest,
  type WidgetComponent,
} from "./define.ts";
export type { DrawingLoss, DrawingOption, DrawingSpace, SizeClass } from "./drawings/option.ts";
export { type DrawingRoom, useDrawingRoom } from "./drawings/use_drawing_room.ts";
export { ReadOnlySurfaceError, WidgetKitError, type WidgetKitErrorCode } from "./errors.ts";
export { type FormatOptions, useFormat } from "./format.ts";
export type { Duration, DurationStyle, Instant, WidgetFormat } from "./formatters.ts";
export { useAction, useSlots, type WidgetAction } from "./slots.ts";
export { type TextTable, useText } from "./text_table.ts";
