import {
  commitBatch,
  type CommitRequest,
  enqueueCommit,
  openNotificationSink,
  rollbackBatch,
  type RollbackRequest,
  type ServiceDependencies,
  startRelay,
  startSweepTimer,
} from "../commit/mod.ts";
import type { RequestedCommit } from "../../core/commit/mod.ts";
import { serve } from "../deno/serve.ts";
import { listRevisions, type RevisionQuery } from "../postgres/mod.ts";
import { type ApplicationOptions, createApplication } from "./application.ts";
import { listenForControl } from "./control_socket.ts";
import { sweepIntoFile, type SweepWish } from "./sweep_steps.ts";

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
  const { sink } = ending.use(openNotificationSink(settings.notificationTarget, dataDir));
  const relay = startRelay({ ...service, sink });
  ending.defer(() => relay.stop());
  const sweeper = startSweepTimer(service);
  ending.defer(() => sweeper.stop());
  if (settings.databaseUrl) return;
  const stopListening = await listenForControl(dataDir, {
    commit: (request) => commitBatch({ ...service, appUrl }, request as CommitRequest),
    "enqueue-commit": (request) => enqueueCommit(service, request as RequestedCommit, "/control"),
    sweep: (wish) => sweepIntoFile(service, wish as SweepWish),
    history: (query) => listRevisions(service.database, query as RevisionQuery),
    rollback: (request) => rollbackBatch({ ...service, appUrl }, request as RollbackRequest),
    "list-requests": () => service.database.requests.listDead(),
    "replay-request": (request) => service.database.requests.replay(String(request)),
    "list-notifications": () => service.database.queue.listDead(),
    "replay-notification": async (request) => {
      const replayed = await service.database.queue.replay(String(request));
      relay.wake(); // It need not wait for the next poll.
      return replayed;
    },
  });
  ending.defer(stopListening);
}
