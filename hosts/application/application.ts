import type { Context, Env, Hono, MiddlewareHandler } from "hono";
import type { ObjectStore } from "../../core/commit/mod.ts";
import { isLoopbackName } from "../../core/naming/mod.ts";
import type { HostAssets } from "../../web/assets/import_map/mod.ts";
import { createChatPage } from "../../web/canvas/chat/mod.ts";
import type { Compression } from "../compression/mod.ts";
import { pauseWork, systemClock } from "../time/mod.ts";
import {
  type ApiDescriptionDependencies,
  createApiDescription,
  createInternalDescription,
} from "../openapi/mod.ts";
import { checkUpstream, type Metrics, type ReadinessChecks } from "../operations/mod.ts";
import {
  type ArrivedRequest,
  authorizeService,
  BATCHES_PATH,
  type CardWriter,
  createBatchesRoute,
  createBuiltFixtures,
  createFolderFixtures,
  createInternalApi,
  createLocalUpstream,
  createNetworkUpstream,
  createPublicApi,
  createVerifiedBundles,
  createWebApp,
  type FeedSealer,
  INTERNAL_PREFIX,
  type Log,
  nameUser,
  NO_FIXTURES,
  PUBLIC_PREFIX,
  readBundlesFrom,
  type RequestCounter,
  requireService,
  type SendRequest,
  type WebAppDependencies,
} from "../routes/mod.ts";
import type { SubmitBatch } from "../submissions/mod.ts";
import { createPausingCodec } from "../zlib/mod.ts";
import { createIdentity, type Identity, type IdentityOptions } from "./identity.ts";
import { createObservedApplication } from "./observed_application.ts";
import type { Storage } from "./storage.ts";

/** The services that a process can run. */
export const ROLES = ["storage", "public", "web"] as const;

export type Role = typeof ROLES[number];

export interface ApplicationOptions extends IdentityOptions {
  roles: readonly Role[];
}

export interface ApplicationDependencies extends ApiDescriptionDependencies {
  /** The stores, for the role `storage`. */
  storage: Storage | null;
  /** Commits the batches that writers send to the role `storage`; absent: it has no route for them. */
  submitBatch?: SubmitBatch;
  /** Limits the requests of each user of the public API and of `/mcp`; absent: no limit. */
  requestCounter?: RequestCounter | undefined;
  /** The files that pages with widgets load, for the role `web`. */
  loadHostAssets(): Promise<HostAssets>;
  /** The envelopes that `mock=true` shows without a folder of fixtures; absent: none. */
  loadSampleBundles?: () => Promise<Uint8Array<ArrayBuffer>[]>;
  /**
   * The bucket that the storage service writes. With it, the role `public` reads bundles itself; absent: through the
   * storage service.
   */
  bucket?: Pick<ObjectStore, "head" | "get"> | null;
  /** How bodies are compressed, for the role `web`; absent: only as they are in the envelopes. */
  compression?: Compression;
  /** Makes feeds into pages of one file, for the role `web`; absent: on the thread that answers requests. */
  feedSealer?: FeedSealer;
  /** Writes the cards of first views, for the role `web`; absent: on the thread that answers requests. */
  cardWriter?: CardWriter;
  /** How many lists of batches are read at the same time, for the role `web`; absent: a few, the others wait for their turn. */
  parallelLists?: number;
  /** Aborts when the process is about to end: it is not ready any more, and goes on answering. */
  draining?: AbortSignal;
  log: Log;
}

/** An application as a function of a request, and of what is known of one that arrived at the process. */
type Answer = (request: Request, arrived?: ArrivedRequest) => Response | Promise<Response>;

export interface Application {
  answer: (request: Request) => Response | Promise<Response>;
  metrics: Metrics;
  /** The log, whose events are counted. */
  log: Log;
}

/**
 * Composes the services of a process. A service calls another one in the same process directly, and any other at the URL
 * of its setting.
 */
export async function createApplication(
  options: ApplicationOptions,
  deps: ApplicationDependencies,
): Promise<Application> {
  const { settings, roles, hostname } = options;
  const { storage, submitBatch, requestCounter, bucket = null, parallelLists } = deps;
  const observed = {
    roles,
    hostname,
    settings,
    unmatched: `This server has the roles ${roles.join(", ")}, and no such route`,
    largeBodies: submitBatch && BATCHES_PATH,
  };
  const { app, answer, metrics, log } = createObservedApplication(observed, {
    checks: listChecks(options, storage),
    countJobs: storage && storage.countJobs,
    log: deps.log,
    draining: deps.draining,
  });
  const { services, writers, ...identity } = await createIdentity(options);
  const { bearers } = identity;
  const mount = <E extends Env>(
    path: string,
    mounted: Hono<E>,
    guards: readonly MiddlewareHandler[] = [],
  ): Answer => {
    for (const guard of guards) app.use(`${path}/*`, guard);
    const answer: Answer = (request, arrived) => mounted.fetch(request, arrived as E["Bindings"]);
    app.mount(path, answer, KEEP_PATH);
    return answer;
  };

  let storageApi: Answer | null = null;
  let publicApi: Answer | null = null;
  // Before the internal API, whose guard wants the credential of a service.
  if (submitBatch) {
    mount(BATCHES_PATH, createBatchesRoute({ writers, submitBatch, log }));
    app.route("/", createInternalDescription());
  }
  if (storage) {
    const { reader, endedSessions } = storage;
    storageApi = mount(INTERNAL_PREFIX, createInternalApi({ reader, bearers, endedSessions, log }), [
      requireService(services),
    ]);
  }
  if (roles.includes("public")) {
    const withBucket = (send: SendRequest) => bucket ? readBundlesFrom(send, { bucket, bearers, log }) : send;
    const upstream = storageApi ? createLocalUpstream(withBucket(storageApi)) : createNetworkUpstream({
      baseUrl: settings.internalUrl!,
      fetch: withBucket(authorizeService(sendOut, services)),
    });
    const { corsOrigins } = settings;
    const description = await createApiDescription(deps);
    app.route("/", description);
    publicApi = mount(
      PUBLIC_PREFIX,
      createPublicApi({ storage: upstream, bearers, log, corsOrigins, requestCounter }),
    );
  }
  if (roles.includes("web")) {
    const turns = { parallelLists, nameUser: (bearer: string) => nameUser(bearers, bearer) };
    const cloud = publicApi
      ? createLocalUpstream(publicApi, turns)
      : createNetworkUpstream({ baseUrl: settings.cloudUrl!, fetch: sendOut, ...turns });
    mount(
      "/",
      await composeWebApp(options, { ...deps, log }, { cloud, ...identity }),
    );
  }
  return { answer, metrics, log };
}

/** The web app in front of a public API, with the files and fixtures that it serves. */
async function composeWebApp(
  { settings, hostname }: ApplicationOptions,
  { loadHostAssets, loadSampleBundles, compression, feedSealer, cardWriter, requestCounter, log }:
    ApplicationDependencies,
  identityAndCloud: Pick<WebAppDependencies, "cloud"> & Omit<Identity, "services" | "writers">,
): Promise<Hono> {
  const fixtures = settings.fixturesDir ? createFolderFixtures(settings.fixturesDir, log) : NO_FIXTURES;
  const samples = loadSampleBundles ? createBuiltFixtures(loadSampleBundles, systemClock.now) : NO_FIXTURES;
  const assets = await loadHostAssets();
  return createWebApp({
    ...identityAndCloud,
    log,
    requestCounter,
    codec: createPausingCodec(pauseWork),
    ...compression,
    feedSealer,
    cardWriter,
    verified: createVerifiedBundles(systemClock.now, { maxBytes: settings.bundleCacheBytes }),
    chatPage: createChatPage(assets),
    assets: await compression?.compressAssets(assets) ?? assets,
    fixtures,
    mockFixtures: settings.fixturesDir ? fixtures : samples,
    appUrl: settings.appUrl ?? null,
    canvas: settings.canvas,
    serviceWorker: settings.serviceWorker,
    embedOrigins: settings.embedOrigins,
    guarded: hostname !== undefined && isLoopbackName(hostname),
  });
}

/**
 * What the roles of a process depend on. Without any of it the process answers each request with an error that says what is
 * wrong and when to come again, so it stays behind its load balancer.
 */
function listChecks(
  { roles, settings }: ApplicationOptions,
  storage: ApplicationDependencies["storage"],
): ReadinessChecks {
  if (storage) return storage.checks;
  const upstream = checkUpstream(roles.includes("public") ? settings.internalUrl! : settings.cloudUrl!);
  return { essential: {}, others: { upstream } };
}

/** The mounted applications have their prefixes in their own routes, and get the bindings. */
const KEEP_PATH = {
  replaceRequest: (request: Request) => request,
  optionHandler: ({ env }: Context) => [env],
};

/** Sends a request to the network. Workerd's `fetch` must not be a method of another object. */
const sendOut: SendRequest = (request) => fetch(request);
