import { CodedError } from "../../core/errors/mod.ts";
import { quoteValue } from "./quote_value.ts";

/** Why the kit threw an error. */
export type WidgetKitErrorCode =
  /** A hook or block was used outside a mounted widget. */
  | "context.missing"
  /** A widget tried to write on a read-only surface. */
  | "surface.read_only"
  /** The manifest declares no action with this id. */
  | "action.unknown"
  /** An image is not a data URL. */
  | "image.not_inline"
  /** A table of texts has no language. */
  | "text.missing"
  /** A value that `useFormat` formats is not a time. */
  | "format.invalid_instant"
  /** What `useFormat` formats is not a finite number, a length of time or a list of texts. */
  | "format.invalid_value"
  /** What a block shows as a text is not one. */
  | "block.invalid_text"
  /** A number that a block draws is not finite. */
  | "block.invalid_value"
  /** A day of a block is not a day, or is there twice. */
  | "block.invalid_day"
  /** A value of a chart is not a finite number. */
  | "chart.invalid_value"
  /** A row of a chart is at a day or time that does not exist, or at nothing that has a place. */
  | "chart.invalid_index"
  /** Two rows of a bar chart have the same day. */
  | "chart.repeated_day"
  /** A moment of a chart is not a time, or a span ends before it begins. */
  | "chart.invalid_moment";

/** An error of the kit. */
export class WidgetKitError extends CodedError<WidgetKitErrorCode> {
  override readonly name: string = "WidgetKitError";
}

/**
 * Thrown by `applyPatch` and by `run` of an action. Every surface of this version is read-only (lifecycle specification,
 * §1 rule 1 and D.5 step 5).
 */
export class ReadOnlySurfaceError extends WidgetKitError {
  override readonly name = "ReadOnlySurfaceError";

  /**
   * @param instanceId the widget instance that tried to write
   * @param actionId the action that it tried to run; without it, it tried to apply a patch
   */
  constructor(instanceId: string, actionId?: string) {
    super(
      "surface.read_only",
      actionId === undefined
        ? `Cannot apply a patch to widget ${
          quoteValue(instanceId)
        }: its surface is read-only, a widget cannot change its ` +
          "state"
        : `Cannot run action ${quoteValue(actionId)} of widget ${
          quoteValue(instanceId)
        }: its surface is read-only, only an ` +
          "action with an href does something",
    );
  }
}
