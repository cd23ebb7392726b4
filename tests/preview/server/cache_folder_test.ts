// budget: 30 s: five previews, of which two bundle packages

import assert from "node:assert/strict";
import { cp, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { startPreview } from "../../../preview/server/mod.ts";
import { findUserCache } from "../../../terminal/files/mod.ts";
import { until } from "../../waiting/mod.ts";
import { Project } from "../session/project.ts";

const { version } = createRequire(import.meta.url)("react/package.json");
/** Where Vite would keep the bundled packages in a project. */
const IN_PROJECT = `node_modules/.vite/tck-preview-react-${version}/deps`;

const WIDGET = `export const manifest = { id: "hello", cardType: "feed", sizes: ["fill-auto"] };
export default function Hello() { return <p>hello</p>; }
`;

const FILES = { "package.json": "{}", "node_modules/.keep": "", "widgets/001_hello/widget.tck.tsx": WIDGET };

/** The path and the text of a bundled module that a widget's page has. */
async function readBundled({ path }: Project): Promise<{ file: string; text: string }> {
  const preview = await startPreview({ cwd: path, port: 0, host: "127.0.0.1" });
  try {
    const get = async (address: string) => await (await fetch(new URL(address, preview.url))).text();
    const widget = await get(`/@fs${path}/widgets/001_hello/widget.tck.tsx`);
    const [, address] = /"(\/[^"]*\/deps\/react[^"]*)"/.exec(widget)!;
    const text = await get(address!);
    const file = address!.replace(/^\/@fs|\?.*$/g, "");
    // They are kept for the next start when all are bundled.
    await until(
      "the packages are bundled",
      () => stat(join(dirname(file), "_metadata.json")).then(() => true, () => false),
    );
    return { file, text };
  } finally {
    await preview.close();
  }
}

// claim: project-elsewhere
// claim: review-by-a-person
Deno.test("packages that a project brings as if they were bundled are not run by its pages", async () => {
  await using project = await Project.create(FILES);
  const { file } = await readBundled(project);
  const planted = join(project.path, IN_PROJECT);
  if (dirname(file) !== planted) await cp(dirname(file), planted, { recursive: true });
  for (const name of (await readdir(planted)).filter((name) => name.endsWith(".js"))) {
    const path = join(planted, name);
    await writeFile(path, `globalThis.planted = 1;\n${await readFile(path, "utf8")}`);
  }
  const { text } = await readBundled(project);
  assert.match(text, /export/);
  assert.doesNotMatch(text, /planted/);
});

// claim: project-elsewhere
Deno.test("the preview writes nothing to what links in a project lead to, in place of its packages or of Vite's folder", async () => {
  const own = { "secret.txt": "s3cret", "tsconfig.json": "mine", "deps/own.txt": "mine" };
  await using elsewhere = await Project.create(own);
  for (const path of ["node_modules", "node_modules/.vite"]) {
    await using project = await Project.create({
      "package.json": "{}",
      "widgets/001_hello/widget.tck.tsx": WIDGET,
    });
    await mkdir(dirname(join(project.path, path)), { recursive: true });
    await symlink(elsewhere.path, join(project.path, path));
    const preview = await startPreview({ cwd: project.path, port: 0 });
    await preview.close();
  }
  const found = await readdir(elsewhere.path, { recursive: true, withFileTypes: true });
  const files = found.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  assert.deepEqual(files.sort(), Object.keys(own).map((path) => join(elsewhere.path, path)).sort());
  for (const [path, text] of Object.entries(own)) {
    assert.equal(await readFile(join(elsewhere.path, path), "utf8"), text, path);
  }
});

Deno.test("the bundled packages of a project that is gone are deleted when another preview starts", async () => {
  const project = await Project.create(FILES);
  const first = await startPreview({ cwd: project.path, port: 0 });
  await first.close();
  const folders = join(findUserCache(), "tck/preview/node_modules");
  const find = async () => {
    for (const name of await readdir(folders)) {
      const of = await readFile(join(folders, name, "project.txt"), "utf8").catch(() => null);
      if (of === project.path) return name;
    }
    return null;
  };
  assert.notEqual(await find(), null);
  await rm(project.path, { recursive: true });
  await using other = await Project.create(FILES);
  const second = await startPreview({ cwd: other.path, port: 0 });
  await second.close();
  assert.equal(await find(), null);
});
