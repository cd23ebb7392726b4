import assert from "node:assert/strict";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { InlineConfig } from "vite";
import { type PreviewOptions, startPreview } from "../../../preview/server/mod.ts";
import { Project } from "../session/project.ts";
import { sendRaw } from "../session/raw_http.ts";

const WIDGET = "widgets/001_a/widget.tck.tsx";

async function withPreview(
  files: { [path: string]: string },
  options: PreviewOptions,
  run: (url: string, project: Project) => Promise<void>,
): Promise<void> {
  await using project = await Project.create({ "node_modules/.keep": "", ...files });
  const preview = await startPreview({ cwd: project.path, port: 0, ...options });
  try {
    await run(preview.url, project);
  } finally {
    await preview.close();
  }
}

Deno.test("an option that is undefined is one that is absent", async () => {
  const names = [
    "config",
    "feedSources",
    "scan",
    "canvas",
    "viteFinal",
    "host",
    "strictPort",
    "allowedOrigins",
    "token",
    "allowPrivateFetch",
    "limits",
    "report",
  ] as const satisfies (keyof PreviewOptions)[];
  const options: PreviewOptions = Object.fromEntries(names.map((name) => [name, undefined]));
  const typed: PreviewOptions = { scan: undefined, canvas: undefined, viteFinal: undefined };
  const files = { "tck.preview.config.js": 'export default { scan: { bundled: ["kept/*.tckb"] } };' };
  await withPreview(files, { ...options, ...typed }, async (url) => {
    assert.equal((await fetch(url)).status, 200);
  });
});

Deno.test("viteFinal gets the complete configuration and can change it", async () => {
  let seen: InlineConfig = {};
  const viteFinal = async (config: InlineConfig) => {
    await Promise.resolve();
    seen = { ...config, server: { ...config.server } };
    config.plugins!.push({
      name: "author",
      transform: (code, id) => id.endsWith(".tck.tsx") ? `${code}\nexport const by = "Ada";` : null,
    });
    return config;
  };
  await withPreview({ [WIDGET]: "export default () => null;" }, { viteFinal }, async (url, project) => {
    const { port, fs } = seen.server!;
    assert.equal(port, Number(new URL(url).port));
    assert.ok(fs!.allow!.includes(project.path));
    assert.ok(seen.plugins!.length > 5);
    const code = await (await fetch(`${url}@fs${project.path}/${WIDGET}`)).text();
    assert.match(code, /export const by = "Ada"/);
  });
});

Deno.test("the program's viteFinal wins over the configuration's", async () => {
  const files = {
    "tck.preview.config.mjs": `export default { viteFinal() { throw new Error("the file's"); } };`,
  };
  await withPreview(files, { viteFinal: (config) => config }, async (url) => {
    assert.equal((await fetch(url)).status, 200);
  });
});

// claim: preview-runs-no-project-tools
Deno.test("a configuration of PostCSS that Vite finds in a project is not run, whatever viteFinal returns", async () => {
  await using project = await Project.create({
    "node_modules/.keep": "",
    [WIDGET]: 'import "./a.css"; export default () => null;',
    "widgets/001_a/a.css": "b { color: red }",
    "package.json": '{ "postcss": { "plugins": { "./ran.cjs": {} } } }',
    "ran.cjs": 'require("node:fs").writeFileSync(__dirname + "/ran", ""); module.exports = () => ({});',
  });
  // As where the preview is installed in the project, below which Vite then begins to look.
  const viteFinal = () => ({ root: project.path, css: { modules: {} } });
  const preview = await startPreview({ cwd: project.path, port: 0, viteFinal });
  try {
    const text = await (await fetch(`${preview.url}@fs${project.path}/widgets/001_a/a.css`)).text();
    assert.match(text, /__vite__css/);
    assert.ok(!await stat(join(project.path, "ran")).then(() => true, () => false), "it has run");
  } finally {
    await preview.close();
  }
});

// claim: preview-guard-first
Deno.test("viteFinal cannot remove the request guard or the preview's own plugins", async () => {
  const viteFinal = (): InlineConfig => ({
    plugins: [],
    legacy: { skipWebSocketTokenCheck: true },
    server: { allowedHosts: true, cors: true, middlewareMode: false, ws: false, port: 1, strictPort: true },
  });
  await withPreview({ [WIDGET]: "export default () => null;" }, { viteFinal }, async (url, project) => {
    const { port, host } = new URL(url);
    const ask = async (path: string, ...lines: string[]) =>
      (await sendRaw(Number(port), [`GET ${path} HTTP/1.1`, ...lines])).status;
    for (const path of ["/", "/__tck/bundles", `/@fs${project.path}/${WIDGET}`]) {
      assert.equal(await ask(path, "Host: evil.example"), 403, path);
      assert.equal(await ask(path, `Host: ${host}`, "Origin: http://evil.example"), 403, path);
      assert.equal(await ask(path, `Host: ${host}`), 200, path);
    }
    const upgrade = ["Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Protocol: vite-hmr"];
    assert.equal(await ask("/", `Host: ${host}`, ...upgrade), 403);
    const widgets = await (await fetch(`${url}@id/virtual:tck/live-widgets`)).text();
    assert.match(widgets, /"001_a"/);
  });
});
