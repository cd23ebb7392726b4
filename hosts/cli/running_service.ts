import type { CommitRequest } from "../../core/commit/mod.ts";
import { commitBatch, type CommitOptions, rollbackBatch, type RollbackOptions } from "../commit/mod.ts";
import { enqueueCommit } from "../commit_queue/mod.ts";
import { listDeadLetters, openSink, replayDeadLetter, startRelay } from "../notifications/mod.ts";
import type { ServiceDependencies } from "../protocol/mod.ts";
import { startSweepTimer } from "../sweep/mod.ts";
import { serve } from "../deno/serve.ts";
import { listRevisions, type RevisionQuery } from "../postgres/mod.ts";
import { type ApplicationOptions, createApplication } from "./application.ts";
import { listenForControl } from "./control_socket.ts";
import { sweepIntoFile, type SweepRequest } from "./sweep_steps.ts";

/** What a running service is made of. */
export type RunningServiceOptions = Omit<ApplicationOptions, "service"> & {
  /** 0 for any free one. */
  port: number;
  /** The stores, for the role `storage`. */
  service: ServiceDependencies | null;
};

/**
 * Serves until it is disposed of. With the stores it also delivers notifications, and does what other commands on the
 * same data folder ask for.
 */
export async function startService(
  options: RunningServiceOptions,
): Promise<AsyncDisposable & { url: string }> {
  await using ending = new AsyncDisposableStack();
  const application = await createApplication(options);
  const server = serve(application, options);
  ending.defer(() => server.close());
  if (options.service) {
    await startStorageDuties(options, options.service, options.settings.appUrl ?? server.url, ending);
  }
  const whole = ending.move();
  return { url: server.url, [Symbol.asyncDispose]: () => whole.disposeAsync() };
}

async function startStorageDuties(
  { dataDir, settings }: RunningServiceOptions,
  service: ServiceDependencies,
  appUrl: string,
  ending: AsyncDisposableStack,
): Promise<void> {
  const { sink } = ending.use(
    openSink(settings.notifyUrl, { dataDir, clock: service.clock, read: settings.read }),
  );
  const relay = startRelay({ ...service, sink });
  ending.defer(() => relay.stop());
  const sweeper = startSweepTimer(service);
  ending.defer(() => sweeper.stop());
  if (settings.databaseUrl) return;
  const stopListening = await listenForControl(dataDir, {
    commit: (request) => commitBatch({ ...service, appUrl }, request as CommitOptions),
    "enqueue-commit": (request) => enqueueCommit(service, request as CommitRequest, "/control"),
    sweep: (request) => sweepIntoFile(service, request as SweepRequest),
    history: (query) => listRevisions(service.database, query as RevisionQuery),
    rollback: (request) => rollbackBatch({ ...service, appUrl }, request as RollbackOptions),
    "list-requests": () => listDeadLetters(service.database, "commitRequests"),
    "replay-request": (request) => replayDeadLetter(service.database, "commitRequests", String(request)),
    "list-notifications": () => listDeadLetters(service.database, "notifications"),
    "replay-notification": async (request) => {
      const replayed = await replayDeadLetter(service.database, "notifications", String(request));
      relay.wake(); // It need not wait for the next poll.
      return replayed;
    },
  });
  ending.defer(stopListening);
}
