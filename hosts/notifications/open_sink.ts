import { invalidUrl } from "./errors.ts";
import { openLogSink } from "./log_sink.ts";
import { openNatsSink } from "./nats_sink.ts";
import type { OpenSink, SinkOpener, SinkSettings } from "./sink.ts";
import { openWebhookSink } from "./webhook_sink.ts";

/** The openers by URL scheme. */
export type SinkRegistry = ReadonlyMap<string, SinkOpener>;

export const SINKS: SinkRegistry = new Map([
  ["nats:", openNatsSink],
  ["https:", openWebhookSink],
  ["http:", openWebhookSink],
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
  if (!url) return openLogSink(settings.dataDir);
  const { first, others } = splitHosts(url);
  const parsed = URL.parse(first);
  const open = registry.get(parsed?.protocol ?? "");
  if (parsed !== null && open !== undefined) return open(parsed, settings, others);
  throw invalidUrl("expected nats://HOST:PORT/STREAM?subject=SUBJECT, https://…, or http://… on loopback");
}

/** NATS may have several hosts, separated by commas, which no URL has. */
function splitHosts(url: string): { first: string; others: string[] } {
  const [, start, hosts, rest] = /^(nats:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/s.exec(url) ?? [];
  const [host, ...others] = (hosts ?? "").split(",");
  return { first: hosts === undefined ? url : `${start}${host}${rest}`, others };
}
