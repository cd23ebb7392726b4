import { CodedError } from "../../core/errors/mod.ts";

/** A setting of the environment is invalid or missing. */
export class SettingError extends CodedError<"setting.invalid"> {
  override readonly name = "SettingError";

  constructor(message: string) {
    super("setting.invalid", message);
  }
}

/** An action failed in the process that owns the data folder. The code is `control.…`, or that of the action's error. */
export class ControlError extends CodedError {
  override readonly name = "ControlError";
}
