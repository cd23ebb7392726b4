import { CodedError } from "../../core/errors/mod.ts";

/** Why a workspace cannot be used. */
export type WorkspaceErrorCode =
  /** The workspace is not below the folder that all workspaces share, or that folder cannot be read. */
  "workspace.outside";

/** A workspace that cannot be committed from the queue. */
export class WorkspaceError extends CodedError<WorkspaceErrorCode> {
  override readonly name = "WorkspaceError";
}
