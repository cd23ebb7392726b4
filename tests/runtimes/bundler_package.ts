import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import { bundleIsolate } from "../../web/bundler/mod.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** The bundler as it is installed from a package: modules for Node, and beside them the two programs that it starts. */
export class BundlerPackage implements AsyncDisposable {
  private constructor(readonly path: string) {}

  /** The program that builds a project (see `build_program.ts`). */
  get program(): string {
    return join(this.path, "build_program.js");
  }

  static async create(): Promise<BundlerPackage> {
    const folder = new BundlerPackage(await mkdtemp(join(tmpdir(), "tck-package-")));
    await symlink(join(ROOT, "node_modules"), join(folder.path, "node_modules"));
    await esbuild.build({
      entryPoints: [
        fileURLToPath(new URL("./build_program.ts", import.meta.url)),
        join(ROOT, "web/bundler/compiler_program.ts"),
      ],
      outdir: folder.path,
      entryNames: "[name]",
      bundle: true,
      format: "esm",
      platform: "node",
      target: "node24",
      packages: "external",
      alias: { "@tck/kit": join(ROOT, "web/tck/mod.ts") },
      tsconfigRaw: {},
      jsx: "automatic",
    });
    await writeFile(join(folder.path, "isolate.mjs"), await bundleIsolate());
    await writeFile(join(folder.path, "package.json"), '{ "type": "module" }');
    await esbuild.stop();
    return folder;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.path, { recursive: true });
  }
}
