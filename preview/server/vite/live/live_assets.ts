import { readFile } from "node:fs/promises";
import type { Plugin } from "vite";
import { findAssetFault } from "../../../../web/bundler/mod.ts";
import { toDataUrl } from "./data_url.ts";
import { mayLoad } from "../file_access.ts";
import type { LinkedProject } from "../linked_project.ts";
import { isOwnFile } from "../own_files.ts";

/**
 * Gives widgets the images and fonts that they import as data URLs, and the texts as texts, as the bundler does: those of the
 * project, and those that a module imports.
 */
export function embedLiveAssets(project: LinkedProject): Plugin {
  return {
    name: "tck:live-assets",
    enforce: "pre",
    load: {
      filter: { id: /\.(svg|png|jpe?g|gif|webp|avif|woff2|txt)$/ },
      async handler(path) {
        if (isOwnFile(path) || path.startsWith("\0")) return null;
        if (!await mayLoad(this.environment.getTopLevelConfig(), path, project)) return null;
        this.addWatchFile(path);
        const value = path.endsWith(".txt") ? await readText(path) : await embed(path);
        const code = `export default ${JSON.stringify(value)};`;
        return { code, map: null, moduleType: "js" };
      },
    },
  };
}

/** A text without its byte order mark. */
async function readText(path: string): Promise<string> {
  return new TextDecoder().decode(await readFile(path));
}

async function embed(path: string): Promise<string> {
  const contents = await readFile(path);
  const fault = findAssetFault(path, contents);
  if (fault === null) return toDataUrl(path, contents);
  throw new Error(fault.text);
}
