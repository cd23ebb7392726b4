import { Hono } from "hono";
import { buildHostAssets } from "../../web/assets/mod.ts";
import {
  type BearerVerifier,
  createJwksBearers,
  createSecretBearers,
  createSecretSessions,
  type Sessions,
} from "../auth/mod.ts";
import { type ServiceDependencies, systemClock } from "../protocol/mod.ts";
import { createBatchReader, createEndedSessions } from "../postgres/mod.ts";
import {
  createFolderFixtures,
  createInternalApi,
  createPublicApi,
  createVerifiedBundles,
  createWebApp,
  INTERNAL_PREFIX,
  isLoopbackName,
  type Log,
  NO_FIXTURES,
  OBJECT_MISSING_EVENT,
  PUBLIC_PREFIX,
  respondProblem,
  type SignIn,
  type Upstream,
} from "../routes/mod.ts";
import { NODE_CODEC } from "../zlib/mod.ts";
import { loadAuthSecret, type Settings } from "./settings.ts";

/** The services that a process can run. */
export const ROLES = ["storage", "public", "web"] as const;

/** One of the services. */
export type Role = typeof ROLES[number];

/** How an application is composed. */
export interface ApplicationOptions {
  settings: Settings;
  dataDir: string;
  roles: readonly Role[];
  /** The address to listen on. On another than a loopback address, `/login` requires a token. */
  hostname: string;
  /** The user that `/login` signs in on the embedded default. */
  localUser: string;
}

/** What an application works with. */
export interface ApplicationDependencies {
  /** The stores, for the role `storage`. */
  service: Pick<ServiceDependencies, "database" | "objects"> | null;
  log: Log;
}

/** An application as a function of a request. */
type Application = (request: Request) => Response | Promise<Response>;

/**
 * Composes the services of a process. A service calls another one in the same process directly, and any other at the URL
 * of its setting.
 */
export async function createApplication(
  options: ApplicationOptions,
  { service, log: writeLog }: ApplicationDependencies,
): Promise<Application> {
  let missingObjects = 0;
  const log: Log = (event) => {
    if (event.event === OBJECT_MISSING_EVENT) missingObjects++;
    writeLog(event);
  };
  const { settings, roles } = options;
  const { bearers, sessions } = await createIdentity(options);
  const app = new Hono();
  app.notFound(() =>
    respondProblem("route.not_found", `This server has the roles ${roles.join(", ")}, and no such route`)
  );
  app.get(
    "/healthz",
    (context) => context.json({ status: "ok", roles, missingObjects }, 200, { "Cache-Control": "no-store" }),
  );

  app.all(
    "/healthz",
    ({ req }) =>
      respondProblem("request.method_not_allowed", `Cannot ${req.method} "/healthz": it has only GET, HEAD`, {
        "Allow": "GET, HEAD",
      }),
  );

  let storageApi: Application | null = null;
  let publicApi: Application | null = null;
  if (roles.includes("storage") && service) {
    const { database, objects } = service;
    const reader = createBatchReader(database, objects);
    const endedSessions = createEndedSessions(database);
    storageApi = createInternalApi({ reader, bearers, endedSessions, log }).fetch;
    app.mount(INTERNAL_PREFIX, storageApi, KEEP_PATH);
  }
  if (roles.includes("public")) {
    const storage = createUpstream(storageApi, settings.internalUrl);
    publicApi = createPublicApi({ storage, bearers, log, corsOrigins: settings.corsOrigins }).fetch;
    app.mount(PUBLIC_PREFIX, publicApi, KEEP_PATH);
  }
  if (roles.includes("web")) {
    const web = createWebApp({
      cloud: createUpstream(publicApi, settings.cloudUrl),
      bearers,
      sessions,
      log,
      codec: NODE_CODEC,
      verified: createVerifiedBundles(systemClock.now, { maxBytes: settings.bundleCacheBytes }),
      assets: await buildHostAssets(),
      fixtures: settings.fixturesDir ? createFolderFixtures(settings.fixturesDir, log) : NO_FIXTURES,
      signIn: chooseSignIn(options, sessions),
      appUrl: settings.appUrl ?? null,
      canvas: settings.canvas,
      embedOrigins: settings.embedOrigins,
      guarded: isLoopbackName(options.hostname),
    });
    app.mount("/", web.fetch, KEEP_PATH);
  }
  return (request) => app.fetch(request);
}

/** The mounted applications have their prefixes in their own routes, and use no execution context. */
const KEEP_PATH = { replaceRequest: (request: Request) => request, optionHandler: () => [] };

/** The base URL of a service in the same process, which no network request uses. */
const SAME_PROCESS_URL = "http://localhost";

function createUpstream(sameProcess: Application | null, url: string | undefined): Upstream {
  if (sameProcess) return { baseUrl: SAME_PROCESS_URL, fetch: sameProcess, sameProcess: true };
  return { baseUrl: url!, fetch: (request) => fetch(request) };
}

async function createIdentity(
  { settings, dataDir }: ApplicationOptions,
): Promise<{ bearers: BearerVerifier; sessions: Sessions | null }> {
  const { now } = systemClock;
  if (settings.authJwksUrl) return { bearers: createJwksBearers(settings.authJwksUrl, now), sessions: null };
  const secret = await loadAuthSecret(settings, dataDir);
  return { bearers: createSecretBearers(secret, now), sessions: createSecretSessions(secret, now) };
}

/** Only a server that just this machine can reach, with no secret and no public URL, signs its user in without a token. */
function chooseSignIn(
  { settings, hostname, localUser }: ApplicationOptions,
  sessions: Sessions | null,
): SignIn {
  if (!sessions) return { kind: "none" };
  const isLocal = !settings.authSecret && !settings.appUrl && isLoopbackName(hostname);
  return isLocal ? { kind: "local", userId: localUser } : { kind: "token" };
}
