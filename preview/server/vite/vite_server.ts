import { createHash } from "node:crypto";
import type { EventEmitter } from "node:events";
import { existsSync } from "node:fs";
import type { Server } from "node:http";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { createServer, type InlineConfig, normalizePath, type Plugin, searchForWorkspaceRoot } from "vite";
import type { ViteDevServer } from "vite";
import type { ViteFinal } from "../config/preview_config.ts";
import { PreviewStartError } from "../errors.ts";
import { escapeGlob } from "../discovery/mod.ts";
import { createDevLogger } from "./dev_logger.ts";
import { awaitBundledPackages } from "./dependency_bundling.ts";
import { tolerateFaultsInScan } from "./dependency_scan.ts";
import { serveInstalledModules } from "./installed_modules.ts";
import { findKitSources, KIT_SPECIFIERS, type KitModules } from "./kit_modules.ts";

/** The browser half of the preview. */
const SHELL = directoryAt("../../shell");

/** Where the kit's and the core's sources are in the repository. */
const OWN_FOLDERS = [SHELL, directoryAt("../../../web"), directoryAt("../../../core")];

/** What every page needs, named ahead so that the first page never waits for it to be found. */
const SHARED_DEPENDENCIES = [
  "react",
  "react-dom",
  "react-dom/client",
  "react/jsx-runtime",
  "react/jsx-dev-runtime",
];

/** What the dev server is made of. */
export interface ViteServerOptions {
  /** The project folder, as a real path with forward slashes. */
  project: string;
  /** Where the requests arrive, for `viteFinal` to read. */
  host: string;
  port: number;
  /** Emits `upgrade` for the websockets that may connect. */
  upgrades: EventEmitter;
  plugins: readonly Plugin[];
  /** Takes warnings and errors for people. */
  report(message: string): void;
  /** The author's last word on the configuration. */
  viteFinal?: ViteFinal | undefined;
}

/** A dev server that has been started. */
export interface ViteServer {
  readonly vite: ViteDevServer;
  /** Ends it, when it has bundled the packages that it is at. */
  close(): Promise<void>;
}

/** Whether a file is the preview's or the kit's own, and not a widget's. */
export function isOwnFile(file: string): boolean {
  return OWN_FOLDERS.some((folder) => file.startsWith(folder));
}

/**
 * Starts the dev server behind the preview's own listener: it opens no port, and hears of no request and no websocket that
 * the request guard has not let through, whatever `viteFinal` makes of its configuration.
 *
 * @throws when `viteFinal` throws or returns no configuration
 */
export async function startViteServer(options: ViteServerOptions): Promise<ViteServer> {
  const kit = findKitSources();
  const config = baseConfig(options, await serveOwnModules(kit));
  const final = options.viteFinal ? await finish(config, options.viteFinal) : config;
  const server = await createServer(seal(final, config, options.upgrades));
  // What every page asks for first is made while the browser is on its way.
  for (
    const url of [...(kit ? ["/main.ts"] : ["/main.js", "/boot.js"]), "/@vite/client", "/@react-refresh"]
  ) {
    void server.environments.client.warmupRequest(url);
  }
  return {
    vite: server,
    close: async () => {
      await awaitBundledPackages(server);
      await server.close();
    },
  };
}

/** What is installed needs no bundler, which takes its time to be loaded. */
async function serveOwnModules(kit: KitModules | null): Promise<Plugin> {
  if (kit === null) return serveInstalledModules(SHELL);
  const { bundleOwnModules } = await import("./own_modules.ts");
  return bundleOwnModules({ shell: `${SHELL}main.ts`, kit });
}

async function finish(config: InlineConfig, viteFinal: ViteFinal): Promise<InlineConfig> {
  let final: unknown;
  try {
    final = await viteFinal({ ...config, plugins: [...config.plugins!], server: { ...config.server } });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.split("\n")[0]! : String(cause);
    throw new PreviewStartError(
      "vite_final.failed",
      `Cannot use viteFinal: it throws: ${reason.slice(0, 300)}`,
      { cause },
    );
  }
  if (typeof final === "object" && final !== null) return final;
  const returned = final === null ? "null" : typeof final;
  throw new PreviewStartError(
    "vite_final.invalid",
    `Cannot use viteFinal: it returned ${returned}, expected the configuration`,
  );
}

function baseConfig(
  { project, host, port, plugins, report }: ViteServerOptions,
  ownModules: Plugin,
): InlineConfig {
  const scan = tolerateFaultsInScan((file) => normalizePath(file).startsWith(`${project}/widgets/`));
  return {
    configFile: false,
    envDir: false,
    publicDir: false,
    appType: "spa",
    mode: "development",
    root: SHELL,
    cacheDir: cacheFolder(project),
    clearScreen: false,
    customLogger: createDevLogger(report),
    plugins: [
      ownModules,
      ...plugins,
      react(),
      scan.plugin,
    ],
    resolve: { dedupe: ["react", "react-dom"] },
    optimizeDeps: {
      entries: [`${escapeGlob(project)}/widgets/*/widget.tck.tsx`],
      include: SHARED_DEPENDENCIES,
      exclude: [...KIT_SPECIFIERS],
      holdUntilCrawlEnd: false,
      rolldownOptions: scan.rolldownOptions,
    },
    server: {
      host,
      port,
      strictPort: true,
      cors: false,
      fs: { allow: [searchForWorkspaceRoot(project), ...OWN_FOLDERS] },
    },
  };
}

/** What `viteFinal` cannot take away: without it there is no preview, or one that any page may talk to. */
function seal(final: InlineConfig, base: InlineConfig, upgrades: EventEmitter): InlineConfig {
  const plugins = final.plugins ?? [];
  return {
    ...base,
    ...final,
    configFile: false,
    plugins: [...base.plugins!.filter((plugin) => !plugins.includes(plugin)), ...plugins],
    server: {
      ...base.server,
      ...final.server,
      host: base.server!.host!,
      port: base.server!.port!,
      // The request guard has looked at the host by then, more strictly than a list of names can say.
      allowedHosts: true,
      middlewareMode: true,
      // Of a server, the dev server uses no more than this event.
      ws: { server: upgrades as Server },
    },
  };
}

/** In the project, where it has packages; a new React is a new folder. */
function cacheFolder(project: string): string {
  const require = createRequire(import.meta.url);
  const { version } = require("react/package.json");
  const own = join(project, "node_modules");
  if (existsSync(own)) return join(own, ".vite", `tck-preview-react-${version}`);
  const scope = createHash("sha256").update(project).digest("hex").slice(0, 16);
  return join(
    dirname(dirname(require.resolve("react/package.json"))),
    ".vite",
    `tck-preview-${scope}-react-${version}`,
  );
}

/** With a slash at its end. */
function directoryAt(path: string): string {
  return `${normalizePath(fileURLToPath(new URL(path, import.meta.url)))}/`;
}
