import type { EventEmitter } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer, type ViteDevServer } from "vite";
import type { LiveWidget } from "../../protocol.ts";
import type { PreviewModel } from "../model/mod.ts";
import { delayIncompleteEdits } from "./live/delayed_events.ts";
import { createDevLogger } from "./dev_logger.ts";
import { createDevServerConfig } from "./dev_server_config.ts";
import { limitFiles, limitPackages, readWithoutMaps } from "./file_access.ts";
import { limitEditor } from "./editor_files.ts";
import { limitFrameFiles } from "./frame_files.ts";
import { embedLiveAssets } from "./live/live_assets.ts";
import { serveLiveModules } from "./live/live_modules.ts";
import { LiveSources } from "./live/live_sources.ts";
import { LiveStylesheets } from "./live/live_stylesheets.ts";
import { findLiveWidget, listLiveWidgets } from "./live/live_widgets.ts";
import { sendPageUpdates } from "./live/page_updates.ts";
import { LinkedProject } from "./linked_project.ts";
import { limitPage } from "./page_policy.ts";
import type { OwnModules } from "./modules/prepare_own_modules.ts";
import { replaceSelfImports } from "./modules/self_imports.ts";
import { serveSharedModules, sharedModuleUrl } from "./modules/shared_modules.ts";
import { checkSocketMessages } from "./socket_messages.ts";
import { reportSourceEdits } from "./live/source_edits.ts";
import { leaveGlobs, leaveViteOnly } from "./vite_only.ts";
import { acceptsSocket, CLIENT_MODULES, packagesBundled } from "./vite_internals.ts";

interface DevServerDependencies {
  readonly model: PreviewModel;
  readonly ownModules: OwnModules;
  /** Where the preview listens. */
  readonly host: string;
  readonly port: number;
  /** Emits `upgrade` for accepted websockets. */
  readonly upgrades: EventEmitter;
  /** Whether pages on loopback may show cards in frames of other names of it. */
  readonly hasFrameSites: boolean;
  /** Called when a page has loaded the shell. */
  readonly onPage: () => void;
  readonly report: (message: string) => void;
}

/** Vite, behind the preview's own listener. */
export interface DevServer {
  serve(message: IncomingMessage, response: ServerResponse): void;
  /** Whether a websocket of this subprotocol and token may connect. */
  acceptsSocket(protocol: string | undefined, token: string | null): boolean;
  /** The widgets in the project's sources, with their URLs. */
  liveWidgets(): LiveWidget[];
  /** The URL of the module that stands for a shared specifier. */
  sharedModuleUrl(specifier: string): string;
  readonly sources: LiveSources;
  /** Compiles a widget that no page may have loaded, so that edits of what it imports are seen. */
  follow(name: string): void;
  /** The URLs of the modules that every page has: the shell, the host and the kit. */
  readonly pageModules: readonly string[];
  /** Compiles every module again when it is next requested. */
  invalidateModules(): void;
  close(): Promise<void>;
}

/** The longest wait for packages that are being bundled. */
const CLOSE_TIMEOUT_MS = 10_000;

/**
 * Starts the dev server.
 *
 * @throws {PreviewStartError} when `viteFinal` throws or does not return a configuration
 */
export async function startDevServer(dependencies: DevServerDependencies): Promise<DevServer> {
  const { model, ownModules, report, onPage, hasFrameSites, ...place } = dependencies;
  const { pageModules } = ownModules;
  const { viteFinal } = model.config;
  const project = new LinkedProject(model.sourceDirectory);
  const stylesheets = new LiveStylesheets(model.sourceDirectory, project);
  const plugins = [
    limitFiles(project),
    ...project.plugins(),
    await ownModules.plugin,
    limitFrameFiles(model, project),
    limitEditor(project),
    delayIncompleteEdits(model.sourceDirectory),
    reportSourceEdits(model),
    serveLiveModules(model, stylesheets, hasFrameSites),
    embedLiveAssets(project),
    replaceSelfImports(),
    ...stylesheets.plugins(),
    serveSharedModules(),
    readWithoutMaps(),
    leaveViteOnly(),
  ];
  const logger = createDevLogger(report);
  const config = await createDevServerConfig({
    ...place,
    project: model.sourceDirectory,
    bundlerPlugins: [...project.bundlerPlugins(), limitPackages(project), leaveGlobs()],
    plugins,
    logger,
    viteFinal,
  });
  const server = await createServer(config);
  checkSocketMessages(server, report);
  const endUpdates = sendPageUpdates(server, model, stylesheets, onPage);
  const endReports = reportViteFinal(model, report);
  const endEdits = model.subscribe(({ type }) => type === "sources" && logger.sourcesEdited());
  warmUp(server, pageModules);
  return {
    serve(message, response) {
      // Before every middleware: any of them may answer, and what a browser shows of it is a page of this origin.
      limitPage(message, response);
      server.middlewares(message, response);
    },
    acceptsSocket: (protocol, token) => acceptsSocket(server, protocol, token),
    liveWidgets: () => listLiveWidgets(model),
    pageModules,
    sharedModuleUrl,
    follow(name) {
      const widget = findLiveWidget(model, name);
      if (widget !== undefined) void server.environments.client.warmupRequest(widget.moduleUrl);
    },
    sources: new LiveSources(server.environments.client, model.sourceDirectory),
    invalidateModules: () => server.environments.client.moduleGraph.invalidateAll(),
    async close() {
      endUpdates();
      endReports();
      endEdits();
      await awaitBundledPackages(server);
      await server.close();
    },
  };
}

/** Transforms the modules of the first page while the browser still starts. */
function warmUp({ environments: { client } }: ViteDevServer, shell: readonly string[]): void {
  for (const url of [...shell, ...CLIENT_MODULES]) void client.warmupRequest(url);
}

function reportViteFinal(model: PreviewModel, report: (message: string) => void): () => void {
  const used = String(model.config.viteFinal);
  return model.subscribe(({ type }) => {
    if (type !== "config" || String(model.config.viteFinal) === used) return;
    report("viteFinal changed; restart the preview to apply it");
  });
}

/**
 * Waits for packages that are being bundled. When Vite is closed meanwhile, it deletes the folder to which the threads
 * of its bundler still write, and a process that ends then may crash.
 */
async function awaitBundledPackages({ environments: { client } }: ViteDevServer): Promise<void> {
  const timeout = Promise.withResolvers<void>();
  const timer = setTimeout(timeout.resolve, CLOSE_TIMEOUT_MS);
  await Promise.race([packagesBundled(client), timeout.promise]);
  clearTimeout(timer);
}
