import { invalidUrl } from "./errors.ts";
import type { NatsTarget } from "./nats_message.ts";

const STREAM = /^[A-Za-z0-9_-]{1,64}$/;
const SUBJECT = /^[A-Za-z0-9_-]{1,64}(\.[A-Za-z0-9_-]{1,64}){0,15}$/;

/**
 * Reads `nats://USER:PASSWORD@HOST:PORT/STREAM?subject=SUBJECT`, where only the host is required. A user without a password
 * is a token.
 *
 * @throws {SinkError}
 */
export function readNatsTarget(url: URL): NatsTarget {
  const stream = url.pathname.slice(1) || "tck";
  const subject = url.searchParams.get("subject") ?? "tck.widget_batch.committed";
  const isPlain = !url.hash && [...url.searchParams.keys()].every((name) => name === "subject");
  if (!url.hostname || !isPlain || !STREAM.test(stream) || !SUBJECT.test(subject)) {
    throw invalidUrl("expected nats://HOST:PORT/STREAM?subject=SUBJECT");
  }
  const credentials = readCredentials(url);
  return { server: `${url.hostname}:${url.port || 4222}`, stream, subject, credentials };
}

function readCredentials(url: URL): NatsTarget["credentials"] {
  try {
    const [user, pass] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
    return user === "" ? null : pass === "" ? { token: user } : { user, pass };
  } catch {
    throw invalidUrl("its user or password is not percent-encoded");
  }
}
