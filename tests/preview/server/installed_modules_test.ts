import assert from "node:assert/strict";
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer } from "vite";
import { serveInstalledModules } from "../../../preview/server/vite/modules/installed_modules.ts";

// claim: preview-project-files
Deno.test("packaged modules are served without a generated source map, and only from allowed folders", async () => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "tck-installed-")));
  const [project, outside] = [join(folder, "project"), join(folder, "outside")];
  const modules = [project, outside].map((root) => join(root, "node_modules/greeting/index.js"));
  for (const file of modules) {
    await mkdir(join(file, ".."), { recursive: true });
    await writeFile(file, 'export const greeting = "Good morning";\n');
  }
  const server = await createServer({
    configFile: false,
    root: project,
    logLevel: "silent",
    plugins: [serveInstalledModules(`${project}/shell/`)],
    optimizeDeps: { noDiscovery: true },
    server: {
      host: "127.0.0.1",
      port: 0,
      strictPort: false,
      ws: false,
      fs: { strict: true, allow: [project] },
    },
  });
  try {
    await server.listen();
    const [url] = server.resolvedUrls!.local;
    const [allowed, rejected] = await Promise.all(modules.map((file) => fetch(`${url}@fs${file}`)));
    const text = await allowed!.text();
    assert.equal(allowed!.status, 200);
    assert.match(text, /Good morning/);
    assert.doesNotMatch(text, /sourceMappingURL/);
    assert.equal(rejected!.status, 403);
    assert.doesNotMatch(await rejected!.text(), /Good morning/);
  } finally {
    await server.close();
    await rm(folder, { recursive: true });
  }
});
