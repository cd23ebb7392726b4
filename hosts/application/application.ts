import { randomBytes } from "node:crypto";
import { type Context, type Env, Hono, type MiddlewareHandler } from "hono";
import type { ObjectStore } from "../../core/commit/mod.ts";
import type { HostAssets } from "../../web/assets/import_map/mod.ts";
import {
  type BearerVerifier,
  createIdentityProvider,
  createJwksBearers,
  createSecretBearers,
  createSecretSessions,
  createServiceCredentials,
  createSignInAttempts,
  requireReadScope,
  type ServiceCredentials,
  type Sessions,
} from "../auth/mod.ts";
import type { Compression } from "../compression/mod.ts";
import { systemClock } from "../time/mod.ts";
import { type ApiDescriptionDependencies, createApiDescription } from "../openapi/mod.ts";
import {
  type Checks,
  checkUpstream,
  countLogEvents,
  createMetrics,
  createOperationsRoutes,
  createReadiness,
  type Metrics,
  observeRequests,
} from "../operations/mod.ts";
import {
  type ArrivedRequest,
  authorizeService,
  createBuiltFixtures,
  createFolderFixtures,
  createInternalApi,
  createPublicApi,
  createVerifiedBundles,
  createWebApp,
  INTERNAL_PREFIX,
  isLoopbackName,
  type Log,
  NO_FIXTURES,
  PUBLIC_PREFIX,
  readBundlesFrom,
  type RequestCounter,
  requireService,
  respondProblem,
  type SignIn,
  type Upstream,
  type WebAppDependencies,
} from "../routes/mod.ts";
import { NODE_CODEC } from "../zlib/mod.ts";
import { SettingError } from "./errors.ts";
import { type ApplicationSettings, loadAuthSecret } from "./application_settings.ts";
import type { Storage } from "./storage.ts";

/** The services that a process can run. */
export const ROLES = ["storage", "public", "web"] as const;

/** One of the services. */
export type Role = typeof ROLES[number];

/** How an application is composed. */
export interface ApplicationOptions {
  settings: ApplicationSettings;
  dataDir: string;
  roles: readonly Role[];
  /** The address to listen on. On another than a loopback address, `/login` requires a token. */
  hostname: string;
  /** The user that `/login` signs in on the embedded default. */
  localUser: string;
}

/** What an application works with. */
export interface ApplicationDependencies extends ApiDescriptionDependencies {
  /** The stores, for the role `storage`. */
  storage: Storage | null;
  /** Limits the requests of each user of the public API; absent: no limit. */
  requestCounter?: RequestCounter | undefined;
  /** The files that pages with widgets load, for the role `web`. */
  loadHostAssets(): Promise<HostAssets>;
  /** The envelopes that `mock=true` shows without a folder of fixtures; absent: none. */
  loadSampleBundles?: () => Promise<Uint8Array<ArrayBuffer>[]>;
  /** The bucket that the storage service writes, from which the role `public` reads bundles itself; absent: it does not. */
  bucket?: Pick<ObjectStore, "head" | "get"> | null;
  /** How bodies are compressed, for the role `web`; absent: only as they are in the envelopes. */
  compression?: Compression;
  log: Log;
}

/** An application as a function of a request, and of what is known of one that arrived at the process. */
type Answer = (request: Request, arrived?: ArrivedRequest) => Response | Promise<Response>;

/** An application and what is measured of it. */
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
  const { storage, requestCounter, bucket = null } = deps;
  const log = countLogEvents(deps.log, () => metrics);
  const readiness = createReadiness(listChecks(options, storage), systemClock.now, log);
  const metrics = createMetrics({ readiness, countJobs: storage && storage.countJobs });
  const { bearers, sessions, services, signIn } = await createIdentity(options);
  const app = new Hono();
  app.notFound(() =>
    respondProblem("route.not_found", `This server has the roles ${roles.join(", ")}, and no such route`)
  );
  const operations = createOperationsRoutes({ roles, hostname, metricsToken: settings.metricsToken }, {
    readiness,
    metrics,
  });
  const applications: Pick<Hono, "router">[] = [operations];
  app.route("/", operations);
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
  if (storage) {
    const { reader, endedSessions } = storage;
    storageApi = mount(INTERNAL_PREFIX, createInternalApi({ reader, bearers, endedSessions, log }), [
      requireService(services),
    ]);
  }
  if (roles.includes("public")) {
    const upstream = storageApi
      ? createUpstream(storageApi, undefined)
      : authorizeService(createUpstream(null, settings.internalUrl), services);
    const storageAndBucket = bucket ? readBundlesFrom(upstream, { bucket, bearers, log }) : upstream;
    const { corsOrigins } = settings;
    const description = await createApiDescription(deps);
    applications.push(description);
    app.route("/", description);
    publicApi = mount(
      PUBLIC_PREFIX,
      createPublicApi({ storage: storageAndBucket, bearers, log, corsOrigins, requestCounter }),
    );
  }
  if (roles.includes("web")) {
    const cloud = createUpstream(publicApi, settings.cloudUrl);
    mount("/", await composeWebApp(options, { ...deps, log }, { cloud, bearers, sessions, signIn }));
  }
  const { logsRequests } = settings;
  const answer = observeRequests((request, arrived) => app.fetch(request, arrived), {
    applications,
    metrics,
    log,
    logsRequests,
  });
  return { answer, metrics, log };
}

/** The web app in front of a public API, with the files and fixtures that it serves. */
async function composeWebApp(
  { settings, hostname }: ApplicationOptions,
  { loadHostAssets, loadSampleBundles, compression, log }: ApplicationDependencies,
  identityAndCloud: Pick<WebAppDependencies, "cloud" | "bearers" | "sessions" | "signIn">,
): Promise<Hono> {
  const fixtures = settings.fixturesDir ? createFolderFixtures(settings.fixturesDir, log) : NO_FIXTURES;
  const samples = loadSampleBundles ? createBuiltFixtures(loadSampleBundles, systemClock.now) : NO_FIXTURES;
  const assets = await loadHostAssets();
  return createWebApp({
    ...identityAndCloud,
    log,
    codec: NODE_CODEC,
    ...compression,
    verified: createVerifiedBundles(systemClock.now, { maxBytes: settings.bundleCacheBytes }),
    assets: await compression?.compressAssets(assets) ?? assets,
    fixtures,
    mockFixtures: settings.fixturesDir ? fixtures : samples,
    appUrl: settings.appUrl ?? null,
    canvas: settings.canvas,
    serviceWorker: settings.serviceWorker,
    embedOrigins: settings.embedOrigins,
    guarded: isLoopbackName(hostname),
  });
}

/** What the roles of a process depend on. */
function listChecks(
  { roles, settings }: ApplicationOptions,
  storage: ApplicationDependencies["storage"],
): Checks {
  if (storage) return storage.checks;
  return { upstream: checkUpstream(roles.includes("public") ? settings.internalUrl! : settings.cloudUrl!) };
}

/** The mounted applications have their prefixes in their own routes, and get the bindings. */
const KEEP_PATH = {
  replaceRequest: (request: Request) => request,
  optionHandler: ({ env }: Context) => [env],
};

/** The base URL of a service in the same process, which no network request uses. */
const SAME_PROCESS_URL = "http://localhost";

function createUpstream(sameProcess: Answer | null, url: string | undefined): Upstream {
  if (sameProcess) {
    return {
      baseUrl: SAME_PROCESS_URL,
      fetch: (request) => sameProcess(request),
      sameProcess: true,
    };
  }
  return { baseUrl: url!, fetch: (request) => fetch(request) };
}

/** What is known of users and services. */
interface Identity {
  bearers: BearerVerifier;
  sessions: Sessions | null;
  services: ServiceCredentials;
  signIn: SignIn;
}

async function createIdentity(options: ApplicationOptions): Promise<Identity> {
  const { settings, dataDir } = options;
  const { now } = systemClock;
  const { authJwksUrl, authIssuer, scopeRule } = settings;
  if (authJwksUrl) {
    const bearers = requireReadScope(createJwksBearers(authJwksUrl, now, { issuer: authIssuer }), scopeRule);
    const services = createServiceCredentials(settings.internalSecret ?? createOwnSecret(options), now);
    return { bearers, sessions: null, services, signIn: { kind: "none" } };
  }
  const secret = await loadAuthSecret(settings, dataDir);
  return {
    bearers: requireReadScope(createSecretBearers(secret, now), scopeRule),
    sessions: createSecretSessions(secret, now),
    services: createServiceCredentials(settings.internalSecret ?? secret, now),
    signIn: chooseSignIn(options, secret),
  };
}

/**
 * A random secret, for a process whose services call only each other.
 *
 * @throws {SettingError} when the storage service and the public API are separate processes
 */
function createOwnSecret({ roles }: ApplicationOptions): Uint8Array {
  if (roles.includes("storage") === roles.includes("public")) return randomBytes(32);
  throw new SettingError(
    "Cannot authorize the public API at the storage service: with TCK_AUTH_JWKS_URL, set TCK_INTERNAL_SECRET to the " +
      "same 32 characters or more for both roles",
  );
}

/**
 * With an identity provider, users sign in there. Only a server that just this machine can reach, with no secret and no
 * public URL, signs its user in without a token.
 */
function chooseSignIn({ settings, hostname, localUser }: ApplicationOptions, secret: Uint8Array): SignIn {
  if (settings.identityProvider) {
    const { now } = systemClock;
    const provider = createIdentityProvider(settings.identityProvider, now);
    return { kind: "provider", provider, attempts: createSignInAttempts(secret, now) };
  }
  const isLocal = !settings.authSecret && !settings.appUrl && isLoopbackName(hostname);
  return isLocal ? { kind: "local", userId: localUser } : { kind: "token" };
}
