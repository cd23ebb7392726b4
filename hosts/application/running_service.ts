import { quote } from "../../core/errors/mod.ts";
import { serve } from "../server/serve.ts";
import { openSink, type Relay, startRelay } from "../notifications/mod.ts";
import type { Metrics } from "../operations/mod.ts";
import type { ServiceDependencies } from "../postgres/mod.ts";
import { startSweepTimer } from "../sweep/mod.ts";
import { type Action, type ActionDependencies, runAction } from "./action.ts";
import { type ApplicationDependencies, type ApplicationOptions, createApplication } from "./application.ts";
import { type CallHandler, listenForCalls } from "./control_socket.ts";
import { ControlError } from "./errors.ts";
import { countInMemory, countInPostgres, type OpenRequestCounter } from "./request_counter.ts";
import type { Settings } from "./settings.ts";
import { createStorage } from "./storage.ts";

export interface RunningServiceOptions extends ApplicationOptions {
  settings: Settings;
  /** 0 for any free one. */
  port: number;
}

export interface RunningServiceDependencies
  extends Omit<ApplicationDependencies, "storage" | "requestCounter"> {
  /** The stores, for the role `storage`. */
  service: ServiceDependencies | null;
  /** The actions that other commands on the data folder may send, by name. */
  loadActions(): Promise<ReadonlyMap<string, Action>>;
}

export interface RunningService extends AsyncDisposable {
  /** Where it listens. */
  url: string;
  /** The web app's address: `TCK_APP_URL`, else where it listens as this machine reaches it, or null without the web app. */
  appUrl: string | null;
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
  const requestCounter = await openRequestCounter(options);
  stack.defer(async () => await requestCounter?.close());
  const storage = deps.service && createStorage(deps.service);
  const { answer, metrics, log } = await createApplication(options, { ...deps, storage, requestCounter });
  const server = await serve(answer, { ...options, shutdownTimeout: options.settings.shutdownTimeout });
  stack.defer(() => server.close());
  const servedUrl = options.roles.includes("web") ? toReachableUrl(server.url) : null;
  const appUrl = options.settings.appUrl ?? servedUrl;
  if (deps.service) {
    await startBackgroundTasks(options, { ...deps.service, log }, {
      appUrl,
      metrics,
      loadActions: deps.loadActions,
    }, stack);
  }
  const owned = stack.move();
  const stop = async (): Promise<void> => {
    const closed = server.close(); // Begun first, so that no request arrives while the tasks stop.
    await owned.disposeAsync();
    await closed;
  };
  return { url: server.url, appUrl, [Symbol.asyncDispose]: stop };
}

/** A server that listens on all addresses of this machine is reached by the loopback address, from this machine. */
function toReachableUrl(url: string): string {
  return url.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:");
}

async function openRequestCounter(
  { roles, settings: { rateLimit, rateLimitUrl } }: RunningServiceOptions,
): Promise<OpenRequestCounter | undefined> {
  if (rateLimit === undefined || !roles.includes("public")) return undefined;
  return rateLimitUrl === undefined
    ? countInMemory(rateLimit)
    : await countInPostgres(rateLimitUrl, rateLimit);
}

async function startBackgroundTasks(
  options: RunningServiceOptions,
  service: ServiceDependencies,
  { appUrl, metrics, loadActions }: Pick<RunningServiceDependencies, "loadActions"> & {
    appUrl: string | null;
    metrics: Metrics;
  },
  stack: AsyncDisposableStack,
): Promise<void> {
  const { dataDir, settings } = options;
  const delivers = settings.databaseUrl === undefined || settings.notifyUrl !== undefined;
  const relay = delivers ? openRelay(options, service, stack) : null;
  const sweeper = startSweepTimer(service);
  stack.defer(() => sweeper.stop());
  if (settings.databaseUrl) return;
  const handle = createCallHandler({
    ...service,
    appUrl,
    source: "/control",
    onNotificationQueued: () => relay?.wake(),
  }, { metrics, actions: await loadActions() });
  stack.defer(await listenForCalls(dataDir, handle));
}

function openRelay(
  { dataDir, settings }: RunningServiceOptions,
  service: ServiceDependencies,
  stack: AsyncDisposableStack,
): Relay {
  const { sink } = stack.use(
    openSink(settings.notifyUrl, { dataDir, clock: service.clock, read: settings.read }),
  );
  const relay = startRelay({ ...service, sink });
  stack.defer(() => relay.stop());
  return relay;
}

/** Runs the actions that other commands send over the control socket. */
function createCallHandler(
  deps: ActionDependencies,
  { metrics, actions }: { metrics: Metrics; actions: ReadonlyMap<string, Action> },
): CallHandler {
  return async (name, { input, appUrl }) => {
    const action = actions.get(name);
    const called = { ...deps, appUrl: appUrl ?? deps.appUrl };
    if (action) return await measure(metrics, name, () => runAction(action, called, input));
    throw new ControlError(
      "control.unknown_action",
      `Cannot run ${quote(name)}: the process that owns the data folder has no such action`,
    );
  };
}

/** Runs an action, and measures how long it takes. */
async function measure<Result>(
  { actionDuration }: Metrics,
  action: string,
  run: () => Promise<Result>,
): Promise<Result> {
  const end = actionDuration.startTimer({ action });
  try {
    const result = await run();
    end({ outcome: "done" });
    return result;
  } catch (error) {
    end({ outcome: "failed" });
    throw error;
  }
}
