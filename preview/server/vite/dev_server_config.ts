import type { EventEmitter } from "node:events";
import type { Server } from "node:http";
import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { type InlineConfig, normalizePath, type Plugin } from "vite";
import { errorMessage } from "../../../core/errors/mod.ts";
import { PreviewStartError } from "../errors.ts";
import { escapeGlob, type ViteFinal } from "../model/mod.ts";
import { createCacheFolder, TSCONFIG } from "./cache_folder.ts";
import { type BundlerPlugin, tolerateScanErrors } from "./modules/dependency_scan.ts";
import type { DevLogger } from "./dev_logger.ts";
import { keepInCards } from "./modules/elements_in_card.ts";
import { PAGE_NONCE } from "./page_policy.ts";
import { OWN_FOLDERS, SHELL_FOLDER } from "./own_files.ts";
import { KIT_SPECIFIERS, REACT_SPECIFIERS } from "./modules/shared_specifiers.ts";

interface DevServerConfigDependencies {
  /** The project folder with forward slashes: a real path, or a link to it. */
  readonly project: string;
  /** For the bundler of packages. */
  readonly bundlerPlugins: readonly BundlerPlugin[];
  /** Where the preview listens, for `viteFinal` to read. */
  readonly host: string;
  readonly port: number;
  /** Emits `upgrade` for accepted websockets. */
  readonly upgrades: EventEmitter;
  readonly plugins: readonly Plugin[];
  readonly logger: DevLogger;
  readonly viteFinal?: ViteFinal | undefined;
}

/**
 * The configuration of the dev server. It opens no port: requests and websockets come from the gateway, whatever
 * `viteFinal` changes.
 *
 * @throws {PreviewStartError} when `viteFinal` throws or does not return a configuration, or packages cannot be bundled
 */
export async function createDevServerConfig(options: DevServerConfigDependencies): Promise<InlineConfig> {
  const config = createBaseConfig(options, await createCacheFolder(options.project));
  const final = options.viteFinal ? await callViteFinal(config, options.viteFinal) : config;
  return seal(final, config, options.upgrades);
}

function createBaseConfig(
  { project, bundlerPlugins, host, port, plugins, logger }: DevServerConfigDependencies,
  cacheDir: string,
): InlineConfig {
  const scan = tolerateScanErrors((file) => normalizePath(file).startsWith(`${project}/widgets/`));
  return {
    configFile: false,
    envDir: false,
    publicDir: false,
    appType: "spa",
    mode: "development",
    root: SHELL_FOLDER,
    cacheDir,
    // The author's is for the editor and changes no bundle, and what it extends may be anywhere.
    tsconfig: join(cacheDir, TSCONFIG),
    clearScreen: false,
    // For the stylesheets and scripts that Vite itself writes into the page.
    html: { cspNonce: PAGE_NONCE },
    customLogger: logger,
    plugins: [...plugins, react(), scan.plugin],
    // The conditions of the bundler: Vite would add "development", and show other files of a package than its bundle has.
    resolve: { dedupe: ["react", "react-dom"], conditions: ["module", "browser"] },
    // Vite would look for a configuration of PostCSS and run it: where the preview is installed in a project, the project's.
    css: { postcss: { plugins: [] } },
    optimizeDeps: {
      entries: [`${escapeGlob(project)}/widgets/*/widget.tck.tsx`],
      // Listed, so that the first page does not wait until they are found.
      include: [...REACT_SPECIFIERS],
      exclude: [...KIT_SPECIFIERS],
      holdUntilCrawlEnd: false,
      rolldownOptions: {
        tsconfig: join(cacheDir, TSCONFIG),
        plugins: [...bundlerPlugins, scan.bundlerPlugin, keepInCards()],
      },
    },
    // Vite would embed small SVG files in stylesheets itself, with other values than the bundler's.
    build: { assetsInlineLimit: 0 },
    server: {
      host,
      port,
      strictPort: true,
      cors: false,
      // Vite adds the files that a module imports, such as those of another package of a workspace.
      fs: { allow: [project, ...OWN_FOLDERS] },
    },
  };
}

async function callViteFinal(config: InlineConfig, viteFinal: ViteFinal): Promise<InlineConfig> {
  let final: unknown;
  try {
    final = await viteFinal({ ...config, plugins: [...config.plugins!], server: { ...config.server } });
  } catch (cause) {
    const reason = errorMessage(cause).split("\n")[0]!.slice(0, 300);
    throw new PreviewStartError("vite_final.failed", `Cannot use viteFinal: it throws: ${reason}`, { cause });
  }
  if (typeof final === "object" && final !== null) return final;
  const returned = final === null ? "null" : typeof final;
  throw new PreviewStartError(
    "vite_final.invalid",
    `Cannot use viteFinal: it returned ${returned}, expected the configuration`,
  );
}

/** Restores what `viteFinal` must not change: the preview's plugins, and the request guard before the server. */
function seal(final: InlineConfig, base: InlineConfig, upgrades: EventEmitter): InlineConfig {
  const plugins = final.plugins ?? [];
  return {
    ...base,
    ...final,
    configFile: false,
    plugins: [...base.plugins!.filter((plugin) => !plugins.includes(plugin)), ...plugins],
    css: { ...final.css, ...base.css },
    server: {
      ...base.server,
      ...final.server,
      host: base.server!.host!,
      port: base.server!.port!,
      // The request guard has already checked the host.
      allowedHosts: true,
      // What a page logs would be lines of the terminal. Vite turns it on where an agent reads them.
      forwardConsole: false,
      middlewareMode: true,
      // Vite only needs the `upgrade` event.
      ws: { server: upgrades as Server },
    },
  };
}
