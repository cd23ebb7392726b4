import type { BatchCommittedEvent, Clock } from "../../core/commit/mod.ts";

/** Delivers a notification. It may be called again with the same `event.id`. */
export type NotificationSink = (event: BatchCommittedEvent, signal: AbortSignal) => Promise<void>;

/** A sink with the resources that it holds. */
export interface OpenSink extends AsyncDisposable {
  readonly sink: NotificationSink;
  /** Succeeds if the receiver can be reached. Nothing is delivered. */
  check(signal: AbortSignal): Promise<void>;
}

/** The dependencies of a sink that has a URL. */
export interface SinkUrlSettings {
  readonly clock: Clock;
  /** The value of a setting, such as `TCK_NOTIFY_SECRET`, or undefined if it is absent or empty. */
  read(name: string): string | undefined;
}

/** The dependencies of any sink. */
export interface SinkSettings extends SinkUrlSettings {
  /** Where the log of notifications is. */
  readonly dataDir: string;
}

/**
 * Reads a URL of its scheme, with the credentials in the settings, and returns what opens the sink. Of several hosts
 * (`nats://HOST:PORT,HOST:PORT/…`) the URL has the first. An open sink acquires nothing before the first delivery.
 *
 * @throws {SinkError}
 */
export type SinkReader = (
  url: URL,
  settings: SinkUrlSettings,
  otherHosts: readonly string[],
) => () => OpenSink;
