import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as esbuild from "esbuild";
import { writeSite } from "../../docs/site/write_site.ts";
import { launchOptions } from "../browser/chromium.ts";
import { auditPages } from "../packages/mod.ts";
import { serveCompressed } from "../playground/compressed_server.ts";
import { nameTestsOf } from "../servers/programs.ts";

/** A page of each kind: docs, gallery, static workbench and playground. */
const PAGES = [
  "index.html",
  "docs/tutorial.html",
  "gallery/index.html",
  "gallery/note.html",
  "gallery/workbench/index.html",
  "playground/index.html",
];

/** The least score in each category. */
const LEAST = 0.95;

// Lighthouse loads no page in the headless shell that the tests bring.
const named = await nameTestsOf(["chromium"], "chromium");

Deno.test(
  named(
    "Lighthouse gives the site, the static workbench and the playground 95 in accessibility, best practices and search",
  ),
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "tck-site-"));
    try {
      const out = join(folder, "site");
      await writeSite({
        out,
        work: join(folder, "gallery"),
        wanted: (name) => ["note", "stat", "list"].includes(name),
      });
      await esbuild.stop();
      const server = serveCompressed(await readFolder(out));
      try {
        const reports = await auditPages({
          ...await launchOptions(),
          cookie: "",
          urls: PAGES.map((path) => `http://127.0.0.1:${server.port}/${path}`),
          // Lighthouse asks for the file in the page, and the policy of the workbench allows no request.
          skipAudits: ["robots-txt"],
          categories: ["accessibility", "best-practices", "seo"],
        });
        const low = reports.flatMap(({ scores, failures }, index) => {
          const faults = Object.entries(scores).filter(([, score]) => score! < LEAST);
          return faults.length === 0 ? [] : [{ page: PAGES[index], faults, failures }];
        });
        assert.deepEqual(low, []);
      } finally {
        await server.close();
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  },
);

async function readFolder(folder: string): Promise<Map<string, Uint8Array>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) =>
    join(parentPath, name)
  );
  return new Map(
    await Promise.all(
      paths.map(async (path) => [path.slice(folder.length + 1), await readFile(path)] as const),
    ),
  );
}
