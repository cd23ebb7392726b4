/**
 * Why the kit refused: a hook was called outside a mounted widget, a widget tried to write, it named an action that
 * nobody declared, or it showed an image that is not part of it.
 */
export type WidgetKitErrorCode =
  | "context.missing"
  | "surface.read_only"
  | "action.unknown"
  | "image.not_inline";

/** What the kit throws. */
export class WidgetKitError extends Error {
  /** What is the case, for code; the message is for people. */
  readonly code: WidgetKitErrorCode;

  /** @param code what is the case @param message what to do about it */
  constructor(code: WidgetKitErrorCode, message: string) {
    super(message);
    this.name = "WidgetKitError";
    this.code = code;
  }
}

/**
 * Thrown by `applyPatch` and by running an action, on every surface of this version: a widget reads, and nothing is
 * written back (lifecycle specification, §1 rule 1 and D.5 step 5).
 */
export class ReadOnlySurfaceError extends WidgetKitError {
  /**
   * @param instanceId the widget instance that tried to write
   * @param actionId the action that it tried to run; without it, it tried to apply a patch
   */
  constructor(instanceId: string, actionId?: string) {
    const widget = `widget "${instanceId.slice(0, 80)}"`;
    super(
      "surface.read_only",
      actionId === undefined
        ? `Cannot apply a patch to ${widget}: its surface is read-only, a widget reads its state at render time and ` +
          "never writes it"
        : `Cannot run action "${
          actionId.slice(0, 80)
        }" of ${widget}: its surface is read-only, an action leads ` +
          "somewhere by its href or does nothing",
    );
    this.name = "ReadOnlySurfaceError";
  }
}
