import { buildAuditEvent } from "../auth/mod.ts";
import { serve } from "../server/serve.ts";
import { logListeningAgain } from "./operations_server.ts";
import { openSink, type Relay, startRelay } from "../notifications/mod.ts";
import type { Metrics } from "../operations/mod.ts";
import { mendManifests } from "../commit/mod.ts";
import { createSubmitter, removeLeftWorkspaces, type SubmitBatch } from "../submissions/mod.ts";
import { expireBatches, startSweepTimer } from "../sweep/mod.ts";
import { nameActor } from "./actor.ts";
import { type Action, createCallHandler } from "./action.ts";
import { type ApplicationDependencies, type ApplicationOptions, createApplication } from "./application.ts";
import { listenForCalls } from "./control_socket.ts";
import { buildSettingsEvent, describeSettings } from "./describe_settings.ts";
import { countInMemory, countInPostgres, type OpenRequestCounter } from "./request_counter.ts";
import type { Settings } from "./settings.ts";
import { createStorage, guardStorage } from "./storage.ts";
import type { OpenStores } from "./stores.ts";
import { systemClock } from "../time/mod.ts";
import { continueErasures, createErasureGuard, type ErasureGuard, replayErasures } from "../user_data/mod.ts";

export interface RunningServiceOptions extends ApplicationOptions {
  settings: Settings;
  dataDir: string;
  hostname: string;
  /** 0 for any free one. */
  port: number;
}

export interface RunningServiceDependencies
  extends Omit<ApplicationDependencies, "storage" | "submitBatch" | "requestCounter"> {
  /** The stores, for the role `storage`. */
  service: OpenStores | null;
  /** The actions that other commands on the data folder may send, by name. */
  loadActions(): Promise<ReadonlyMap<string, Action>>;
}

export interface RunningService extends AsyncDisposable {
  /** Where it listens. */
  url: string;
  /**
   * The web app's address: `TCK_APP_URL`, or else the address at which this machine reaches it; null without the web
   * app.
   */
  appUrl: string | null;
  /**
   * Is not ready from now on, and goes on answering for `TCK_DRAIN`: a load balancer removes this
   * process meanwhile. Dispose of it afterwards.
   */
  drain(): Promise<void>;
}

/**
 * Serves until it is disposed. With the stores it also sweeps, delivers notifications, and runs the actions that other
 * commands on the data folder send. On PostgreSQL without a sink, the notifications stay in the queue, for the agent to take.
 */
export async function startService(
  options: RunningServiceOptions,
  deps: RunningServiceDependencies,
): Promise<RunningService> {
  await using stack = new AsyncDisposableStack();
  let counted = deps.log;
  const requestCounter = openRequestCounter(options, (event) => counted(event));
  stack.defer(async () => await requestCounter?.close());
  const { service: stores } = deps;
  const guard = stores &&
    createErasureGuard(
      stores.database.server,
      () => eraseAgain({ ...stores, log: (event) => counted(event) }),
    );
  const storage = stores && guard && guardStorage(createStorage(stores), stores.database, guard);
  const started = Promise.withResolvers<SubmitBatch>();
  const draining = new AbortController();
  const { answer, metrics, log } = await createApplication(options, {
    ...deps,
    storage,
    ...deps.service && { submitBatch: async (batch) => await (await started.promise)(batch) },
    requestCounter,
    draining: draining.signal,
  });
  counted = log;
  log(buildSettingsEvent(describeSettings(options)));
  // A database that was restored from a dump of before an erasure must not be served.
  await guard?.replay();
  const { shutdownTimeout } = options.settings;
  const server = await serve(answer, { ...options, shutdownTimeout, onListensAgain: logListeningAgain(log) });
  stack.defer(() => server.close());
  const servedUrl = options.roles.includes("web") ? toReachableUrl(server.url) : null;
  const appUrl = options.settings.appUrl ?? servedUrl;
  if (stores && guard) {
    const service = { ...stores, log };
    const relay = await startBackgroundTasks(options, service, {
      guard,
      appUrl,
      metrics,
      loadActions: deps.loadActions,
    }, stack);
    started.resolve(submitAndWake(createSubmitter({ ...service, appUrl }), relay));
  }
  const owned = stack.move();
  const { drain } = options.settings;
  const stop = async (): Promise<void> => {
    // Begun first, so that no request arrives while the tasks stop.
    const closed = server.close(draining.signal.aborted ? drain : 0);
    await owned.disposeAsync();
    await closed;
  };
  return {
    url: server.url,
    appUrl,
    async drain() {
      draining.abort();
      log({ event: "draining", level: "info", message: `Not ready any more; ends in ${drain / 1000} s` });
      await systemClock.sleep(drain);
    },
    [Symbol.asyncDispose]: stop,
  };
}

/** The relay delivers the notification without waiting for its next poll. */
function submitAndWake(submitBatch: SubmitBatch, relay: Relay | null): SubmitBatch {
  return async (batch) => {
    const report = await submitBatch(batch);
    relay?.wake();
    return report;
  };
}

/** Repeats the erasures that the database has lost. */
async function eraseAgain(service: OpenStores): Promise<void> {
  for (const erasureId of await replayErasures(service)) {
    const act = {
      action: "erase",
      actor: nameActor("serve"),
      user: null,
      outcome: "done",
      erasureId,
    } as const;
    service.log(buildAuditEvent(act));
  }
}

/** A server that listens on all addresses of this machine is reached by the loopback address, from this machine. */
function toReachableUrl(url: string): string {
  return url.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:");
}

function openRequestCounter(
  { roles, settings: { rateLimit, rateLimitUrl } }: RunningServiceOptions,
  log: RunningServiceDependencies["log"],
): OpenRequestCounter | undefined {
  if (rateLimit === undefined || !(roles.includes("public") || roles.includes("web"))) return undefined;
  return rateLimitUrl === undefined
    ? countInMemory(rateLimit)
    : countInPostgres(rateLimitUrl, rateLimit, log);
}

async function startBackgroundTasks(
  options: RunningServiceOptions,
  service: OpenStores,
  { guard, appUrl, metrics, loadActions }: Pick<RunningServiceDependencies, "loadActions"> & {
    guard: ErasureGuard;
    appUrl: string | null;
    metrics: Metrics;
  },
  stack: AsyncDisposableStack,
): Promise<Relay | null> {
  const { dataDir, settings } = options;
  const delivers = settings.databaseUrl === undefined || settings.notifyUrl !== undefined;
  const relay = delivers ? openRelay(options, { ...service, appUrl }, guard, stack) : null;
  const sweeper = startSweepTimer(
    service,
    () => guard.replay(),
    () => continueErasures(service),
    (signal) => mendManifests(service, { signal }),
    (signal) => expireOldBatches(service, metrics, signal),
    () => removeLeftWorkspaces(systemClock.now()),
  );
  stack.defer(() => sweeper.stop());
  if (settings.databaseUrl) return relay;
  const handle = createCallHandler({
    ...service,
    appUrl,
    actor: nameActor("serve"),
    source: "/control",
    onNotificationQueued: () => relay?.wake(),
  }, { metrics, actions: await loadActions() });
  stack.defer(await listenForCalls(dataDir, handle));
  return relay;
}

/** Deletes the batches that are older than `TCK_KEEP_BATCHES`. */
async function expireOldBatches(
  service: OpenStores,
  { expiredBatches }: Metrics,
  signal: AbortSignal,
): Promise<void> {
  const { keepBatches, log } = service;
  if (keepBatches === undefined) return;
  const count = await expireBatches(service, keepBatches, { signal });
  if (count === 0) return;
  expiredBatches.inc(count);
  const message = `Deleted ${count} batches that are older than TCK_KEEP_BATCHES`;
  log({ event: "batches_expired", level: "info", message, count });
}

function openRelay(
  { dataDir, settings }: RunningServiceOptions,
  service: OpenStores & { appUrl: string | null },
  guard: ErasureGuard,
  stack: AsyncDisposableStack,
): Relay {
  const { sink } = stack.use(
    openSink(settings.notifyUrl, { dataDir, clock: service.clock, read: settings.read }),
  );
  const { database } = service;
  const { notifications } = database;
  const relay = startRelay({
    ...service,
    // Not the notifications of a user who was erased.
    database: {
      ...database,
      notifications: { ...notifications, take: (limit) => guard.read(() => notifications.take(limit)) },
    },
    sink,
  });
  stack.defer(() => relay.stop());
  return relay;
}
