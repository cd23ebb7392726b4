/** Why the kit refused: a hook was called outside a mounted widget, or a widget tried to write. */
export type WidgetKitErrorCode = "context.missing" | "surface.read_only";

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
 * Thrown by `applyPatch` on every surface of this version: a widget reads, and nothing is written back (lifecycle
 * specification, §1 rule 1 and D.5 step 5).
 */
export class ReadOnlySurfaceError extends WidgetKitError {
  /** @param instanceId the widget instance that tried to write */
  constructor(instanceId: string) {
    super(
      "surface.read_only",
      `Cannot apply a patch to widget "${
        instanceId.slice(0, 80)
      }": its surface is read-only, a widget reads its state ` +
        "at render time and never writes it",
    );
    this.name = "ReadOnlySurfaceError";
  }
}
