/** The commit: scans a workspace, plans, and executes the plan. */
export * from "./commit_batch.ts";
export type { CommitReport } from "./commit_report.ts";
export { CommitError, RevisionError } from "./errors.ts";
export * from "./mend_manifests.ts";
export { readStart } from "./record_intents.ts";
export * from "./rollback_batch.ts";
