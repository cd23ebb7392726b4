import type { Plugin } from "vite";
import { SHELL_FOLDER } from "../own_files.ts";
import { findKitSources } from "./shared_specifiers.ts";

/** The shell and the kit. */
export interface OwnModules {
  /** Serves them. */
  readonly plugin: Promise<Plugin>;
  /** The URLs of the modules that every page requests first. */
  readonly pageModules: readonly string[];
}

/**
 * Begins to prepare the shell and the kit. Installed modules need no bundler, which takes time to load. In this
 * repository the bundler works while Vite is loaded, so nothing here imports Vite.
 */
export function prepareOwnModules(): OwnModules {
  const kit = findKitSources();
  const plugin = kit === null
    ? import("./installed_modules.ts").then((module) => module.serveInstalledModules(SHELL_FOLDER))
    : import("./own_modules.ts").then((module) =>
      module.bundleOwnModules({ shell: `${SHELL_FOLDER}main.ts`, kit })
    );
  plugin.catch(() => {}); // Thrown where the dev server awaits it.
  return { plugin, pageModules: kit === null ? ["/main.js", "/boot.js"] : ["/main.ts"] };
}
