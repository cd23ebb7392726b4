import type { Server } from "node:http";
import { resolve } from "node:path";
import type { LiveWidget, RescanResult } from "../protocol.ts";
import { Gateway } from "./http/gateway.ts";
import { listen } from "./http/listener.ts";
import { findAddresses, type PreviewAddresses } from "./http/preview_addresses.ts";
import { createRequestGuard, createToken, isLoopbackHost } from "./http/request_guard.ts";
import {
  type CompositionSource,
  DEFAULT_LIMITS,
  openPreviewModel,
  type PreviewConfig,
  type PreviewLimits,
  type PreviewModel,
  ServerActivity,
} from "./model/mod.ts";
import { createRemoteFetch } from "./remote/fetch_remote.ts";
import type { ReviewSession } from "./review/mod.ts";
import { createProtocolRoutes } from "./routes/protocol_routes.ts";
import type { CardPictures } from "./snapshot/card_pictures.ts";
import type { DevServer } from "./vite/dev_server.ts";
import type { LiveSources } from "./vite/live/live_sources.ts";
import { checkProjectPath } from "./vite/project_path.ts";
import { type OwnModules, prepareOwnModules } from "./vite/modules/prepare_own_modules.ts";

/** Fields of the configuration, which are used instead of those of its file. */
type PreviewConfigOptions = {
  [Name in "scan" | "canvas" | "viteFinal"]?: PreviewConfig[Name] | undefined;
};

/**
 * How a preview is started (preview specification, §4). Fields given here win over those of the configuration's file.
 */
export interface PreviewOptions extends PreviewConfigOptions {
  /** The project folder. @default the current folder */
  cwd?: string | undefined;
  /** The configuration's file, relative to the project. @default `tck.preview.config.{ts,mts,js,mjs}` */
  config?: string | undefined;
  /** Feeds of the Canvas, instead of those of the configuration. */
  feedSources?: readonly CompositionSource[] | undefined;
  /** The address to listen on; beyond loopback, requests need the token. @default "localhost" */
  host?: string | undefined;
  /** The preferred port, 0 for any free one. @default 5173 */
  port?: number | undefined;
  /** Whether only the preferred port is used. @default false: the next free one */
  strictPort?: boolean | undefined;
  /** Other origins by which the preview is reached, such as a tunnel's. Requests need the token then. */
  allowedOrigins?: readonly string[] | undefined;
  /**
   * What every request must carry; null for nothing, which is possible on loopback only.
   *
   * @default null on loopback without other origins, else a random token
   */
  token?: string | null | undefined;
  /** Whether bundles may be fetched from private addresses. @default false */
  allowPrivateFetch?: boolean | undefined;
  /** Sizes, counts and durations that the dev protocol accepts. */
  limits?: Partial<PreviewLimits> | undefined;
  /** Receives warnings for people, one line each. */
  report?: ((message: string) => void) | undefined;
}

export interface PreviewHandle extends PreviewAddresses {
  /** Ends the preview. Open pages stay as they are. */
  close(): Promise<void>;
}

/** A running preview, for the preview's own commands. */
export interface OpenPreview extends PreviewHandle {
  readonly model: PreviewModel;
  /** The widgets in the project's sources, with the URLs of their modules. */
  liveWidgets(): readonly LiveWidget[];
  /** The sources behind the modules of pages. */
  readonly sources: LiveSources;
  /** The URLs of the modules that every page has. */
  readonly pageModules: readonly string[];
  /** Reads bundles and sources again, so that a page opened next shows the files as they are now. */
  refresh(): Promise<RescanResult>;
}

/** How the preview's own commands start a preview. */
export interface OpenPreviewOptions extends PreviewOptions {
  /** The review that its pages show; `last` is that of the project's last snapshot. @default none */
  readonly review?: ReviewSession | "last";
  /** Whether pages show type errors. @default false */
  readonly checksTypes?: boolean;
}

/** The preferred port (preview specification, §8). */
const DEFAULT_PORT = 5173;

/**
 * Starts the server and the shell (preview specification, §4).
 *
 * @throws {PreviewStartError} when the port, address or project's path cannot be used, or `viteFinal` fails
 * @throws {PreviewConfigError} when there is no such project, or its configuration cannot be used
 */
export async function startPreview(options: PreviewOptions = {}): Promise<PreviewHandle> {
  const { url, networkUrls, close } = await openPreview({ ...options, checksTypes: true, review: "last" });
  return { url, networkUrls, close };
}

/** Starts a preview as {@link startPreview} does, for the preview's own commands. */
export async function openPreview(options: OpenPreviewOptions = {}): Promise<OpenPreview> {
  const { host = "localhost", port = DEFAULT_PORT, strictPort = false, cwd = "." } = options;
  await checkProjectPath(resolve(cwd));
  const ownModules = prepareOwnModules();
  const activity = new ServerActivity();
  const [model] = await Promise.all([openModel(options, activity), loadVite()]);
  try {
    const listener = await listen({ host, port, strictPort });
    const place = { host, port: listener.port };
    return await openServer(options, { model, activity, ownModules }, listener.servers, place);
  } catch (error) {
    await model.close();
    throw error;
  }
}

/** Not a static import, so that the bundler of the shell and the model begin before. */
function loadVite(): Promise<typeof import("./vite/dev_server.ts")> {
  return import("./vite/dev_server.ts");
}

function openModel(options: OpenPreviewOptions, activity: ServerActivity): Promise<PreviewModel> {
  const { cwd = ".", config, scan, canvas, viteFinal, feedSources, limits, report, checksTypes } = options;
  const feeds = feedSources === undefined ? {} : { feeds: feedSources };
  return openPreviewModel({
    projectDirectory: resolve(cwd),
    configFile: config,
    config: {
      ...(scan === undefined ? {} : { scan }),
      ...(canvas === undefined && feedSources === undefined ? {} : { canvas: { ...canvas, ...feeds } }),
      ...(viteFinal === undefined ? {} : { viteFinal }),
    },
    limits,
    activity,
    checksTypes,
    report,
  });
}

async function openServer(
  options: OpenPreviewOptions,
  { model, activity, ownModules }: { model: PreviewModel; activity: ServerActivity; ownModules: OwnModules },
  servers: readonly Server[],
  place: { host: string; port: number },
): Promise<OpenPreview> {
  const { allowedOrigins = [], allowPrivateFetch = false, report = () => {} } = options;
  const { token = needsToken(place.host, allowedOrigins) ? createToken() : null } = options;
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const gateway = new Gateway(servers);
  const addresses = findAddresses({ ...place, token });
  let pictures: Promise<CardPictures> | null = null;
  // Loaded with the first picture, since few pages ask for one.
  const openPictures = () =>
    pictures ??= import("./snapshot/card_pictures.ts").then(({ CardPictures }) =>
      new CardPictures(addresses.url, model.projectDirectory)
    );
  const awaited = options.review === "last" ? undefined : options.review;
  let review: Promise<ReviewSession> | null = awaited ? Promise.resolve(awaited) : null;
  const openReview = () => review ??= openProjectReview(resolve(options.cwd ?? "."));
  try {
    const guard = createRequestGuard({ ...place, token, allowedOrigins });
    const fetchRemote = createRemoteFetch(limits, { allowPrivate: allowPrivateFetch });
    const { startDevServer } = await loadVite();
    const devServer = await startDevServer({
      model,
      ownModules,
      ...place,
      upgrades: gateway.upgrades,
      // A browser does not send the cookie of the token to a frame of another site.
      hasFrameSites: token === null,
      onPage: () => activity.recordPage(),
      report,
    });
    gateway.open({
      guard,
      routes: createProtocolRoutes({
        model,
        limits,
        fetchRemote,
        sharedModuleUrl: devServer.sharedModuleUrl,
        mapStack: (stack) => devServer.sources.mapStack(stack),
        createChatView: async () => (await loadChat()).createChatView(),
        readChatCard: async (request) => {
          if (request.kind === "live") devServer.follow(request.id);
          return await (await loadChat()).readChatCard(model, request);
        },
        createFeedPage: async (request) => (await loadFeedPage()).createFeedPage(model, request),
        // Where a snapshot or an agent runs cards, there is nobody who decides.
        openReview: options.review === undefined ? null : openReview,
        takePicture: async (request) => (await openPictures()).take(request),
        report,
      }),
      serve: devServer.serve,
      acceptsSocket: devServer.acceptsSocket,
      onRequest: () => activity.record(),
      onIdle: () => awaited?.onIdle(),
    });
    return {
      ...addresses,
      model,
      liveWidgets: devServer.liveWidgets,
      sources: devServer.sources,
      pageModules: devServer.pageModules,
      refresh: () => refresh(model, devServer),
      close: async () => {
        await (await pictures)?.close();
        await Promise.all([...servers.map(closeServer), devServer.close(), model.close()]);
      },
    };
  } catch (error) {
    gateway.fail(error);
    await Promise.all(servers.map(closeServer));
    throw error;
  }
}

/** Loaded with the first request, as the pictures are. */
function loadFeedPage(): Promise<typeof import("./feed_page/mod.ts")> {
  return import("./feed_page/mod.ts");
}

/** Loaded with the first request, as the pictures are. */
function loadChat(): Promise<typeof import("./chat/mod.ts")> {
  return import("./chat/mod.ts");
}

/** Loaded with the first request, as the pictures are. */
async function openProjectReview(project: string): Promise<ReviewSession> {
  const { ReviewSession, ReviewStore, reviewFoldersOf } = await import("./review/mod.ts");
  return new ReviewSession(new ReviewStore(reviewFoldersOf(project)), { isAwaited: false });
}

/** Requests through a tunnel come from this machine as well. */
function needsToken(host: string, allowedOrigins: readonly string[]): boolean {
  return !isLoopbackHost(host) || allowedOrigins.length > 0;
}

async function refresh(model: PreviewModel, devServer: DevServer): Promise<RescanResult> {
  const result = await model.rescan();
  devServer.invalidateModules();
  return result;
}

/** Does not wait for connections that are kept alive. */
async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((fulfil) => server.close(() => fulfil()));
  server.closeAllConnections();
  await closed;
}
