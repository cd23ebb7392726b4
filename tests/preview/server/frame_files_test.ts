import assert from "node:assert/strict";
import { chmod, readFile, symlink } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { bundleModule } from "./module_bundle.ts";
import { Project } from "../session/project.ts";
import { sendRaw } from "../session/raw_http.ts";
import { listBundles } from "../session/served_preview.ts";
import { untilFound } from "../../waiting/mod.ts";
import { serveByVite } from "./served_by_vite.ts";

const WIDGET = "widgets/001_a/widget.tck.tsx";

const FILES = {
  [WIDGET]: 'import { own } from "./own.ts"; export default () => own;',
  "widgets/001_a/own.ts": 'export const own = "imported";',
  "other.ts": 'export const other = "s3cret";',
  "index.html": "<p>s3cret</p>",
  "data.txt": "s3cret",
  ".netrc": "s3cret",
  "node_modules/.keep": "",
};

// claim: preview-frame-reads
Deno.test("a frame gets the shell, the widgets and what they import, and no other file of the project", async () => {
  await using project = await Project.create(FILES);
  await using preview = await serveByVite({ projectDirectory: project.path });
  const { port } = preview;
  const get = (path: string) =>
    sendRaw(port, [`GET ${path} HTTP/1.1`, `Host: frame-0-0-5f0e2c31.localhost:${port}`]);
  const files = `/@fs${project.path}`;
  assert.equal((await get(`${files}/widgets/001_a/own.ts`)).status, 403);
  for (
    const path of ["/", "/main.ts", "/@vite/client", "/@id/virtual:tck/live-widgets", `${files}/${WIDGET}`]
  ) {
    assert.equal((await get(path)).status, 200, path);
  }
  assert.match((await get(`${files}/widgets/001_a/own.ts`)).body, /imported/);
  for (const name of ["other.ts", "index.html", "data.txt", ".netrc"]) {
    for (
      const query of [
        "",
        "?import",
        "?raw",
        "?import&raw",
        "?url",
        "?inline",
        "?import&inline",
        "?html-proxy",
      ]
    ) {
      for (
        const path of [
          `${files}/${name}${query}`,
          `${files}/node_modules/../${name}${query}`,
          `/@fs/${project.path}/${name}${query}`,
          `${project.path}/${name}${query}`,
          `/@id/${project.path}/${name}${query}`,
          `/@id//@fs${project.path}/${name}${query}`,
          `/@id/__x00__${project.path}/${name}${query}`,
        ]
      ) assert.doesNotMatch((await get(path)).body, /s3cret/, path);
    }
  }
});

// claim: preview-frame-reads
Deno.test("a frame writes nothing, opens no editor, and reads of the protocol what shows a card", async () => {
  await using project = await Project.create({
    ...FILES,
    "dist/001_b.tckb": await bundleModule("export {}"),
  });
  await using preview = await serveByVite({ projectDirectory: project.path });
  const [bundle] = await listBundles(preview);
  const { port } = preview;
  const ask = async (start: string, ...lines: string[]) =>
    (await sendRaw(port, [`${start} HTTP/1.1`, `Host: a.localhost:${port}`, "X-Tck-Label: a", ...lines]))
      .status;
  for (const path of ["/__tck/bundles", "/__tck/feeds", "/__tck/axe.js", bundle!.bundleUrl]) {
    assert.equal(await ask(`GET ${path}`), 200, path);
  }
  const rejected = [
    "POST /__tck/rescan",
    "POST /__tck/bundle/upload",
    "POST /__tck/bundle/fetch",
    "POST /__tck/feed-batches",
    "POST /__tck/stack",
    "POST /__tck/picture",
    "POST /__tck/review/verdict",
    "POST /__tck/review/end",
    `DELETE /__tck/bundle/${bundle!.id}.tckb`,
    "DELETE /__tck/feed-batches/a",
    "GET /__tck/review",
    `GET /__tck/source?file=${WIDGET}`,
    `GET /__tck/bundle/${bundle!.id}/details`,
    "GET /__tck/chat/view.html?framed=true",
    `GET /__open-in-editor?file=${project.path}/${WIDGET}`,
    `GET /__OPEN-in-editor?file=${project.path}/${WIDGET}`,
    `GET /x/../__open-in-editor?file=${project.path}/${WIDGET}`,
    "POST /",
  ];
  for (const start of rejected) assert.equal(await ask(start, "Content-Length: 0"), 403, start);
});

// claim: preview-frame-reads
Deno.test("a card cannot lead its frame to the shell at the page's own names", async () => {
  await using project = await Project.create(FILES);
  await using preview = await serveByVite({ projectDirectory: project.path });
  const { port } = preview;
  const ask = async (path: string, name: string, destination: string) =>
    (await sendRaw(port, [
      `GET ${path} HTTP/1.1`,
      `Host: ${name}:${port}`,
      `Referer: http://frame-0-0-5f0e2c31.localhost:${port}/`,
      "Sec-Fetch-Site: cross-site",
      "Sec-Fetch-Mode: navigate",
      `Sec-Fetch-Dest: ${destination}`,
    ])).status;
  assert.equal(await ask("/", "frame-1-0-5f0e2c31.localhost", "iframe"), 200);
  for (const name of ["localhost", "127.0.0.1", "[::1]"]) {
    for (const destination of ["iframe", "frame", "object", "embed"]) {
      assert.equal(await ask("/?mount=inline", name, destination), 403, `${name} ${destination}`);
    }
  }
});

// claim: preview-answers-inert
Deno.test("every answer has a content policy: of the protocol one by which a document in a frame can do nothing", async () => {
  await using project = await Project.create({
    ...FILES,
    "dist/001_b.tckb": await bundleModule("export {}"),
  });
  await using preview = await serveByVite({ projectDirectory: project.path });
  const { port } = preview;
  const [bundle] = await listBundles(preview);
  const policyOf = async (start: string, ...lines: string[]) =>
    (await sendRaw(port, [`${start} HTTP/1.1`, `Host: localhost:${port}`, "Content-Length: 0", ...lines]))
      .headers.get("content-security-policy") ?? "none";
  const inert = [
    ["GET /__tck/bundles"],
    ["GET /__tck/feeds"],
    ["GET /__tck/review"],
    ["GET /__tck/axe.js"],
    ["GET /__tck/nothing"],
    [`GET /__tck/source?file=${WIDGET}`],
    [`GET /__tck/bundle/${bundle!.id}/details`],
    [`GET /__tck/bundle/${bundle!.id}/widget.css`],
    [`GET ${bundle!.bundleUrl}`],
    ["POST /__tck/rescan"],
    ["PUT /__tck/bundles"],
    ["GET /", "Origin: null"],
    ["GET /", `Cookie: ${"x".repeat(200_000)}`],
  ];
  for (const [start, ...lines] of inert) {
    assert.equal(await policyOf(start!, ...lines), "default-src 'none'; sandbox", start);
  }
  const paths = [
    "/",
    "/nothing",
    "/@vite/client",
    "/%",
    "/__open-in-editor",
    "/__vite_ping",
    `/@fs${project.path}/index.html`,
    `/@fs${project.path}/.env`,
    "/@fs/etc/passwd",
  ];
  for (const path of paths) {
    assert.match(await policyOf(`GET ${path}`), /^default-src 'none'; (?!sandbox)/, path);
    const policy = await policyOf(`GET ${path}`, "Sec-Fetch-Mode: no-cors", "Sec-Fetch-Site: same-origin");
    assert.match(policy, /^default-src 'none'; (?!sandbox)/, path);
  }
});

// claim: preview-editor-files
Deno.test("the editor opens files of the project only", async () => {
  await using outside = await Project.create({
    "secret.txt": "",
    "editor.sh": '#!/bin/sh\nprintf "%s\\n" "$@" >> "$(dirname "$0")/opened"\n',
  });
  const editor = join(outside.path, "editor.sh");
  await chmod(editor, 0o755);
  await using project = await Project.create(FILES);
  await symlink(join(outside.path, "secret.txt"), join(project.path, "link.txt"));
  const before = process.env.LAUNCH_EDITOR;
  process.env.LAUNCH_EDITOR = editor;
  try {
    await using preview = await serveByVite({ projectDirectory: project.path });
    const { port } = preview;
    const open = async (query: string, path = "/__open-in-editor") =>
      (await sendRaw(port, [`GET ${path}?${query} HTTP/1.1`, `Host: localhost:${port}`])).status;
    const secret = join(outside.path, "secret.txt");
    const rejected = [
      "",
      `file=${secret}`,
      `file=${secret}:1:2`,
      `file=${project.path}/${WIDGET}&file=${secret}`,
      `file=${project.path}/../${secret}`,
      `file=${project.path}/link.txt`,
      `file=${project.path}`,
      `file=file://${secret}`,
      "file=../../../../../../../../etc/passwd",
    ];
    for (const query of rejected) {
      for (const path of ["/__open-in-editor", "/__OPEN-IN-EDITOR", "/__open-in-editor/x"]) {
        assert.equal(await open(query, path), 403, query);
      }
    }
    assert.equal(await open(`file=${project.path}/${WIDGET}:1:1`), 200);
    const opened = await untilFound(
      "the editor",
      () => readFile(join(outside.path, "opened"), "utf8").then((text) => text || null, () => null),
    );
    assert.match(opened, /widget\.tck\.tsx/);
    assert.doesNotMatch(opened, /secret/);
  } finally {
    if (before === undefined) delete process.env.LAUNCH_EDITOR;
    else process.env.LAUNCH_EDITOR = before;
  }
});
