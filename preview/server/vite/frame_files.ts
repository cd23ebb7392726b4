import { existsSync } from "node:fs";
import { realpath } from "node:fs/promises";
import { join, posix } from "node:path";
import { normalizePath, type Plugin, type ViteDevServer } from "vite";
import { isFrameName, REVIEW_NAME } from "../../protocol.ts";
import type { PreviewModel } from "../model/mod.ts";
import type { LinkedProject } from "./linked_project.ts";
import { isOwnFile, SHELL_FOLDER } from "./own_files.ts";
import { CLIENT_MODULES, filePathOf, isLoadedFile, isLoadedId } from "./vite_internals.ts";

/**
 * Serves frames the shell, the widgets' modules, and what modules have imported, and no other file of the project: the card
 * in a frame may be a stranger's bundle.
 */
export function limitFrameFiles(model: PreviewModel, project: LinkedProject): Plugin {
  return {
    name: "tck:frame-files",
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const { url = "", headers: { host = "" } } = request;
        const name = URL.parse(`http://${host}`)?.hostname ?? "";
        const isFrame = isFrameName(name);
        if (!isFrame && name !== REVIEW_NAME) return next();
        const served = isFrame ? isServed(server, model, project, url) : isServedToReview(url);
        served.then((isAllowed) => {
          if (isAllowed) return next();
          response.writeHead(403, { "content-type": "text/plain" });
          response.end("Cannot serve the file to this page: it may not have it");
        }, next);
      });
    },
  };
}

/** The page of the review runs no card: it gets no module of the project. */
async function isServedToReview(url: string): Promise<boolean> {
  const path = readPath(url);
  if (path === null) return false;
  const file = filePathOf(url) ?? (path.startsWith("/@id//") ? path.slice("/@id/".length) : null);
  if (file === null) return path === "/" || path.startsWith("/@") || isShellFile(path);
  const real = await realpath(posix.normalize(file)).then(normalizePath, () => file);
  return isOwnFile(real) || real.split("/").includes("node_modules");
}

/** Vite takes another path for one of the machine when the shell has no such file. */
function isShellFile(path: string): boolean {
  return existsSync(join(SHELL_FOLDER, path));
}

async function isServed(
  server: ViteDevServer,
  model: PreviewModel,
  project: LinkedProject,
  url: string,
): Promise<boolean> {
  const path = readPath(url);
  if (path === null) return false;
  if (path === "/" || CLIENT_MODULES.includes(path) || path.startsWith("/@vite/")) return true;
  const file = filePathOf(url) ?? (path.startsWith("/@id//") ? path.slice("/@id/".length) : null);
  if (file !== null) return await isServedFile(server, model, project, posix.normalize(file));
  if (path.startsWith("/@id/")) return isLoadedId(server, path.slice("/@id/".length));
  return isShellFile(path);
}

/** Files outside the project are served by Vite's own rules: those that a module imports. */
async function isServedFile(
  server: ViteDevServer,
  model: PreviewModel,
  project: LinkedProject,
  path: string,
): Promise<boolean> {
  const file = project.toLink(await realpath(path).then(normalizePath, () => path));
  const folder = `${model.sourceDirectory}/`;
  if (isOwnFile(file)) return true;
  if (!file.startsWith(folder) || file.slice(folder.length).split("/").includes("node_modules")) return true;
  return model.widgets.some((widget) => file === folder + widget.file) || isLoadedFile(server, file);
}

/** The decoded path of a request; null for an invalid one. */
function readPath(url: string): string | null {
  try {
    return decodeURI(new URL(url, "http://localhost").pathname);
  } catch {
    return null;
  }
}
