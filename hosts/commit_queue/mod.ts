/** The commit queue: queued requests, and the workers that carry them out. */
export * from "./commit_worker.ts";
export * from "./enqueue_commit.ts";
export { locateWorkspace, openSharedWorkspaces } from "./shared_workspaces.ts";
