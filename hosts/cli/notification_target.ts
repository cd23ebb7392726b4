import type { NotificationTarget } from "../commit/mod.ts";
import { SettingError } from "./errors.ts";

type NatsTarget = Extract<NotificationTarget, { type: "nats" }>;

/** Parses the URLs of one scheme. */
type TargetReader = (url: URL, readSecret: () => string | undefined) => NotificationTarget;

/** The kinds of targets, by URL scheme. */
const TARGETS: ReadonlyMap<string, TargetReader> = new Map([
  ["nats:", readNatsTarget],
  ["https:", readWebhookTarget],
  ["http:", readWebhookTarget],
]);

/**
 * Parses `TCK_NOTIFY_URL`. Without a URL, notifications are written to a log.
 *
 * @param readSecret Reads `TCK_NOTIFY_SECRET`
 * @throws {SettingError} with a message that does not contain the URL, which may hold a password
 */
export function readNotificationTarget(
  value: string | undefined,
  readSecret: () => string | undefined,
): NotificationTarget {
  if (value === undefined) return { type: "log" };
  const url = URL.parse(value);
  const read = TARGETS.get(url?.protocol ?? "");
  if (url === null || read === undefined) throw unsupportedUrl();
  return read(url, readSecret);
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

function readWebhookTarget(url: URL, readSecret: () => string | undefined): NotificationTarget {
  if (url.protocol === "http:" && !LOOPBACK.test(url.hostname)) throw unsupportedUrl();
  if (url.username || url.password) {
    throw new SettingError(
      "Cannot use TCK_NOTIFY_URL: a webhook is signed by TCK_NOTIFY_SECRET, not by a password",
    );
  }
  const secret = readSecret();
  if (secret !== undefined) return { type: "webhook", url, secret };
  throw new SettingError(
    "Cannot use TCK_NOTIFY_URL: a webhook needs TCK_NOTIFY_SECRET, 32 characters or more",
  );
}

const STREAM = /^[A-Za-z0-9_-]{1,64}$/;
const SUBJECT = /^[A-Za-z0-9_-]{1,64}(\.[A-Za-z0-9_-]{1,64}){0,15}$/;

function readNatsTarget(url: URL): NatsTarget {
  const stream = url.pathname.slice(1) || "tck";
  const subject = url.searchParams.get("subject") ?? "tck.widget_batch.committed";
  const isPlain = !url.hash && [...url.searchParams.keys()].every((name) => name === "subject");
  if (!url.hostname || !isPlain || !STREAM.test(stream) || !SUBJECT.test(subject)) {
    throw new SettingError("Cannot use TCK_NOTIFY_URL: expected nats://HOST:PORT/STREAM?subject=SUBJECT");
  }
  const credentials = readNatsCredentials(url);
  return { type: "nats", server: `${url.hostname}:${url.port || 4222}`, stream, subject, credentials };
}

function readNatsCredentials(url: URL): NatsTarget["credentials"] {
  try {
    const [user, pass] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
    return user === "" ? null : pass === "" ? { token: user } : { user, pass };
  } catch {
    throw new SettingError("Cannot use TCK_NOTIFY_URL: its user or password is not percent-encoded");
  }
}

function unsupportedUrl(): SettingError {
  return new SettingError(
    "Cannot use TCK_NOTIFY_URL: expected nats://HOST:PORT/STREAM?subject=SUBJECT, https://…, or http://… on loopback",
  );
}
