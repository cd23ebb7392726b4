import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { checkTypes } from "../../../web/bundler/types/check_types.ts";
import { ProjectFolder, SOURCE } from "./project_folder.ts";
import { createTypesProject, link, TSCONFIG } from "./types_project.ts";

/** Checks a project whose configuration has TypeScript write to many places. @param typescript its folder */
export async function expectNothingWritten(typescript: string): Promise<void> {
  await using outside = await ProjectFolder.create({ "profile": "kept" });
  const { compilerOptions, ...others } = JSON.parse(TSCONFIG);
  const written = {
    ...{ noEmit: false, declaration: true, composite: true, incremental: true, sourceMap: true },
    outDir: join(outside.path, "out"),
    declarationDir: join(outside.path, "declarations"),
    tsBuildInfoFile: join(outside.path, "info"),
    generateCpuProfile: join(outside.path, "profile.cpuprofile"),
  };
  await using project = await createTypesProject({
    [SOURCE]: "export const zero: 0 = 1;",
    "tsconfig.json": JSON.stringify({
      ...others,
      extends: "./base",
      compilerOptions: { ...compilerOptions, ...written },
    }),
  }, typescript);
  const base = { compilerOptions: { generateTrace: join(project.path, "trace") } };
  await project.write("base.json", JSON.stringify(base));
  for (const name of ["trace.json", "types.json", "legend.json"]) {
    await link(join(outside.path, "profile"), join(project.path, "trace", name));
  }
  const found = await checkTypes(project.path);
  assert.deepEqual(found.map(({ line }) => line), [1]);
  assert.deepEqual(await readdir(outside.path), ["profile"]);
  assert.equal(new TextDecoder().decode(await outside.read("profile")), "kept");
  assert.equal((await readdir(join(project.path, "trace"))).length, 3);
}

/** Names with which the list of what TypeScript has read could be misread. `ROOT` is the project's folder. */
export const HIDING_NAMES = [
  "a\nROOT/assets.d.ts",
  "a(1,1): error TS9: b.ts",
  "a\nb.ts",
  "a\n/b.ts",
] as const;

/** Checks projects with some of these names. @param typescript its folder */
export async function expectNoNameHides(typescript: string, names: readonly string[]): Promise<void> {
  await using outside = await ProjectFolder.create({
    "secret.ts": 'export const TOKEN = "s3cret" as const;\n',
  });
  const secret = join(outside.path, "secret.ts");
  const folder = dirname(SOURCE);
  for (const name of names) {
    await using project = await createTypesProject({
      [join(folder, "a")]: "",
    }, typescript);
    const path = join(folder, name.replace("ROOT", project.path));
    await link(secret, join(project.path, path));
    const specifier = JSON.stringify(`./${path.slice(folder.length + 1)}`);
    await project.write(SOURCE, `const x: 0 = null! as typeof import(${specifier}).TOKEN; export {}`);
    const found = await checkTypes(project.path);
    assert.deepEqual(found.map(({ code }) => code), ["types.not_checked"], name);
    assert.doesNotMatch(JSON.stringify(found), /s3cret/);
  }
}
