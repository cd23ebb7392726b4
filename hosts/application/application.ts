import { randomBytes } from "node:crypto";
import type { Context, Env, Hono, MiddlewareHandler } from "hono";
import type { ObjectStore } from "../../core/commit/mod.ts";
import type { HostAssets } from "../../web/assets/import_map/mod.ts";
import { createChatPage } from "../../web/canvas/chat/mod.ts";
import {
  acceptBearers,
  acceptProviderTokens,
  BEARER_AUDIENCE,
  type BearerVerifier,
  createIdentityProvider,
  createJwksBearers,
  createSecretBearers,
  createSecretSessions,
  createServiceCredentials,
  createSignInAttempts,
  createWriterCredentials,
  requireReadScope,
  type ResourceBearers,
  type ServiceCredentials,
  type Sessions,
  type WriterCredentials,
} from "../auth/mod.ts";
import type { Compression } from "../compression/mod.ts";
import { systemClock } from "../time/mod.ts";
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
  CHAT_PATH,
  createBatchesRoute,
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
  type SignIn,
  type Upstream,
  type WebAppDependencies,
} from "../routes/mod.ts";
import type { SubmitBatch } from "../submissions/mod.ts";
import { NODE_CODEC } from "../zlib/mod.ts";
import { SettingError } from "./errors.ts";
import { type ApplicationSettings, loadAuthSecret } from "./application_settings.ts";
import { createObservedApplication } from "./observed_application.ts";
import type { Storage } from "./storage.ts";

/** The services that a process can run. */
export const ROLES = ["storage", "public", "web"] as const;

/** One of the services. */
export type Role = typeof ROLES[number];

export interface ApplicationOptions {
  settings: ApplicationSettings;
  dataDir: string;
  roles: readonly Role[];
  /** The address to listen on. On another than a loopback address, `/login` requires a token. */
  hostname: string;
  /** The user that `/login` signs in on the embedded default. */
  localUser: string;
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
  /** The bucket that the storage service writes, from which the role `public` reads bundles itself; absent: it does not. */
  bucket?: Pick<ObjectStore, "head" | "get"> | null;
  /** How bodies are compressed, for the role `web`; absent: only as they are in the envelopes. */
  compression?: Compression;
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
  const { storage, submitBatch, requestCounter, bucket = null } = deps;
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
    const upstream = storageApi
      ? createUpstream(storageApi, undefined)
      : authorizeService(createUpstream(null, settings.internalUrl), services);
    const storageAndBucket = bucket ? readBundlesFrom(upstream, { bucket, bearers, log }) : upstream;
    const { corsOrigins } = settings;
    const description = await createApiDescription(deps);
    app.route("/", description);
    publicApi = mount(
      PUBLIC_PREFIX,
      createPublicApi({ storage: storageAndBucket, bearers, log, corsOrigins, requestCounter }),
    );
  }
  if (roles.includes("web")) {
    const cloud = createUpstream(publicApi, settings.cloudUrl);
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
  { loadHostAssets, loadSampleBundles, compression, requestCounter, log }: ApplicationDependencies,
  identityAndCloud: Pick<WebAppDependencies, "cloud"> & Omit<Identity, "services" | "writers">,
): Promise<Hono> {
  const fixtures = settings.fixturesDir ? createFolderFixtures(settings.fixturesDir, log) : NO_FIXTURES;
  const samples = loadSampleBundles ? createBuiltFixtures(loadSampleBundles, systemClock.now) : NO_FIXTURES;
  const assets = await loadHostAssets();
  return createWebApp({
    ...identityAndCloud,
    log,
    requestCounter,
    codec: NODE_CODEC,
    ...compression,
    verified: createVerifiedBundles(systemClock.now, { maxBytes: settings.bundleCacheBytes }),
    chatPage: createChatPage(assets),
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
  chatBearers: ResourceBearers;
  authorizationServer: () => Promise<string | null>;
  sessions: Sessions | null;
  services: ServiceCredentials;
  writers: WriterCredentials;
  signIn: SignIn;
}

async function createIdentity(options: ApplicationOptions): Promise<Identity> {
  const { settings, dataDir } = options;
  const { now } = systemClock;
  const { authJwksUrl, authIssuer, scopeRule } = settings;
  if (authJwksUrl) {
    const rules = { issuer: authIssuer, audiences: [BEARER_AUDIENCE, ...listChatAudiences(settings)] };
    const bearers = requireReadScope(createJwksBearers(authJwksUrl, now, rules), scopeRule);
    return {
      bearers,
      chatBearers: acceptBearers(bearers),
      authorizationServer: () => Promise.resolve(authIssuer ?? null),
      sessions: null,
      ...createInternalIdentity(readInternalSecret(options) ?? randomBytes(32)),
      signIn: { kind: "none" },
    };
  }
  const secret = await loadAuthSecret(settings, dataDir);
  const signIn = chooseSignIn(options, secret);
  return {
    ...createBearers(settings, secret, signIn),
    sessions: createSecretSessions(secret, now),
    ...createInternalIdentity(settings.internalSecret ?? secret),
    signIn,
  };
}

/** A client of the chat endpoint asks an issuer for a token of this endpoint (RFC 8707). */
function listChatAudiences({ appUrl }: ApplicationSettings): string[] {
  return appUrl === undefined ? [] : [appUrl + CHAT_PATH];
}

/** The bearers that a secret signs, and for chats also the tokens of the provider at which users sign in. */
function createBearers(
  settings: ApplicationSettings,
  secret: Uint8Array,
  signIn: SignIn,
): Pick<Identity, "bearers" | "chatBearers" | "authorizationServer"> {
  const { now } = systemClock;
  const { scopeRule, identityProvider } = settings;
  const issued = createSecretBearers(secret, now);
  const bearers = requireReadScope(issued, scopeRule);
  if (signIn.kind !== "provider") {
    return { bearers, chatBearers: acceptBearers(bearers), authorizationServer: () => Promise.resolve(null) };
  }
  const { provider } = signIn;
  const { userClaim } = identityProvider!;
  const audiences = listChatAudiences(settings);
  const options = { provider, audiences, userClaim, scopeRule, now };
  return {
    bearers,
    chatBearers: acceptProviderTokens({ ...issued, ...bearers }, options),
    authorizationServer: async () => (await provider.describeIssuer()).issuer,
  };
}

/** What is known of those that call the internal API. */
function createInternalIdentity(secret: Uint8Array): Pick<Identity, "services" | "writers"> {
  const { now } = systemClock;
  return { services: createServiceCredentials(secret, now), writers: createWriterCredentials(secret, now) };
}

/**
 * The secret of the services when an identity provider issues the bearers. Undefined means a random one, for a process
 * whose services call only each other.
 *
 * @throws {SettingError} when the storage service and the public API are separate processes, and it is not set
 */
export function readInternalSecret(
  { roles, settings: { internalSecret } }: Pick<ApplicationOptions, "roles" | "settings">,
): Uint8Array | undefined {
  if (internalSecret !== undefined) return internalSecret;
  if (roles.includes("storage") === roles.includes("public")) return undefined;
  throw new SettingError(
    "Cannot authorize the public API at the storage service: with TCK_AUTH_JWKS_URL, set TCK_INTERNAL_SECRET to the " +
      "same 32 characters or more for both roles",
  );
}

/** With an identity provider, users sign in there. */
function chooseSignIn(options: ApplicationOptions, secret: Uint8Array): SignIn {
  const { settings, localUser } = options;
  if (settings.identityProvider) {
    const { now } = systemClock;
    const provider = createIdentityProvider(settings.identityProvider, now);
    return { kind: "provider", provider, attempts: createSignInAttempts(secret, now) };
  }
  return signsInLocally(options) ? { kind: "local", userId: localUser } : { kind: "token" };
}

/** Only a server that just this machine can reach, with no secret and no public URL, signs its user in without a token. */
export function signsInLocally(
  { settings, hostname }: Pick<ApplicationOptions, "settings" | "hostname">,
): boolean {
  return !settings.identityProvider && !settings.authSecret && !settings.appUrl && isLoopbackName(hostname);
}
