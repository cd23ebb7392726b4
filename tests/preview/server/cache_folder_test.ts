// budget: 30 s: three previews, of which each begins to bundle packages

import assert from "node:assert/strict";
import { mkdir, readdir, readFile, rename, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { PreviewStartError, startPreview } from "../../../preview/server/mod.ts";
import { Project } from "../session/project.ts";
import { sendRaw } from "../session/raw_http.ts";

const { version } = createRequire(import.meta.url)("react/package.json");
const CACHE = `node_modules/.vite/tck-preview-react-${version}`;

const WIDGET = `export const manifest = { id: "hello", cardType: "feed", sizes: ["fill-auto"] };
export default function Hello() { return <p>hello</p>; }
`;

const ELSEWHERE = { "secret.txt": "s3cret", "tsconfig.json": "mine", "deps/own.txt": "mine" };

async function linkedProject(path: string, target: string) {
  const project = await Project.create({ "package.json": "{}", "widgets/001_hello/widget.tck.tsx": WIDGET });
  await mkdir(join(project.path, dirname(path)), { recursive: true });
  await symlink(target, join(project.path, path));
  return project;
}

async function requireUnchanged(elsewhere: Project) {
  for (const [path, text] of Object.entries(ELSEWHERE)) {
    assert.equal(await readFile(join(elsewhere.path, path), "utf8"), text, path);
  }
  assert.deepEqual((await readdir(elsewhere.path)).sort(), ["deps", "secret.txt", "tsconfig.json"]);
}

// claim: project-elsewhere
Deno.test("a project with a link in place of the folder of the bundled packages has no preview, and nothing is written there", async () => {
  await using elsewhere = await Project.create(ELSEWHERE);
  for (const path of [dirname(CACHE), CACHE, `${CACHE}/deps`]) {
    for (const target of [elsewhere.path, join(elsewhere.path, "missing"), "../.."]) {
      await using project = await linkedProject(path, target);
      await assert.rejects(startPreview({ cwd: project.path, port: 0 }), (error: Error) => {
        assert.ok(error instanceof PreviewStartError);
        assert.equal(error.code, "cache.linked");
        assert.ok(error.message.includes(`"${path}" of the project is a symbolic link`), error.message);
        return true;
      });
    }
  }
  await requireUnchanged(elsewhere);
});

// claim: project-elsewhere
Deno.test("the preview replaces a link in the folder of the bundled packages, and writes nothing into packages that are a link", async () => {
  await using elsewhere = await Project.create(ELSEWHERE);
  for (
    const [path, target] of [
      [`${CACHE}/tsconfig.json`, join(elsewhere.path, "tsconfig.json")],
      ["node_modules", elsewhere.path],
    ] as const
  ) {
    await using project = await linkedProject(path, target);
    const preview = await startPreview({ cwd: project.path, port: 0 });
    await preview.close();
  }
  await requireUnchanged(elsewhere);
});

// claim: preview-project-files
// claim: preview-frame-reads
Deno.test("a link that takes the place of the folder of the bundled packages later makes no file one of them", async () => {
  await using elsewhere = await Project.create(ELSEWHERE);
  await using project = await Project.create({
    "package.json": "{}",
    "node_modules/.keep": "",
    "widgets/001_hello/widget.tck.tsx": WIDGET,
  });
  const preview = await startPreview({ cwd: project.path, port: 0, host: "127.0.0.1" });
  try {
    const cache = join(project.path, CACHE);
    await rename(cache, `${cache}-before`);
    await symlink(elsewhere.path, cache);
    const port = Number(new URL(preview.url).port);
    for (const host of ["127.0.0.1", "frame-0-0-5f0e2c31.localhost"]) {
      for (const file of ["secret.txt", "deps/own.txt"]) {
        for (const query of ["", "?raw", "?import&raw"]) {
          const path = `/@fs${cache}/${file}${query}`;
          const { body } = await sendRaw(port, [`GET ${path} HTTP/1.1`, `Host: ${host}:${port}`]);
          assert.doesNotMatch(body, /s3cret|mine/, `${host} ${path}`);
        }
      }
    }
  } finally {
    await preview.close();
  }
});
