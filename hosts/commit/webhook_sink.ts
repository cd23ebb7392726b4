import { createHmac } from "node:crypto";
import type { NotificationSink } from "./relay.ts";

/** A receiver of notifications over HTTP. */
export interface WebhookTarget {
  readonly url: URL;
  /** The secret that both sides know. */
  readonly secret: string;
}

/**
 * Posts each notification as JSON. A status of 2xx confirms it; anything else, a redirect too, is a refusal.
 *
 * `Tck-Timestamp` holds the seconds since the epoch, and `Tck-Signature` holds `sha256=` and in hexadecimal digits the
 * HMAC-SHA256 of the timestamp, a full stop and the body, so that a receiver can tell what others wrote, and what is old.
 */
export function createWebhookSink({ url, secret }: WebhookTarget): NotificationSink {
  return async (event, signal) => {
    const body = JSON.stringify(event);
    const timestamp = String(Math.trunc(Date.now() / 1000));
    const response = await fetch(url, {
      method: "POST",
      redirect: "manual",
      signal,
      headers: {
        "Content-Type": "application/cloudevents+json",
        "Tck-Timestamp": timestamp,
        "Tck-Signature": `sha256=${
          createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex")
        }`,
      },
      body,
    });
    await response.body?.cancel();
    // Of the URL only the origin is told: the rest may hold a secret.
    if (!response.ok) throw new Error(`${url.origin} answers ${response.status}`);
  };
}
