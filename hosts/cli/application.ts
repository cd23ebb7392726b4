import { Hono } from "hono";
import { buildHostAssets } from "../../web/assets/mod.ts";
import {
  type BearerVerifier,
  createIdentityProvider,
  createJwksBearers,
  createSecretBearers,
  createSecretSessions,
  createSignInAttempts,
  type Sessions,
} from "../auth/mod.ts";
import { type ServiceDependencies, systemClock } from "../protocol/mod.ts";
import { createBatchReader, createEndedSessions } from "../postgres/mod.ts";
import {
  createFolderFixtures,
  createInternalApi,
  createPublicApi,
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
  const { bearers, sessions, signIn } = await createIdentity(options);
  const app = new Hono();
  const sameProcess: Application = (request) => app.fetch(request);
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

  if (roles.includes("storage") && service) {
    const { database, objects } = service;
    const reader = createBatchReader(database, objects);
    const endedSessions = createEndedSessions(database);
    const api = createInternalApi({ reader, objects, bearers, endedSessions, log });
    app.mount(INTERNAL_PREFIX, api.fetch, KEEP_PATH);
  }
  if (roles.includes("public")) {
    const storage = createUpstream(roles.includes("storage") ? sameProcess : null, settings.internalUrl);
    app.mount(PUBLIC_PREFIX, createPublicApi({ storage, bearers, log }).fetch, KEEP_PATH);
  }
  if (roles.includes("web")) {
    const web = createWebApp({
      cloud: createUpstream(roles.includes("public") ? sameProcess : null, settings.cloudUrl),
      bearers,
      sessions,
      log,
      codec: NODE_CODEC,
      assets: await buildHostAssets(),
      fixtures: settings.fixturesDir ? createFolderFixtures(settings.fixturesDir, log) : NO_FIXTURES,
      signIn,
      appUrl: settings.appUrl ?? null,
      canvas: settings.canvas,
      serviceWorker: settings.serviceWorker,
      embedOrigins: settings.embedOrigins,
      guarded: isLoopbackName(options.hostname),
    });
    app.mount("/", web.fetch, KEEP_PATH);
  }
  return sameProcess;
}

/** The mounted applications have their prefixes in their own routes. */
const KEEP_PATH = { replaceRequest: (request: Request) => request };

/** The base URL of a service in the same process, which no network request uses. */
const SAME_PROCESS_URL = "http://localhost";

function createUpstream(sameProcess: Application | null, url: string | undefined): Upstream {
  if (sameProcess) return { baseUrl: SAME_PROCESS_URL, fetch: sameProcess };
  return { baseUrl: url!, fetch: (request) => fetch(request) };
}

async function createIdentity(
  options: ApplicationOptions,
): Promise<{ bearers: BearerVerifier; sessions: Sessions | null; signIn: SignIn }> {
  const { settings, dataDir } = options;
  const { now } = systemClock;
  if (settings.authJwksUrl) {
    return {
      bearers: createJwksBearers(settings.authJwksUrl, now),
      sessions: null,
      signIn: { kind: "none" },
    };
  }
  const secret = await loadAuthSecret(settings, dataDir);
  return {
    bearers: createSecretBearers(secret, now),
    sessions: createSecretSessions(secret, now),
    signIn: chooseSignIn(options, secret),
  };
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
