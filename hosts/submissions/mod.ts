/** Batches that writers send over HTTP: received into a temporary workspace, and committed from there. */
export type { SubmissionErrorCode } from "./errors.ts";
export * from "./submit_batch.ts";
export { removeLeftWorkspaces } from "./temporary_workspace.ts";
