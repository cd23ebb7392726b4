import { realpath } from "node:fs/promises";
import type { Server } from "node:http";
import { resolve } from "node:path";
import { normalizePath, type Plugin, type ViteDevServer } from "vite";
import { BUNDLES_CHANGED_EVENT, type LiveWidget, PROTOCOL_PREFIX, type RescanResult } from "../protocol.ts";
import type { CompositionSource, PreviewConfig } from "./config/mod.ts";
import { Gateway, listen } from "./http/mod.ts";
import type { PreviewLimits } from "./limits.ts";
import { awaitWholeWrites, BackgroundChecks, LiveSource, LiveStylesheets, LiveWidgets } from "./live/mod.ts";
import { openBundler } from "./model/bundler.ts";
import { findAddresses, type PreviewAddresses } from "./preview_addresses.ts";
import { createRequestGuard, createToken, isLoopbackHost } from "./request_guard.ts";
import { openPreviewSession, type PreviewSession, type PreviewSessionOptions } from "./session.ts";
import {
  bundleOfModulePath,
  forgetBundleModules,
  isOwnFile,
  serveBundleModules,
  startViteServer,
} from "./vite/mod.ts";

/** How a preview is started (preview specification, §4). What is given wins over the field of the configuration's file. */
export interface PreviewOptions extends Pick<PreviewConfig, "scan" | "canvas" | "viteFinal"> {
  /** The project folder. @default the current folder */
  cwd?: string | undefined;
  /** The configuration's file, relative to the project. @default `tck.preview.config.{ts,mts,js,mjs}` */
  config?: string | undefined;
  /** Feeds of the Canvas, instead of those of the configuration. */
  feedSources?: readonly CompositionSource[] | undefined;
  /** The address to listen on; beyond loopback, who has no token is turned away. @default "localhost" */
  host?: string | undefined;
  /** The preferred port, 0 for any free one. @default 5173 */
  port?: number | undefined;
  /** Whether no other port will do. @default false: the next free one */
  strictPort?: boolean | undefined;
  /** Origins by which the preview is reached beside its own, such as a tunnel's. Who has no token is then turned away. */
  allowedOrigins?: readonly string[] | undefined;
  /**
   * What every request has to know; null for nothing, which is not possible beyond loopback.
   *
   * @default null on loopback without other origins, else a token that nobody guesses
   */
  token?: string | null | undefined;
  /** Whether bundles may be fetched from private addresses. @default false */
  allowPrivateFetch?: boolean | undefined;
  /** How much is taken, and how long is waited. */
  limits?: Partial<PreviewLimits> | undefined;
  /** Takes warnings for people, a line each. @default nobody does */
  report?: ((message: string) => void) | undefined;
}

/** A preview that is running. */
export interface PreviewHandle extends PreviewAddresses {
  /** Ends it. Pages that are open stay as they are. */
  close(): Promise<void>;
}

/** A preview that is running, with what the preview's own tools need of it. */
export interface OpenPreview extends PreviewHandle {
  readonly session: PreviewSession;
  /** The widgets in the project's sources. */
  liveWidgets(): readonly LiveWidget[];
  /**
   * Reads bundles and sources anew, whatever the watchers have noticed: who has just written a file and opens a page is
   * shown that file.
   */
  refresh(): Promise<RescanResult>;
}

/** The preferred port (preview specification, §8). */
const DEFAULT_PORT = 5173;

/**
 * Starts the server and the shell (preview specification, §4).
 *
 * @throws {PreviewStartError} when the port or the address cannot be had, or `viteFinal` fails
 * @throws {PreviewConfigError} when there is no such project, or its configuration cannot be used
 */
export async function startPreview(options: PreviewOptions = {}): Promise<PreviewHandle> {
  const { url, networkUrls, close } = await openPreview(options);
  return { url, networkUrls, close };
}

/** Starts a preview as {@link startPreview} does, for the preview's own tools. */
export async function openPreview(options: PreviewOptions = {}): Promise<OpenPreview> {
  const { host = "localhost", port = DEFAULT_PORT, strictPort = false } = options;
  const session = await openPreviewSession(sessionOptions(options));
  try {
    const listener = await listen({ host, port, strictPort });
    const preview = new Preview(options, session, listener.server, { host, port: listener.port });
    return await preview.start();
  } catch (error) {
    await session.close();
    throw error;
  }
}

function sessionOptions(options: PreviewOptions): PreviewSessionOptions {
  const { cwd = ".", config, scan, canvas, viteFinal, feedSources } = options;
  const feeds = feedSources === undefined ? {} : { feeds: feedSources };
  return {
    projectDirectory: resolve(cwd),
    configFile: config,
    config: {
      ...(scan === undefined ? {} : { scan }),
      ...(canvas === undefined && feedSources === undefined ? {} : { canvas: { ...canvas, ...feeds } }),
      ...(viteFinal === undefined ? {} : { viteFinal }),
    },
    allowPrivateFetch: options.allowPrivateFetch,
    limits: options.limits,
    report: options.report,
  };
}

/** The parts of a preview, put together. */
class Preview {
  readonly #options: PreviewOptions;
  readonly #session: PreviewSession;
  readonly #server: Server;
  readonly #bundler = openBundler();
  readonly #place: { host: string; port: number };

  constructor(
    options: PreviewOptions,
    session: PreviewSession,
    server: Server,
    place: { host: string; port: number },
  ) {
    this.#options = options;
    this.#session = session;
    this.#server = server;
    this.#place = place;
  }

  async start(): Promise<OpenPreview> {
    const gateway = new Gateway(this.#server);
    try {
      return await this.#open(gateway);
    } catch (error) {
      gateway.fail(error);
      await closeServer(this.#server);
      throw error;
    }
  }

  async #open(gateway: Gateway): Promise<OpenPreview> {
    const project = normalizePath(await realpath(this.#session.projectDirectory));
    const { allowedOrigins = [], token = this.#neededToken(allowedOrigins) } = this.#options;
    const guard = createRequestGuard({ ...this.#place, token, allowedOrigins });
    const { plugins, live, widgets, checks } = await this.#liveSource(project);
    const { vite, close } = await startViteServer({
      project,
      ...this.#place,
      upgrades: gateway.upgrades,
      plugins: [...plugins, serveBundleModules((id) => this.#session.findBundle(id)?.tckb.module)],
      report: (message) => this.#options.report?.(message),
      viteFinal: this.#session.config.viteFinal,
    });
    gateway.open({
      guard,
      handle: (request) => this.#handle(request, live),
      isModule: (path) => bundleOfModulePath(path) !== null,
      serve: (message, response) => vite.middlewares(message, response),
      webSocketToken: vite.config.webSocketToken,
      onRequest: () => checks.delay(),
      onPage: () => checks.start(),
    });
    this.#followChanges(vite);
    return {
      ...findAddresses({ ...this.#place, token }),
      session: this.#session,
      liveWidgets: () => widgets.list,
      refresh: () => this.#refresh(vite, live),
      close: () => this.#close(close, checks),
    };
  }

  /** Who comes through a tunnel comes from this machine as well. */
  #neededToken(allowedOrigins: readonly string[]): string | null {
    return isLoopbackHost(this.#place.host) && allowedOrigins.length === 0 ? null : createToken();
  }

  async #liveSource(
    project: string,
  ): Promise<{ plugins: Plugin[]; live: LiveSource; widgets: LiveWidgets; checks: BackgroundChecks }> {
    const widgets = new LiveWidgets(project);
    const stylesheets = new LiveStylesheets({ project, bundler: this.#bundler, isOwn: isOwnFile });
    const checks = new BackgroundChecks({
      project,
      bundler: this.#bundler,
      report: (name, diagnostics) => {
        if (widgets.setDiagnostics(name, diagnostics)) live.publishWidgets();
      },
      onError: (error) => this.#options.report?.(`Cannot check the widgets: ${(error as Error).message}`),
    });
    const live = new LiveSource({ project, widgets, stylesheets, onEdit: (names) => checks.request(names) });
    await live.rediscover();
    const isSource = (file: string) => file.startsWith(`${project}/`) && !file.includes("/node_modules/");
    const plugins = [awaitWholeWrites(isSource), live.plugin(), ...stylesheets.plugins()];
    return { plugins, live, widgets, checks };
  }

  async #handle(request: Request, live: LiveSource): Promise<Response | null> {
    const response = await this.#session.handle(request);
    if (new URL(request.url).pathname === `${PROTOCOL_PREFIX}rescan` && response?.ok) await live.rediscover();
    return response;
  }

  async #refresh(vite: ViteDevServer, live: LiveSource): Promise<RescanResult> {
    const result = await this.#session.rescan();
    await live.rediscover();
    vite.environments.client.moduleGraph.invalidateAll();
    return result;
  }

  #followChanges(vite: ViteDevServer): void {
    const viteFinal = String(this.#session.config.viteFinal);
    this.#session.onConfigChanged(() => {
      if (String(this.#session.config.viteFinal) === viteFinal) return;
      this.#options.report?.("viteFinal has changed: it is heard when the preview starts; start it again");
    });
    this.#session.onBundlesChanged(() => {
      forgetBundleModules(vite, (id) => this.#session.findBundle(id) !== undefined);
      vite.environments.client.hot.send(BUNDLES_CHANGED_EVENT);
    });
  }

  async #close(closeVite: () => Promise<void>, checks: BackgroundChecks): Promise<void> {
    await Promise.all([closeServer(this.#server), closeVite(), checks.close(), this.#session.close()]);
    await this.#bundler.close();
  }
}

/** Does not wait for connections that are kept open. */
async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((fulfil) => server.close(() => fulfil()));
  server.closeAllConnections();
  await closed;
}
