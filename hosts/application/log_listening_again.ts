import type { Log } from "../routes/http/mod.ts";

/** Tells the log that a server had stopped accepting connections and listens again. */
export function logListeningAgain(log: Log): (message: string) => void {
  return (message) => log({ event: "server_listens_again", level: "error", message });
}
