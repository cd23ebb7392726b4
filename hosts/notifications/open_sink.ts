import { invalidUrl } from "./errors.ts";
import { openLogSink } from "./log_sink.ts";
import { readNatsSink } from "./nats_sink.ts";
import type { OpenSink, SinkReader, SinkSettings, SinkUrlSettings } from "./sink.ts";
import { readWebhookSink } from "./webhook_sink.ts";

/** The kinds of sinks by URL scheme. */
export type SinkRegistry = ReadonlyMap<string, SinkReader>;

export const SINKS: SinkRegistry = new Map([
  ["nats:", readNatsSink],
  ["https:", readWebhookSink],
  ["http:", readWebhookSink],
]);

/**
 * Opens the sink of a URL. Without a URL, on the embedded default, notifications are appended to a log in the data folder.
 * Nothing is contacted or written before the first delivery.
 *
 * @param url The setting `TCK_NOTIFY_URL`
 * @throws {SinkError}
 */
export function openSink(
  url: string | undefined,
  settings: SinkSettings,
  registry: SinkRegistry = SINKS,
): OpenSink {
  return url ? readSink(url, settings, registry)() : openLogSink(settings.dataDir);
}

/**
 * Reads the URL of a sink and its credentials, and returns what opens it.
 *
 * @param url The setting `TCK_NOTIFY_URL`
 * @throws {SinkError}
 */
export function readSink(
  url: string,
  settings: SinkUrlSettings,
  registry: SinkRegistry = SINKS,
): () => OpenSink {
  const { first, others } = splitHosts(url);
  const parsed = URL.parse(first);
  const read = registry.get(parsed?.protocol ?? "");
  if (parsed !== null && read !== undefined) return read(parsed, settings, others);
  throw invalidUrl("expected nats://HOST:PORT/STREAM?subject=SUBJECT, https://…, or http://… on loopback");
}

/** Splits the URL of several NATS hosts, which are separated by commas, as no valid URL has them. */
function splitHosts(url: string): { first: string; others: string[] } {
  const [, start, hosts, rest] = /^(nats:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/s.exec(url) ?? [];
  const [host, ...others] = (hosts ?? "").split(",");
  return { first: hosts === undefined ? url : `${start}${host}${rest}`, others };
}
