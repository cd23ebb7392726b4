import type { BatchCommittedEvent } from "../../core/commit/mod.ts";

/** A stream of NATS JetStream. */
export interface NatsTarget {
  /** `HOST:PORT`. */
  readonly server: string;
  readonly stream: string;
  readonly subject: string;
  /** A user with a password, or a token. */
  readonly credentials: { user: string; pass: string } | { token: string } | null;
}

/** What the worker is sent. */
export interface NatsRequest {
  readonly target: NatsTarget;
  readonly event: BatchCommittedEvent;
}

/** What it answers. */
export interface NatsReply {
  readonly id: string;
  /** Why it was not stored, or null if it was. */
  readonly failure: string | null;
}
