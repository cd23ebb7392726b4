import assert from "node:assert/strict";
import { mkdir, readdir, rm, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { findCacheFile } from "../../../web/bundler/types/cache_file.ts";
import { readConfig, type TypesConfig } from "../../../web/bundler/types/read_config.ts";
import { ReadableFiles } from "../../../web/bundler/types/readable_files.ts";
import { ProjectFolder } from "./project_folder.ts";

Deno.test("a configuration and those that it extends are given to TypeScript with absolute paths", async () => {
  await using project = await ProjectFolder.create({
    "tsconfig.json": `{ // a comment, "and a text"
      "extends": ["./config/base", "part/strict.json"],
      "compilerOptions": { "types": ["react", "./own"], "outDir": "built", "plugins": [{ "name": "x" }], },
      "references": [{ "path": "../other" }],
    }`,
    "config/base.json": `{
      "extends": "part",
      "compilerOptions": {
        "strict": true, "outDir": "other", "generateTrace": "./trace",
        "paths": { "a": ["./a.ts", "../*"], "b": ["b", "\${configDir}/b"] },
        "rootDirs": ["src", "\${configDir}/src"],
      },
      "include": ["**/*.ts", "\${configDir}/widgets"],
    }`,
    "node_modules/part/tsconfig.json":
      '{ "compilerOptions": { "jsx": "preserve", "target": "es2022" }, "files": ["x.d.ts"] }',
    "node_modules/part/strict.json": '\ufeff{ "compilerOptions": { "strict": null } }',
  });
  const at = (path: string) => join(project.path, path);
  const { compilerOptions: { typeRoots, ...options }, ...others } = readIn(project);
  assert.deepEqual(options, {
    jsx: "preserve",
    target: "es2022",
    strict: null,
    paths: { a: [at("config/a.ts"), at("*")], b: ["b", at("b")] },
    rootDirs: [at("config/src"), at("src")],
    types: ["react", at("own")],
    rootDir: "/",
  });
  assert.deepEqual((typeRoots as string[]).slice(0, 2), [
    at("node_modules/@types"),
    join(dirname(project.path), "node_modules/@types"),
  ]);
  assert.deepEqual(others, {
    files: [at("node_modules/part/x.d.ts")],
    include: [at("config/**/*.ts"), at("widgets")],
    exclude: [at("built")],
  });
  await project.write(
    "tsconfig.json",
    '{ "compilerOptions": { "baseUrl": ".", "paths": { "a": ["./a"] } } }',
  );
  const { compilerOptions: { baseUrl, paths }, include } = readIn(project);
  assert.deepEqual([baseUrl, paths, include], [project.path, { a: ["./a"] }, [at("**/*")]]);
});

/** As it is written for TypeScript. */
function readIn({ path }: ProjectFolder): TypesConfig {
  return JSON.parse(JSON.stringify(readConfig(path, new ReadableFiles(path, path))));
}

// claim: build-own-project
Deno.test("the cache is a file of the project's packages, and not where a link leads to", async () => {
  await using elsewhere = await ProjectFolder.create({ "target/.keep": "", "file": "" });
  await using project = await ProjectFolder.create({ "node_modules/.keep": "" });
  const at = (path: string) => join(project.path, path);
  const file = (await findCacheFile(project.path))!;
  assert.equal(dirname(file), at("node_modules/.cache/tck"));
  await symlink(join(elsewhere.path, "file"), file);
  assert.equal(await findCacheFile(project.path), null);
  for (const path of ["node_modules/.cache/tck", "node_modules/.cache", "node_modules"]) {
    await project.remove(path);
    await symlink(join(elsewhere.path, "target"), at(path));
    assert.equal(await findCacheFile(project.path), null, path);
    assert.deepEqual(await readdir(join(elsewhere.path, "target")), [".keep"], path);
    await rm(at(path));
    if (path !== "node_modules") await mkdir(at(path));
  }
  await mkdir(at("app"));
  assert.equal(await findCacheFile(at("app")), null);
  await mkdir(at("node_modules/typescript"), { recursive: true });
  assert.equal(dirname((await findCacheFile(at("app")))!), at("node_modules/.cache/tck"));
});
