import { BATCH_KINDS, type BatchKind } from "../../core/contract/mod.ts";
import { isBatchKind, isUserId, parseKindPath } from "../../core/naming/mod.ts";
import { type CommandOption, UsageError } from "../../terminal/command.ts";

/** `--data`, the same in every command. */
export const DATA_OPTION: CommandOption = {
  type: "string",
  value: "DIR",
  help: "the data folder, for what the settings leave to the embedded defaults",
  default: ".tck",
};

/** `--workspaces`: what a commit request's location is relative to. */
export const WORKSPACES_OPTION: CommandOption = {
  type: "string",
  value: "DIR",
  help: "the folder that the workspaces of all requests are below",
};

/** Where a notification's link leads when `TCK_APP_URL` is not set: what `serve` listens on by default. */
export const DEFAULT_APP_URL = "http://127.0.0.1:8787";

/**
 * Reads a batch kind, with underscores or hyphens.
 *
 * @throws {UsageError}
 */
export function readKind(text: string): BatchKind {
  const kind = isBatchKind(text) ? text : parseKindPath(text);
  if (kind) return kind;
  throw new UsageError(
    `Cannot use kind ${JSON.stringify(text.slice(0, 80))}: expected one of ${BATCH_KINDS.join(", ")}`,
  );
}

/**
 * Reads a user id.
 *
 * @throws {UsageError}
 */
export function readUser(text: string): string {
  if (isUserId(text)) return text;
  throw new UsageError(
    `Cannot use user ${
      JSON.stringify(text.slice(0, 80))
    }: expected 1 to 128 characters, none of them a control character`,
  );
}
