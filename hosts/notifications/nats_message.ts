import type { BatchCommittedEvent } from "../../core/commit/mod.ts";

/** A stream of NATS JetStream. */
export interface NatsTarget {
  /** `HOST:PORT` of each server of the cluster that is known, of which one is enough. */
  readonly servers: readonly string[];
  readonly stream: string;
  readonly subject: string;
  /** How many servers keep the stream, when it is created. */
  readonly replicas: number;
  /** A user with a password, or a token. */
  readonly credentials: { user: string; pass: string } | { token: string } | null;
}

export interface NatsRequest {
  readonly target: NatsTarget;
  /** Null only connects, and finds or creates the stream. */
  readonly event: BatchCommittedEvent | null;
}

export interface NatsReply {
  readonly id: string | null;
  /** Why it was not stored, or null if it was. */
  readonly failure: string | null;
}
