import assert from "node:assert/strict";
import { realpathSync, truncateSync } from "node:fs";
import { mkdir, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { findProjectFonts } from "../../../preview/server/snapshot/fonts/project_fonts.ts";
import { assertNothingOpen } from "../../terminal/files/open_descriptors.ts";
import { Project } from "../session/project.ts";
import { makePipe } from "../../terminal/files/make_pipe.ts";

const SCOPE = "node_modules/@expo-google-fonts";

/** Finds the fonts of a project with these packages, by their paths in it. */
async function find(project: Project, dependencies: readonly string[]) {
  await project.write(
    "package.json",
    JSON.stringify({ dependencies: Object.fromEntries(dependencies.map((name) => [name, "*"])) }),
  );
  const root = realpathSync(project.path);
  const found = await findProjectFonts(project.path);
  assertNothingOpen(project.path);
  return found.map(({ name, version, files }) => ({
    name,
    version,
    files: files.map((file) => file.replace(`${root}/`, "")),
  }));
}

// claim: project-elsewhere
Deno.test("a package of fonts is one that the project may use, and its fonts are regular files in it", async () => {
  await using elsewhere = await Project.create({
    "package.json": '{ "version": "s3cret" }',
    "fonts/secret.ttf": "",
  });
  await using project = await Project.create({
    [`${SCOPE}/a/package.json`]: '{ "version": "1.0.0" }',
    [`${SCOPE}/a/400/a.ttf`]: "font",
    [`${SCOPE}/a/b.OTF`]: "font",
    [`${SCOPE}/a/large.ttf`]: "",
    [`${SCOPE}/a/readme.txt`]: "",
    "node_modules/.pnpm/b@2/node_modules/@expo-google-fonts/b/package.json": '{ "version": "2.0.0" }',
    "node_modules/.pnpm/b@2/node_modules/@expo-google-fonts/b/b.ttf": "font",
    [`${SCOPE}/piped/p.ttf`]: "font",
  });
  const at = (path: string) => join(project.path, SCOPE, path);
  truncateSync(at("a/large.ttf"), 100_000_000);
  for (
    const [path, target] of Object.entries({
      "a/file.ttf": join(elsewhere.path, "fonts/secret.ttf"),
      "a/folder.ttf": elsewhere.path,
      "a/folder": join(elsewhere.path, "fonts"),
      "a/broken.ttf": "/nowhere",
      "a/device.ttf": "/dev/zero",
      "b": "../.pnpm/b@2/node_modules/@expo-google-fonts/b",
      "linked": elsewhere.path,
    })
  ) {
    await mkdir(dirname(at(path)), { recursive: true });
    await symlink(target, at(path));
  }
  for (const path of ["a/pipe.ttf", "piped/package.json"]) makePipe(at(path));
  const names = [
    "a",
    "b",
    "linked",
    "missing",
    "piped",
    `../../..${elsewhere.path}`,
    `${"../".repeat(20)}tmp`,
  ];
  assert.deepEqual(await find(project, [...names.map((name) => `@expo-google-fonts/${name}`), "react"]), [
    { name: "@expo-google-fonts/a", version: "1.0.0", files: [`${SCOPE}/a/400/a.ttf`, `${SCOPE}/a/b.OTF`] },
    {
      name: "@expo-google-fonts/b",
      version: "2.0.0",
      files: ["node_modules/.pnpm/b@2/node_modules/@expo-google-fonts/b/b.ttf"],
    },
    { name: "@expo-google-fonts/piped", version: "undefined", files: [`${SCOPE}/piped/p.ttf`] },
  ]);
});
