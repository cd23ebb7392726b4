import assert from "node:assert/strict";
import type { BundleList } from "../../../preview/protocol.ts";
import { Project } from "../session/project.ts";
import { sendRaw } from "../session/raw_http.ts";
import { ask, uploadBundle } from "../session/served_preview.ts";
import { bundleModule } from "./module_bundle.ts";
import { serveByVite } from "./served_by_vite.ts";

const WIDGET = "export const manifest = {}; export default () => null;";

const FILES = { "package.json": "{}", "own.txt": "s3cret", "node_modules/.keep": "" };

const SECRETS = {
  "secret.env": "s3cret",
  "secret.txt": "s3cret",
  "secret.json": '{ "a": "s3cret" }',
  "secret.ts": 'export const a = "s3cret";',
  "secret.svg": "<svg><title>s3cret</title></svg>",
};

// claim: preview-bundle-text
// claim: preview-project-files
Deno.test("a bundle that imports more than its host has is rejected where it enters, with the import's name", async () => {
  await using outside = await Project.create(SECRETS);
  const up = `../../..${outside.path}`;
  const imports: [code: string, named: string][] = [
    ...Object.keys(SECRETS).flatMap((name): [string, string][] => [
      [`import a from "/@fs${outside.path}/${name}?raw";`, `/@fs${outside.path}/${name}?raw`],
      [`export * from "${outside.path}/${name}";`, `${outside.path}/${name}`],
      [`export { a } from ${JSON.stringify(`${up}/${name}`)};`, `${up}/${name}`],
      [`import(\`${up}/${name}\`);`, `${up}/${name}`],
    ]),
    ['import "react-dom/client";', "react-dom/client"],
    ['import { mount } from "@tck/kit/host-mount";', "@tck/kit/host-mount"],
    ['import "data:text/css,p{}";', "data:text/css,p{}"],
    ['import "./other.js";', "./other.js"],
    ["const n = 1; import(`" + up + "/${n}.ts`);", "a computed path"],
    ["import(globalThis.name);", "a computed path"],
  ];
  const [watched] = imports;
  await using project = await Project.create({
    ...FILES,
    "dist/001_evil.tckb": await bundleModule(watched![0] + WIDGET),
  });
  await using preview = await serveByVite({ projectDirectory: project.path });
  for (const [code, named] of imports) {
    const response = await fetch(`${preview.baseUrl}/__tck/bundle/upload`, {
      method: "POST",
      headers: { "x-tck-label": "evil" },
      body: await bundleModule(code + WIDGET) as Uint8Array<ArrayBuffer>,
    });
    const { type, detail } = await response.json();
    assert.deepEqual([response.status, type], [422, "urn:tck:problem:bundle.invalid_module"], code);
    assert.ok(detail.includes(named), detail);
  }
  const { body } = await ask<BundleList>(preview, "GET", "/__tck/bundles");
  assert.deepEqual(body.bundles, []);
  for (const name of Object.keys(SECRETS)) {
    const answer = await sendRaw(preview.port, [
      `GET /@fs${outside.path}/${name} HTTP/1.1`,
      `Host: 127.0.0.1:${preview.port}`,
    ]);
    assert.equal(answer.status, 403, name);
  }
});

// claim: preview-bundle-text
Deno.test("a bundle of the watched folder that imports a file is a problem with its name", async () => {
  await using project = await Project.create({
    ...FILES,
    "dist/001_evil.tckb": await bundleModule(`import a from "/etc/hostname?raw"; ${WIDGET}`),
  });
  await using preview = await serveByVite({ projectDirectory: project.path });
  await ask(preview, "POST", "/__tck/rescan", {}); // Waits until the file counts as written.
  const { body } = await ask<BundleList>(preview, "GET", "/__tck/bundles");
  assert.deepEqual(body.bundles, []);
  assert.deepEqual(body.problems.map(({ code }) => code), ["module.foreign_import"]);
  assert.match(
    body.problems[0]!.message,
    /the import of "\/etc\/hostname\?raw", and a bundle imports only "react"/,
  );
});

// claim: preview-bundle-text
// claim: preview-frame-reads
Deno.test("what Vite would make of a bundle's text stays text, and no file of it is served", async () => {
  await using outside = await Project.create(SECRETS);
  await using project = await Project.create(FILES);
  await using preview = await serveByVite({ projectDirectory: project.path });
  const up = `../../..${outside.path}`;
  const map = btoa(
    JSON.stringify({ version: 3, sources: [`${outside.path}/secret.env`], mappings: "AAAA" }),
  );
  const codes = [
    `console.log(import.meta.glob("${up}/*", { query: "?raw", eager: true }));`,
    `new Worker(new URL("${up}/secret.ts", import.meta.url), { type: "module" });`,
    `new URL("${up}/secret.svg", import.meta.url);`,
    `import.meta.hot.accept("${up}/secret.ts"); import.meta.env.MODE;`,
    `//# sourceMappingURL=data:application/json;base64,${map}\n`,
  ];
  for (const code of codes) {
    const bundle = await uploadBundle(preview, "evil", await bundleModule(code + WIDGET));
    const get = (path: string) =>
      sendRaw(preview.port, [
        `GET ${path} HTTP/1.1`,
        `Host: frame-0-0-5f0e2c31.localhost:${preview.port}`,
      ]);
    assert.equal((await get(bundle.bundleUrl)).body, code + WIDGET);
    for (const name of Object.keys(SECRETS)) {
      for (const query of ["", "?raw", "?import&raw", "?worker_file&type=module", "?url", "?t=1"]) {
        const { status, body } = await get(`/@fs${outside.path}/${name}${query}`);
        assert.deepEqual([status, /s3cret/.test(body)], [403, false], `${code} ${name}${query}`);
      }
    }
  }
});

Deno.test("a module that is not one, or is larger than any that is served, is rejected", async () => {
  await using project = await Project.create(FILES);
  await using preview = await serveByVite({ projectDirectory: project.path });
  const codes = [
    "export default (",
    `${"(".repeat(100_000)}1${")".repeat(100_000)}`,
    `/*${"x".repeat(4_194_304)}*/`,
  ];
  for (const code of codes) {
    const response = await fetch(`${preview.baseUrl}/__tck/bundle/upload`, {
      method: "POST",
      headers: { "x-tck-label": "broken" },
      body: await bundleModule(code) as Uint8Array<ArrayBuffer>,
    });
    const { type, detail } = await response.json();
    assert.deepEqual([response.status, type], [422, "urn:tck:problem:bundle.invalid_module"], detail);
  }
});
