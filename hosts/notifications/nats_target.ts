import { invalidUrl } from "./errors.ts";
import type { NatsTarget } from "./nats_message.ts";

const STREAM = /^[A-Za-z0-9_-]{1,64}$/;
const SUBJECT = /^[A-Za-z0-9_-]{1,64}(\.[A-Za-z0-9_-]{1,64}){0,15}$/;

const PARAMETERS = ["subject", "replicas"];

/**
 * Reads `nats://USER:PASSWORD@HOST:PORT/STREAM?subject=SUBJECT&replicas=NUMBER`, where only the host is required. A user
 * without a password is a token. With three hosts or more a stream is created with three replicas, else with one.
 *
 * @throws {SinkError}
 */
export function readNatsTarget(url: URL, otherHosts: readonly string[] = []): NatsTarget {
  const stream = url.pathname.slice(1) || "tck";
  const subject = url.searchParams.get("subject") ?? "tck.widget_batch.committed";
  const isPlain = !url.hash && [...url.searchParams.keys()].every((name) => PARAMETERS.includes(name));
  const servers = [url, ...otherHosts.map((host) => URL.parse(`nats://${host}`))].map(formatServer);
  const replicas = url.searchParams.get("replicas") ?? (servers.length >= 3 ? "3" : "1");
  if (
    !servers.every((server) => server !== null) || !isPlain || !/^[1-5]$/.test(replicas) ||
    !STREAM.test(stream) || !SUBJECT.test(subject)
  ) {
    throw invalidUrl("expected nats://HOST:PORT,HOST:PORT/STREAM?subject=SUBJECT&replicas=1");
  }
  const credentials = readCredentials(url);
  return { servers, stream, subject, replicas: Number(replicas), credentials };
}

/** Null for what is more or less than a host and a port. */
function formatServer(url: URL | null, index: number): string | null {
  if (!url?.hostname || (index > 0 && url.href !== `nats://${url.host}`)) return null;
  return `${url.hostname}:${url.port || 4222}`;
}

function readCredentials(url: URL): NatsTarget["credentials"] {
  try {
    const [user, pass] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
    return user === "" ? null : pass === "" ? { token: user } : { user, pass };
  } catch {
    throw invalidUrl("its user or password is not percent-encoded");
  }
}
