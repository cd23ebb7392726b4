import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { LogEvent, ObjectStore } from "../../../core/commit/mod.ts";
import type { BatchKind } from "../../../core/contract/mod.ts";
import {
  acceptBearers,
  type BearerIssuer,
  type BearerVerifier,
  createSecretBearers,
  createSecretSessions,
  type EndedSessions,
  type Sessions,
} from "../../../hosts/auth/mod.ts";
import { commitBatch, type CommitReport } from "../../../hosts/commit/mod.ts";
import { createMemoryObjectStore } from "../../conformance/memory_object_store.ts";
import {
  createBatchReader,
  createEndedSessions,
  type Database,
  openDatabase,
} from "../../../hosts/postgres/mod.ts";
import {
  createInternalApi,
  createPublicApi,
  createVerifiedBundles,
  createWebApp,
  type Fixtures,
  NO_FIXTURES,
  type Upstream,
  type WebAppDependencies,
} from "../../../hosts/routes/mod.ts";
import { preparedFolder } from "../cli/command_process.ts";
import { makeEnvelope } from "./envelopes.ts";
import { listen, type TestServer, upstreamAnswering, upstreamOf } from "./sockets.ts";
import { NODE_CODEC } from "../../../hosts/zlib/mod.ts";

/** The secret of every server in these tests. */
export const SECRET = new TextEncoder().encode("a secret that is long enough: 32");

/** Creates bearers and sessions with a clock that a test can set. */
export function createIdentity(clock: { now: number }): {
  bearers: BearerVerifier & BearerIssuer;
  sessions: Sessions;
} {
  return {
    bearers: createSecretBearers(SECRET, () => clock.now),
    sessions: createSecretSessions(SECRET, () => clock.now),
  };
}

/** The cookie of a session that is valid now. */
export async function sessionCookie(userId: string, clock = { now: Date.now() }): Promise<string> {
  return `tck_session=${(await createIdentity(clock).sessions.open({ userId })).token}`;
}

/** A store of ended sessions that has none. */
export const NO_ENDED_SESSIONS: EndedSessions = {
  end: () => Promise.reject(new Error("a session was ended")),
  has: () => Promise.resolve(false),
};

/** A bearer that is valid now. */
export function bearerOf(userId: string): Promise<string> {
  return createSecretBearers(SECRET, () => Date.now()).issue(userId, 3600);
}

/** The header of a bearer. */
export async function authorize(userId: string): Promise<{ Authorization: string }> {
  return { Authorization: `Bearer ${await bearerOf(userId)}` };
}

/** The stores of the storage service. */
export interface Stores {
  database: Database;
  objects: ObjectStore;
  /** Commits a batch of envelopes in their order. */
  commit(
    userId: string,
    localDate: string,
    kind: BatchKind,
    bundles: readonly Uint8Array[],
  ): Promise<CommitReport>;
  close(): Promise<void>;
}

/** Opens an empty database (PGlite in a temporary folder) and an object store. */
export async function openStores(): Promise<Stores> {
  const folder = await preparedFolder();
  const database = await openDatabase({ dataDir: folder.path });
  const objects = createMemoryObjectStore(() => Date.now());
  const service = {
    database,
    objects,
    clock: { now: () => Date.now(), sleep: () => Promise.resolve() },
    createId: () => crypto.randomUUID(),
    log: () => {},
    appUrl: "http://localhost",
  };
  let commits = 0;
  return {
    database,
    objects,
    async commit(userId, localDate, kind, bundles) {
      const directory = join(folder.path, `commit-${++commits}`);
      const dist = join(directory, "widget-batch", "dist");
      await mkdir(dist, { recursive: true });
      for (const [index, bytes] of bundles.entries()) {
        await writeFile(join(dist, `${String(index + 1).padStart(3, "0")}_widget.tckb`), bytes);
      }
      return await commitBatch(service, { userId, taskId: `task-${commits}`, localDate, kind, directory });
    },
    async close() {
      await database.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}

/** Storage service, public API and web app, each on its own socket. */
export interface Stack {
  storage: TestServer;
  cloud: TestServer;
  web: TestServer;
  /** What the servers logged. */
  logged: LogEvent[];
  close(): Promise<void>;
}

/** Answers a request to the web app in its place, or passes on what the app answers to it or to another request. */
export type Intercept = (
  request: Request,
  answer: (other?: Request) => Promise<Response>,
) => Promise<Response>;

/** Serves all three. */
export function serveStack(
  { database, objects }: Stores,
  fixtures: Fixtures = NO_FIXTURES,
  identity: ReturnType<typeof createIdentity> = createIdentity({ now: Date.now() }),
  web: Partial<WebAppDependencies> = {},
  intercept: Intercept = (_request, answer) => answer(),
): Stack {
  const { bearers } = identity;
  const logged: LogEvent[] = [];
  const log = (event: LogEvent) => void logged.push(event);
  const reader = createBatchReader(database, objects);
  const storage = listen(
    createInternalApi({ reader, bearers, endedSessions: createEndedSessions(database), log }).fetch,
  );
  const cloud = listen(createPublicApi({ storage: upstreamOf(storage), bearers, log }).fetch);
  const app = createWeb(upstreamOf(cloud), { ...identity, fixtures, log, ...web });
  const webServer = listen((request) =>
    intercept(request, async (other = request) => await app.fetch(other))
  );
  const close = async () => {
    for (const server of [webServer, cloud, storage]) await server.close();
  };
  return { storage, cloud, web: webServer, logged, close };
}

/** Serves the web app in front of a cloud. */
export function serveWeb(cloud: Upstream, deps: Partial<WebAppDependencies> = {}): TestServer {
  return listen(createWeb(cloud, deps).fetch);
}

/** Creates the web app as a function of requests. */
export function createWeb(
  cloud: Upstream,
  deps: Partial<WebAppDependencies> = {},
): ReturnType<typeof createWebApp> {
  const identity = createIdentity({ now: Date.now() });
  return createWebApp({
    ...identity,
    chatBearers: acceptBearers(deps.bearers ?? identity.bearers),
    cloud,
    assets: ASSETS,
    fixtures: NO_FIXTURES,
    mockFixtures: deps.fixtures ?? NO_FIXTURES,
    signIn: { kind: "token" },
    appUrl: null,
    chatPage: (appUrl) => Promise.resolve(`<!doctype html><title>${appUrl}</title>`),
    authorizationServer: () => Promise.resolve(null),
    canvas: "open",
    serviceWorker: false,
    embedOrigins: [],
    guarded: false,
    codec: NODE_CODEC,
    // Nothing is kept, so that a test sees what it changes in the object store.
    verified: createVerifiedBundles(() => Date.now(), { maxBytes: 0 }),
    log: () => {},
    ...deps,
  });
}

async function asset(source: string, contentType: string) {
  const { module, hash } = await makeEnvelope({ module: source });
  return { bytes: module, contentType, hash };
}

const MODULES = [
  "react-runtime",
  "tck",
  "tck-host",
  "tck-host-mount",
  "boot",
  "boot-feed",
  "boot-page",
  "bootstrap-feed",
];

/** Small host assets with the real names. */
export const ASSETS = new Map([
  ...await Promise.all(
    MODULES.map(async (name) =>
      [
        `${name}.mjs`,
        await asset(`export const asset = "${name}";`, "application/javascript; charset=utf-8"),
      ] as const
    ),
  ),
  ["style.css", await asset(":root { --color-text: black }", "text/css; charset=utf-8")] as const,
  ["mark-page.js", await asset('"use strict";"mark";', "application/javascript; charset=utf-8")] as const,
]);

/** A cloud that must not be called. */
export const CLOSED_CLOUD: Upstream = upstreamAnswering(() =>
  Promise.reject(new Error("the cloud was called"))
);
