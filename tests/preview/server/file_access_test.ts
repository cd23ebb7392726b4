import assert from "node:assert/strict";
import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { Project } from "../session/project.ts";
import { sendRaw } from "../session/raw_http.ts";
import { serveByVite } from "./served_by_vite.ts";

// claim: preview-project-files
Deno.test("a link in the project is served only if its target may be served", async () => {
  await using outside = await Project.create({
    "secret.txt": "outside",
    "secret.ts": "export const outside = 1;",
    "folder/secret.txt": "outside",
  });
  await using project = await Project.create({
    "package.json": "{}",
    "data/own.txt": "inside",
    ".env": "DENIED=outside",
  });
  await using preview = await serveByVite({ projectDirectory: project.path });
  const link = (target: string, name: string) => symlink(target, join(project.path, name));
  await link(join(outside.path, "secret.txt"), "link.txt");
  await link(join(outside.path, "secret.ts"), "link.ts");
  await link(join(outside.path, "folder"), "folder");
  await link(join(project.path, "data/own.txt"), "own.txt");
  await link(join(project.path, ".env"), "env.txt");
  const get = (path: string) =>
    sendRaw(preview.port, [`GET ${path} HTTP/1.1`, `Host: 127.0.0.1:${preview.port}`]);

  const files = `/@fs${project.path}`;
  const rejected = [
    `${files}/link.txt`,
    `${files}/link.txt?raw`,
    `${files}/link.txt?import&raw`,
    `${files}/link.txt?url`,
    `/@fs/${project.path}/link.txt`,
    `/@fs${project.path}/data/../link.txt`,
    `${files}/li%6ek.txt`,
    `/@id//@fs${project.path}/link.txt?raw`,
    `${files}/link.ts`,
    `${files}/link.ts?import`,
    `${files}/folder/secret.txt`,
    `${files}/env.txt`,
  ];
  for (const path of rejected) {
    const { status, body } = await get(path);
    assert.doesNotMatch(body, /outside/, path);
    assert.equal(status, 403, path);
  }
  // Not URLs of files for Vite, which resolves links itself here and answers with the shell.
  for (const path of [`/@id/${project.path}/link.ts`, `${project.path}/link.ts`]) {
    assert.doesNotMatch((await get(path)).body, /outside/, path);
  }
  for (const path of [`${files}/data/own.txt`, `${files}/own.txt`]) {
    assert.deepEqual([(await get(path)).status, (await get(path)).body], [200, "inside"], path);
  }
});

// claim: preview-project-files
Deno.test("of a workspace, the project is served and what its modules import, and nothing else", async () => {
  await using workspace = await Project.create({
    "pnpm-workspace.yaml": "# s3cret\npackages:\n  - app\n  - packages/*\n",
    "package.json": '{ "private": true }',
    "app/package.json": '{ "name": "app" }',
    "app/widgets/001_hello/widget.tck.tsx":
      `import { ui } from "@acme/ui"; import sign from "@acme/ui/sign.svg";
      export const manifest = { id: "hello", cardType: "feed", sizes: ["fill-auto"] };
      export default function Hello() { return <p>{ui}<img src={sign} alt="" /></p>; }`,
    "packages/ui/package.json": '{ "name": "@acme/ui", "description": "s3cret", "main": "mod.ts" }',
    "packages/ui/mod.ts": 'export const ui = "imported";',
    "packages/ui/sign.svg": "<svg><title>imported</title></svg>",
    "packages/ui/other.ts": 'export const other = "s3cret";',
    "packages/ui/other.svg": "<svg><title>s3cret</title></svg>",
    "packages/ui/other.txt": "s3cret",
    "packages/ui/other.json": '{ "a": "s3cret" }',
    "packages/ui/other.css": "p { --a: s3cret }",
    "ops/prod.yaml": "s3cret",
  });
  await mkdir(join(workspace.path, "app/node_modules/@acme"), { recursive: true });
  await symlink("../../../packages/ui", join(workspace.path, "app/node_modules/@acme/ui"));
  await using preview = await serveByVite({ projectDirectory: join(workspace.path, "app") });
  const get = (path: string) =>
    sendRaw(preview.port, [`GET ${path} HTTP/1.1`, `Host: 127.0.0.1:${preview.port}`]);
  const files = `/@fs${workspace.path}`;
  const imported = [`${files}/packages/ui/mod.ts`, `${files}/packages/ui/sign.svg?import`];
  for (const path of imported) assert.doesNotMatch((await get(path)).body, /imported/, path);

  const widget = await get(`${files}/app/widgets/001_hello/widget.tck.tsx`);
  assert.equal(widget.status, 200);
  for (const path of imported) {
    const { status, body } = await get(path);
    assert.deepEqual([status, /imported/.test(body)], [200, true], path);
  }
  const names = ["ops/prod.yaml", "packages/ui/package.json", "pnpm-workspace.yaml"];
  for (const name of ["ts", "svg", "txt", "json", "css"]) names.push(`packages/ui/other.${name}`);
  for (const name of names) {
    for (
      const query of ["", "?import", "?raw", "?import&raw", "?url", "?inline", "?import&inline", "?direct"]
    ) {
      for (
        const path of [
          `${files}/${name}${query}`,
          `${workspace.path}/${name}${query}`,
          `/@id/${workspace.path}/${name}${query}`,
          `${files}/app/node_modules/@acme/ui/../../../../${name}${query}`,
        ]
      ) assert.doesNotMatch((await get(path)).body, /s3cret/, path);
    }
  }
});
