import { cp, readdir, readFile } from "node:fs/promises";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSite, type SiteSummary } from "../../../preview/server/site/mod.ts";
import { comparePictures } from "../../../preview/server/snapshot/baseline/compare_pictures.ts";
import { drawPicture } from "../review/changed_project.ts";
import { makeBundle } from "../session/bundles.ts";
import { Project } from "../session/project.ts";

/** The sample project. */
export const SAMPLE = fileURLToPath(new URL("../../../fixtures/projects/morning-brief", import.meta.url));

/** The name of the folder of {@linkcode createTellingProject}, which no file of a site may have. */
export const TELLING = "secret-customer-quetzal";

/** The picture of the snapshot of {@linkcode createTellingProject}, without its ending. */
export const PICTURE = "005_note.fill-auto-480.light.default.en";

const [BEFORE, AFTER] = [drawPicture(528, 300, [0, 0, 0]), drawPicture(528, 200, [255, 0, 0])];

/**
 * Three widgets of the sample project in a folder whose name tells something, with bundles inside and outside of it, a file that is not a
 * bundle, and a snapshot with a finding and a changed picture.
 */
export async function createTellingProject(): Promise<Project & { readonly folder: string }> {
  const project = await Project.create({
    [`${TELLING}/dist/001_bundled.tckb`]: await makeBundle("bundled"),
    [`${TELLING}/dist/002_broken.tckb`]: "not a bundle",
    [`outside-${TELLING}/003_outside.tckb`]: await makeBundle("outside"),
  });
  const folder = join(project.path, TELLING);
  await cp(SAMPLE, folder, {
    recursive: true,
    filter: (path) => !/\/widgets\/(?!001|002|005)[^/]+$/.test(path),
  });
  const snapshot = `${TELLING}/.tck/snapshot`;
  await project.write(`${TELLING}/snapshots/${PICTURE}.png`, BEFORE);
  await project.write(`${snapshot}/${PICTURE}.png`, AFTER);
  await project.write(`${snapshot}/${PICTURE}.before.png`, BEFORE);
  await project.write(`${snapshot}/${PICTURE}.diff.png`, comparePictures(BEFORE, AFTER)!.picture!);
  await project.write(`${snapshot}/report.json`, JSON.stringify(reportOf(folder)));
  await project.write(
    `${TELLING}/tck.preview.config.js`,
    `export default {
      scan: { bundled: [${JSON.stringify(join(project.path, `outside-${TELLING}`, "*.tckb"))}] },
      canvas: { feeds: [
        { glob: "dist/*.tckb", group: "single", label: "Today", notes: "For Ada" },
        { glob: "dist/*.tckb", label: "Thrown", context() { throw new Error("no file /elsewhere/ocelot"); } },
      ] },
    };`,
  );
  return Object.assign(project, { folder });
}

/** The report of the snapshot. */
function reportOf(folder: string): object {
  const variant = { size: "fill-auto", width: 480, theme: "light", state: null, locale: "en" };
  const finding = {
    rule: "text.cut",
    severity: "error",
    message: `Cut: ${folder}/widgets/005_note`,
    element: null,
  };
  const changed = {
    rule: "picture.changed",
    message: "100 %",
    picture: `${PICTURE}.png`,
    difference: `${PICTURE}.diff.png`,
  };
  const picture = `${PICTURE}.png`;
  return {
    format: 2,
    scale: 1,
    renderings: [{ widget: "005_note", kind: "live", ...variant, picture, findings: [finding] }],
    baseline: { folder, findings: [changed] },
  };
}

/** Builds a site, which has no errors. */
export async function buildTestSite(
  cwd: string,
  out: string,
  options: { readonly takesVerdicts?: boolean } = {},
): Promise<SiteSummary> {
  const result = await buildSite({ ...options, cwd, out, report: () => {}, onProgress: () => {} });
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
