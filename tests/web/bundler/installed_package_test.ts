import assert from "node:assert/strict";
import { mkdir, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import process from "node:process";
import { loadTailwind } from "../../../web/bundler/host/load_tailwind.ts";
import { findTypeScript } from "../../../web/bundler/types/find_typescript.ts";
import { ProjectFolder } from "./project_folder.ts";
import { makePipe } from "../../terminal/files/make_pipe.ts";

const MAKE: { readonly [what: string]: (path: string) => void | Promise<void> } = {
  "a pipe": makePipe,
  "a device that never ends": (path) => symlink("/dev/zero", path),
  "a folder": async (path) => void await mkdir(path),
};

const PLACES = ["package.json", "typescript/package.json", "tailwindcss/package.json"];

for (const [what, make] of Object.entries(MAKE)) {
  for (const place of PLACES) {
    // claim: build-own-project
    Deno.test({
      name: `${what} in place of node_modules/${place} is not opened, and the package is not installed`,
      ignore: process.platform === "win32",
      fn: async () => {
        await using project = await ProjectFolder.create({});
        const path = join(project.path, "node_modules", place);
        await mkdir(dirname(path), { recursive: true });
        await make(path);
        assert.equal(await findTypeScript(project.path), null);
        const read = () => Promise.reject(new Error("A file was read"));
        const tailwind = await loadTailwind({ root: project.path, allows: () => true, read });
        assert.ok("missing" in tailwind);
      },
    });
  }
}

Deno.test("a package is found in the nearest folder that has it, by its real path", async () => {
  const json = JSON.stringify({ version: "7.1.0", bin: { tsc: "bin/tsc" } });
  await using project = await ProjectFolder.create({
    "store/typescript/package.json": json,
    "apps/brief/node_modules/typescript/readme.md": "",
    "apps/brief/package.json": "{}",
  });
  await mkdir(join(project.path, "node_modules"));
  await symlink("../store/typescript", join(project.path, "node_modules/typescript"));
  const folder = join(project.path, "store/typescript");
  assert.deepEqual(await findTypeScript(join(project.path, "apps/brief")), {
    version: "7.1.0",
    folder,
    program: join(folder, "bin/tsc"),
  });
});
