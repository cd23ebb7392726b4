import { Hono } from "hono";
import type { ServiceDependencies } from "../protocol/mod.ts";
import { type BearerVerifier, jwksBearers, secretBearers, secretSessions } from "../auth/mod.ts";
import { createBatchReader } from "../postgres/mod.ts";
import {
  createInternalApi,
  createPublicApi,
  createWebApp,
  directoryFixtures,
  INTERNAL_PREFIX,
  isLoopbackName,
  NO_FIXTURES,
  problemResponse,
  PUBLIC_PREFIX,
  type SignIn,
  type Upstream,
  type WebIdentity,
} from "../routes/mod.ts";
import { NODE_CODEC } from "../zlib/mod.ts";
import { buildHostAssets } from "../../web/assets/mod.ts";
import { loadAuthSecret, type Settings } from "./settings.ts";

/** The parts that one process can serve. */
export const ROLES = ["storage", "public", "web"] as const;

/** One of the parts. */
export type Role = typeof ROLES[number];

/** What an application is made of. */
export interface ApplicationOptions {
  settings: Settings;
  dataDir: string;
  roles: readonly Role[];
  /** The address that is listened on: beyond loopback, nobody is signed in without a token. */
  hostname: string;
  /** The user that `/login` signs in on the embedded default. */
  localUser: string;
  /** The stores, for the role `storage`. */
  service: Pick<ServiceDependencies, "database" | "objects"> | null;
  log: (message: string, error: unknown) => void;
}

/** An application as a function of a request. */
export type Application = (request: Request) => Response | Promise<Response>;

/**
 * Puts the parts of a process together. A part that stands in the same process is asked directly, another one at the URL
 * of its setting.
 */
export async function createApplication(options: ApplicationOptions): Promise<Application> {
  const { settings, roles, service, log } = options;
  const { bearers, identity } = await openIdentity(options);
  const app = new Hono();
  const here: Application = (request) => app.fetch(request);
  app.notFound(() =>
    problemResponse("route.not_found", `This server has the roles ${roles.join(", ")}, and no such route`)
  );
  app.get(
    "/healthz",
    (context) => context.json({ status: "ok", roles }, 200, { "Cache-Control": "no-store" }),
  );

  if (roles.includes("storage") && service) {
    const reader = createBatchReader(service.database, service.objects);
    app.mount(
      INTERNAL_PREFIX,
      createInternalApi({ reader, objects: service.objects, bearers, log }).fetch,
      SAME_PATH,
    );
  }
  if (roles.includes("public")) {
    const storage = upstream(roles.includes("storage") ? here : null, settings.internalUrl);
    app.mount(PUBLIC_PREFIX, createPublicApi({ storage, bearers, log }).fetch, SAME_PATH);
  }
  if (roles.includes("web")) {
    const cloud = upstream(roles.includes("public") ? here : null, settings.cloudUrl);
    const web = createWebApp({
      cloud,
      bearers,
      identity,
      log,
      codec: NODE_CODEC,
      assets: await buildHostAssets(),
      fixtures: settings.fixturesDir ? directoryFixtures(settings.fixturesDir) : NO_FIXTURES,
      signIn: chooseSignIn(options, identity),
      appUrl: settings.appUrl ?? null,
      guarded: isLoopbackName(options.hostname),
    });
    app.mount("/", web.fetch, SAME_PATH);
  }
  return here;
}

/** The parts know their own prefixes. */
const SAME_PATH = { replaceRequest: (request: Request) => request };

/** Which URL a part behind is reached at when it stands in the same process: any, since no network is between. */
const SAME_PROCESS = "http://localhost";

function upstream(here: Application | null, url: string | undefined): Upstream {
  if (here) return { baseUrl: SAME_PROCESS, fetch: here };
  return { baseUrl: url!, fetch: (request) => fetch(request) };
}

async function openIdentity(
  { settings, dataDir }: ApplicationOptions,
): Promise<{ bearers: BearerVerifier; identity: WebIdentity | null }> {
  const now = () => Date.now();
  if (settings.authJwksUrl) return { bearers: jwksBearers(settings.authJwksUrl, now), identity: null };
  const secret = await loadAuthSecret(settings, dataDir);
  const bearers = secretBearers(secret, now);
  return { bearers, identity: { sessions: secretSessions(secret, now), issuer: bearers } };
}

/** Without a secret of its own the server is a local one: it signs in its user, as long as only this machine reaches it. */
function chooseSignIn(
  { settings, hostname, localUser }: ApplicationOptions,
  identity: WebIdentity | null,
): SignIn {
  if (!identity) return { kind: "none" };
  const isLocal = !settings.authSecret && !settings.appUrl && isLoopbackName(hostname);
  return isLocal ? { kind: "local", userId: localUser } : { kind: "token" };
}
