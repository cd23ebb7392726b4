import assert from "node:assert/strict";
import { symlink } from "node:fs/promises";
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
