/** Notifications: the relay delivers what the queue holds to a sink; what cannot be delivered becomes a dead letter. */
export { eraseFromLog } from "./log_sink.ts";
export * from "./open_sink.ts";
export * from "./relay.ts";
export type * from "./sink.ts";
