import type { Log } from "../routes/http/mod.ts";
import { serve } from "../server/serve.ts";
import { createObservedApplication, type ObservedOptions } from "./observed_application.ts";
import type { Storage } from "./storage.ts";

interface OperationsServerOptions extends Omit<ObservedOptions, "unmatched" | "largeBodies"> {
  hostname: string;
  /** 0 for any free one. */
  port: number;
}

interface OperationsServerDependencies {
  /** The stores, all of which the process needs to be ready. */
  storage: Storage;
  log: Log;
  /** Aborts when the process is about to end. */
  draining: AbortSignal;
}

/** A listener for operators only. */
export interface OperationsServer extends AsyncDisposable {
  /** Where it listens. */
  url: string;
  /** The log, whose events are counted. */
  log: Log;
}

/**
 * Serves `/healthz`, `/readyz` and `/metrics` of a process that serves nothing else, such as a commit worker.
 *
 * @throws {ListenError}
 */
export async function serveOperations(
  { roles, hostname, port, settings }: OperationsServerOptions,
  { storage, log: uncounted, draining }: OperationsServerDependencies,
): Promise<OperationsServer> {
  const { essential, others } = storage.checks;
  const options = { roles, hostname, settings, unmatched: "This server has only routes for operators" };
  const { answer, log } = createObservedApplication(options, {
    checks: { essential: { ...essential, ...others }, others: {} },
    countJobs: storage.countJobs,
    log: uncounted,
    draining,
  });
  const server = await serve(answer, { hostname, port, onListensAgain: logListeningAgain(log) });
  return { url: server.url, log, [Symbol.asyncDispose]: () => server.close() };
}

/** Logs that a server had stopped accepting connections and listens again. */
export function logListeningAgain(log: Log): (message: string) => void {
  return (message) => log({ event: "server_listens_again", level: "error", message });
}
