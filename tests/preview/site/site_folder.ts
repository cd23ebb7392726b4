import { cp, readdir, readFile } from "node:fs/promises";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSite, type SiteSummary } from "../../../preview/server/site/mod.ts";
import { makeBundle } from "../session/bundles.ts";
import { Project } from "../session/project.ts";

const SAMPLE = fileURLToPath(new URL("../../../fixtures/projects/morning-brief", import.meta.url));

/** The name of the folder of {@linkcode createTellingProject}, which no file of a site may have. */
export const TELLING = "secret-customer-quetzal";

/** The sample project in a folder whose name tells something, with bundles inside and outside of it, and a file that is none. */
export async function createTellingProject(): Promise<Project & { readonly folder: string }> {
  const project = await Project.create({
    [`${TELLING}/dist/001_bundled.tckb`]: await makeBundle("bundled"),
    [`${TELLING}/dist/002_broken.tckb`]: "not a bundle",
    [`outside-${TELLING}/003_outside.tckb`]: await makeBundle("outside"),
  });
  const folder = join(project.path, TELLING);
  await cp(SAMPLE, folder, { recursive: true });
  await project.write(
    `${TELLING}/tck.preview.config.js`,
    `export default {
      scan: { bundled: [${JSON.stringify(join(project.path, `outside-${TELLING}`, "*.tckb"))}] },
      canvas: { feeds: [{ glob: "dist/*.tckb", group: "single", label: "Today", notes: "For Ada" }] },
    };`,
  );
  return Object.assign(project, { folder });
}

/** Builds a site, which has no errors. */
export async function buildTestSite(cwd: string, out: string): Promise<SiteSummary> {
  const result = await buildSite({ cwd, out, report: () => {}, onProgress: () => {} });
  if ("errors" in result) throw new Error(result.errors.map(({ message }) => message).join("\n"));
  return result;
}

/** The contents of the files of a folder, by their paths. */
export async function readFiles(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) =>
    join(parentPath, name)
  );
  return new Map(
    await Promise.all(
      files.sort().map(async (file) =>
        [file.slice(folder.length + 1), await readFile(file, "latin1")] as const
      ),
    ),
  );
}

const TYPES: { readonly [extension: string]: string } = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".css": "text/css",
  ".png": "image/png",
};

/** Serves a folder below a path as the plainest server does: a file or nothing, without any rule. */
export async function serveFolder(
  folder: string,
  path: string,
): Promise<{ readonly url: string } & AsyncDisposable> {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url!, "http://localhost");
    const name = pathname.startsWith(path) ? pathname.slice(path.length) || "index.html" : "\0";
    const bytes = await readFile(join(folder, name)).catch(() => null);
    response.writeHead(bytes === null ? 404 : 200, { "content-type": TYPES[extname(name)] ?? "text/plain" });
    response.end(bytes);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await once(server.close(), "close");
    },
  };
}
