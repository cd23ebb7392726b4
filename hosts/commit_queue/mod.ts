/**
 * The commit queue: queued requests, and the workers that carry them out.
 *
 * @module
 */
export * from "./commit_worker.ts";
export * from "./enqueue_commit.ts";
export * from "./errors.ts";
export { locateWorkspace, openSharedWorkspaces } from "./shared_workspaces.ts";
