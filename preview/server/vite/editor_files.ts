import { realpath, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { normalizePath, type Plugin } from "vite";
import type { LinkedProject } from "./linked_project.ts";

/** Vite's route, as Vite compares it: also with another base, and in capital letters. */
const EDITOR_ROUTE = /\/__open-in-editor(?:[/?]|$)/i;

/** Opens files of the project in the editor, and no others: Vite opens any file of the machine. */
export function limitEditor(project: LinkedProject): Plugin {
  return {
    name: "tck:editor-files",
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const url = request.url ?? "";
        if (!EDITOR_ROUTE.test(url)) return next();
        isInProject(url, project.real).then((isOpened) => {
          if (isOpened) return next();
          response.writeHead(403, { "content-type": "text/plain" });
          response.end("Cannot open the file in an editor: it is not a file of the project");
        }, next);
      });
    },
  };
}

/** Whether the one file that a request names, with a line and a column, is the project's. */
async function isInProject(url: string, folder: string): Promise<boolean> {
  const places = URL.parse(url, "http://localhost")?.searchParams.getAll("file") ?? [];
  if (places.length !== 1) return false;
  try {
    const file = await realpath(resolve(places[0]!.replace(/(?::\d+){0,2}$/, "")));
    return normalizePath(file).startsWith(`${folder}/`) && (await stat(file)).isFile();
  } catch {
    return false; // There is no such file.
  }
}
