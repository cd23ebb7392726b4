import { createNatsSink, type NatsTarget } from "./nats_sink.ts";
import { createNotificationLog } from "./notification_log.ts";
import type { NotificationSink } from "./relay.ts";
import { createWebhookSink, type WebhookTarget } from "./webhook_sink.ts";

/** Where notifications go. */
export type NotificationTarget =
  | { readonly type: "log" }
  | { readonly type: "webhook" } & WebhookTarget
  | { readonly type: "nats" } & NatsTarget;

/** A sink, and what it holds open. */
export interface OpenNotificationSink extends AsyncDisposable {
  readonly sink: NotificationSink;
}

/**
 * Opens the sink of a target. A broker or receiver that is away does not matter yet: each delivery finds out anew.
 *
 * @param dataDir The data folder, for the target `log`
 */
export function openNotificationSink(target: NotificationTarget, dataDir: string): OpenNotificationSink {
  if (target.type === "nats") return createNatsSink(target);
  const sink = target.type === "webhook" ? createWebhookSink(target) : createNotificationLog(dataDir);
  return { sink, [Symbol.asyncDispose]: () => Promise.resolve() };
}
