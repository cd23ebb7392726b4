import { realpath } from "node:fs/promises";
import { isFileLoadingAllowed, normalizePath, type Plugin, type ResolvedConfig } from "vite";
import type { LinkedProject } from "./linked_project.ts";
import { filePathOf } from "./vite_internals.ts";

/**
 * Rejects requests for files whose real path Vite may not serve: Vite itself follows symbolic links without a check.
 */
export function checkRealPaths(project: LinkedProject): Plugin {
  return {
    name: "tck:real-paths",
    configureServer({ config, middlewares }) {
      middlewares.use((request, response, next) => {
        const path = filePathOf(request.url ?? "");
        if (path === null) return next();
        leadsOutside(config, path, project).then((isOutside) => {
          if (!isOutside) return next();
          response.writeHead(403, { "content-type": "text/plain" });
          response.end("Cannot serve the file: it is a link to a file that may not be served");
        }, next);
      });
    },
  };
}

/**
 * Whether a plugin may load a file, which Vite itself does not check: it is the project's or the preview's own, or one that
 * a module of theirs imports.
 */
export async function mayLoad(
  config: ResolvedConfig,
  path: string,
  project: LinkedProject,
): Promise<boolean> {
  return isFileLoadingAllowed(config, path) && !await leadsOutside(config, path, project);
}

async function leadsOutside(
  config: ResolvedConfig,
  path: string,
  project: LinkedProject,
): Promise<boolean> {
  const found = await realpath(path).then(normalizePath, () => path);
  const real = project.toLink(found);
  if (real === path || path.startsWith(`${config.cacheDir}/`)) return false;
  return !isFileLoadingAllowed(config, real);
}
