import type { BatchCommittedEvent, Clock } from "../../core/commit/mod.ts";

/** Delivers a notification. It may be called again with the same `event.id`. */
export type NotificationSink = (event: BatchCommittedEvent, signal: AbortSignal) => Promise<void>;

/** A sink with the resources that it holds. */
export interface OpenSink extends AsyncDisposable {
  readonly sink: NotificationSink;
  /** Succeeds if the receiver can be reached. Nothing is delivered. */
  check(signal: AbortSignal): Promise<void>;
}

/** What an opener may use. */
export interface SinkSettings {
  readonly dataDir: string;
  readonly clock: Clock;
  /** The value of a setting, such as `TCK_NOTIFY_SECRET`, or undefined if it is absent or empty. */
  read(name: string): string | undefined;
}

/**
 * Opens a sink for a URL of its scheme, with the credentials that it reads from the settings. It acquires nothing before
 * the first delivery. Of several hosts (`nats://HOST:PORT,HOST:PORT/…`) the URL has the first.
 *
 * @throws {SinkError}
 */
export type SinkOpener = (url: URL, settings: SinkSettings, otherHosts: readonly string[]) => OpenSink;
