import { BATCH_KINDS, type BatchKind } from "../../core/contract/mod.ts";
import { quote } from "../../core/errors/mod.ts";
import { isBatchKind, isLocalDate, isUserId, parseKindPath } from "../../core/naming/mod.ts";
import { type CommandOption, UsageError } from "../../terminal/mod.ts";

/** `--data`, the same in every command. */
export const DATA_OPTION: CommandOption = {
  type: "string",
  value: "DIR",
  help: "the data folder of the embedded defaults",
  default: ".tck",
};

/** `--workspaces`: the folder to which the locations in commit requests are relative. */
export const WORKSPACES_OPTION: CommandOption = {
  type: "string",
  value: "DIR",
  help: "the folder that contains the workspaces of all requests",
};

/** Parses a batch kind, with underscores or hyphens. */
export function readKind(text: string): BatchKind {
  const kind = isBatchKind(text) ? text : parseKindPath(text);
  if (kind) return kind;
  throw new UsageError(`invalid kind ${quote(text)}: expected one of ${BATCH_KINDS.join(", ")}`);
}

/** @throws {UsageError} */
export function readDate(text: string): string {
  if (isLocalDate(text)) return text;
  throw new UsageError(`invalid date ${quote(text)}: expected a calendar date as YYYY-MM-DD`);
}

/** @throws {UsageError} */
export function readUser(text: string): string {
  if (isUserId(text)) return text;
  throw new UsageError(
    `invalid user ${quote(text)}: expected 1 to 128 characters without control characters`,
  );
}
