import type { BatchKind } from "../contract/mod.ts";

/** Identifies a batch. */
export interface BatchIdentity {
  /** The owner. */
  readonly userId: string;
  /** `YYYY-MM-DD`. */
  readonly localDate: string;
  /** The batch's kind, with underscores. */
  readonly kind: BatchKind;
}

/** Which batch a commit replaces, and for which task. */
export interface CommitTarget extends BatchIdentity {
  /** The agent's task that made the batch: 1 to 256 characters. */
  readonly taskId: string;
}
