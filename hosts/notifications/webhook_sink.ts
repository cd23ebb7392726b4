import { createHmac } from "node:crypto";
import { errorMessageWithCauses } from "../../core/errors/mod.ts";
import { invalidUrl, SinkError } from "./errors.ts";
import type { OpenSink, SinkUrlSettings } from "./sink.ts";

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
const MIN_SECRET_LENGTH = 32;

/**
 * Posts each notification as JSON. A status of 2xx confirms it; any other status, including a redirect, is a failure.
 *
 * `Tck-Timestamp` is the time in seconds since the epoch, and `Tck-Signature` is `sha256=` and the hexadecimal HMAC-SHA256
 * of the timestamp, a full stop and the body, with `TCK_NOTIFY_SECRET` as the key. A receiver can thereby detect forged
 * and old requests.
 */
export function readWebhookSink(url: URL, settings: SinkUrlSettings): () => OpenSink {
  checkUrl(url);
  const secret = readSecret(settings);
  return () => ({
    async sink(event, signal) {
      const body = JSON.stringify(event);
      const timestamp = String(Math.trunc(settings.clock.now() / 1000));
      const signature = createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex");
      const headers = {
        "Content-Type": "application/cloudevents+json",
        "Tck-Timestamp": timestamp,
        "Tck-Signature": `sha256=${signature}`,
      };
      const { ok, status } = await send(url, { method: "POST", signal, headers, body });
      // Only the origin is shown: the rest of the URL may contain a secret.
      if (!ok) throw new Error(`${url.origin} answers ${status}`);
    },
    async check(signal) {
      await send(url, { method: "HEAD", signal });
    },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  });
}

async function send(url: URL, init: RequestInit & { signal: AbortSignal }): Promise<Response> {
  const response = await fetch(url, { ...init, redirect: "manual" }).catch((error: unknown) => {
    init.signal.throwIfAborted();
    throw createUnreachableError(url, error);
  });
  await response.body?.cancel();
  return response;
}

/** Some runtimes put the whole URL, which may contain a secret, into the reason. */
function createUnreachableError({ href, origin }: URL, error: unknown): Error {
  return new Error(`Cannot reach ${origin}: ${errorMessageWithCauses(error).replaceAll(href, origin)}`);
}

function checkUrl(url: URL): void {
  if (url.protocol !== "https:" && !LOOPBACK.test(url.hostname)) {
    throw invalidUrl("expected https://…, or http://… on loopback");
  }
  if (url.username || url.password) {
    throw invalidUrl("a webhook is signed by TCK_NOTIFY_SECRET, not by a password");
  }
}

function readSecret(settings: SinkUrlSettings): string {
  const secret = settings.read("TCK_NOTIFY_SECRET");
  if (secret === undefined) {
    throw new SinkError(
      "sink.invalid_secret",
      `Cannot use TCK_NOTIFY_URL: a webhook needs TCK_NOTIFY_SECRET, ${MIN_SECRET_LENGTH} characters or more`,
    );
  }
  if (secret.length >= MIN_SECRET_LENGTH) return secret;
  throw new SinkError(
    "sink.invalid_secret",
    `Cannot use TCK_NOTIFY_SECRET: it has ${secret.length} characters, at least ${MIN_SECRET_LENGTH} are needed`,
  );
}
