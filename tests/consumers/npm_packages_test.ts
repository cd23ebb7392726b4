// budget: 40 s: alone it packs every package, which the files of a whole run share
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import { NPM_PACKAGES, packFolder, packPackage } from "../../hosts/packaging/mod.ts";
import { createTree } from "../hosts/packaging/tree.ts";
import { lintPackages } from "../packages/mod.ts";
import { openNpmPackages, readTarball } from "./npm_packages.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const project = JSON.parse(await readFile(join(ROOT, "deno.json"), "utf8"));

Deno.test("the npm packages that authors install", async (t) => {
  await using packed = await openNpmPackages();
  const { packages, jsr } = packed;
  const kit = packages.find(({ name }) => name === "@tck/kit")!;

  await t.step("are seven, in the project's version, after a dry run of the JSR package", () => {
    const expected = [
      "@tck/tckb",
      "@tck/kit",
      "@tck/create-widget",
      "@tck/preview",
      "@tck/client",
      "@tck/feed",
      "@tck/server",
    ];
    assert.deepEqual(packages.map(({ name }) => name), expected);
    assert.deepEqual(packages.filter(({ version }) => version !== project.version), []);
    assert.equal(jsr, `@tck/tckb@${project.version}`);
  });

  // `npm_packages_soak.ts` packs all of them again.
  await t.step("have the same bytes when they are packed again, as the client's", async () => {
    await using folder = await createTree({});
    const client = packages.find(({ name }) => name === "@tck/client")!;
    try {
      const npmPackage = NPM_PACKAGES.find(({ name }) => name === client.name)!;
      assert.equal((await packPackage(ROOT, npmPackage, folder.root)).integrity, client.integrity);
    } finally {
      await esbuild.stop();
    }
  });

  await t.step(
    "contain modules, declarations and the files that these load, and no sources or tests",
    async () => {
      for (const { file, files, name } of packages) {
        const contents = await readTarball(file);
        assert.deepEqual([...contents.keys()].sort(), files);
        for (const own of ["package.json", "README.md", "LICENSE"]) {
          assert.ok(contents.has(own), `${name} ${own}`);
        }
        const others = files.filter((path) =>
          !/\.(m?js|d\.ts|md|css|html|jsonc?|yaml)$|^package\.json$|^LICENSE$|^pictures\/[\w-]+\.png$|\/fonts\/\w+(?:-\w+)?\.ttf$|^web\/scaffold\/template\/|^licenses\/|\/measuring_script\.txt$/
            .test(path)
        );
        assert.deepEqual(others, [], name);
        assert.deepEqual(
          files.filter((path) => /(^|\/)(tests?|node_modules)\/|_test\./.test(path)),
          [],
          name,
        );
        for (const [path, { text }] of contents) {
          const code = text.replaceAll(/^ *\* .*$/gm, ""); // Examples of the core import its sources.
          assert.doesNotMatch(code, /from "\.[^"]*\.tsx?"/, `${name} ${path} imports a source`);
        }
      }
    },
  );

  await t.step("have executable programs that start Node", async () => {
    for (const { file, name } of packages) {
      const contents = await readTarball(file);
      const { bin = {} } = JSON.parse(contents.get("package.json")!.text);
      for (const path of Object.values<string>(bin)) {
        const { mode, text } = contents.get(path)!;
        assert.deepEqual([mode, text.split("\n")[0]], [0o755, "#!/usr/bin/env node"], `${name} ${path}`);
      }
    }
  });

  await t.step("depend on exact versions, and have React as a peer dependency", async () => {
    const manifest = JSON.parse((await readTarball(kit.file)).get("package.json")!.text);
    for (const [name, version] of Object.entries(manifest.dependencies)) {
      assert.equal(`npm:${name}@${version}`, project.imports[name]);
    }
    assert.ok(manifest.dependencies.esbuild);
    const isReact = (name: string) => /react|^tailwind|^@tailwind/.test(name);
    assert.deepEqual(Object.keys(manifest.dependencies).filter(isReact), []);
    assert.deepEqual(Object.keys(manifest.peerDependencies), ["react", "react-dom", "@types/react"]);
    assert.deepEqual([manifest.license, manifest.type, manifest.engines.node], [
      "MIT",
      "module",
      ">=24.14.1",
    ]);
  });

  await t.step("have a preview that accepts every patch of the kit that a project has", async () => {
    const preview = packages.find(({ name }) => name === "@tck/preview")!;
    const manifest = JSON.parse((await readTarball(preview.file)).get("package.json")!.text);
    assert.equal(manifest.dependencies["@tck/kit"], undefined);
    assert.equal(manifest.peerDependencies["@tck/kit"], `~${project.version}`);
    assert.ok(!Object.keys(manifest.peerDependencies).includes("@types/@tck/kit"));
  });

  await t.step("contain each module of the tree once, so that no state is duplicated", async () => {
    const contents = await readTarball(kit.file);
    const creators = [...contents].filter(([path, { text }]) =>
      path.endsWith(".js") && text.includes("createContext(")
    );
    assert.deepEqual(creators.map(([path]) => path), ["web/tck/mod.js"]);
  });

  await t.step("load the kit into a page with a handful of modules, not a hundred", async () => {
    const contents = await readTarball(kit.file);
    const { exports } = JSON.parse(contents.get("package.json")!.text);
    const entries = [".", "./host", "./host-mount"].map((subpath) => exports[subpath].default.slice(2));
    const loaded = new Set<string>(entries);
    for (const path of loaded) {
      for (const [, specifier] of contents.get(path)!.text.matchAll(/(?:from|import) ?"(\.[^"]+)"/g)) {
        loaded.add(posix.join(posix.dirname(path), specifier!));
      }
    }
    assert.ok(loaded.size <= 9, [...loaded].join(" "));
  });

  await using broken = await packWithout(kit.file, ["web/tck/mod.d.ts", "web/tck-host/mod.js"]);
  const problems = await lintPackages([...packages.map(({ file }) => file), broken.file]);

  await t.step("are clean for publint and for are-the-types-wrong", () => {
    assert.deepEqual(packages.map(({ file }) => problems[file]), packages.map(() => []));
  });

  await t.step("would not be clean without files that their package.json refers to", () => {
    const found = problems[broken.file]!;
    assert.ok(found.some((problem) => /FILE_DOES_NOT_EXIST/.test(problem)), found.join("\n"));
    assert.ok(found.some((problem) => /^types .* at \.$/.test(problem)), found.join("\n"));
  });
});

/** Packs a tarball again without some of its files. */
async function packWithout(
  file: string,
  left: readonly string[],
): Promise<AsyncDisposable & { file: string }> {
  const kept = [...await readTarball(file)].filter(([path]) => !left.includes(path));
  const tree = await createTree(Object.fromEntries(kept.map(([path, { text }]) => [path, text])));
  const broken = await packFolder(tree.root, tree.root);
  return { file: broken.file, [Symbol.asyncDispose]: () => tree[Symbol.asyncDispose]() };
}
