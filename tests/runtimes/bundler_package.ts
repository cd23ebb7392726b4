import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import { bundleIsolate, joinCharts } from "../../web/bundler/mod.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Folders in the package. The bundler finds the charts by the path between them. */
const MODULES = "bundler/host";
const CHARTS = "tck/charts";

/**
 * The bundler as it is installed from a package: modules for Node, beside them the two programs that it starts, and the
 * kit's charts.
 */
export class BundlerPackage implements AsyncDisposable {
  private constructor(readonly path: string) {}

  /** The program that builds a project (see `build_program.ts`). */
  get program(): string {
    return join(this.path, MODULES, "build_program.js");
  }

  static async create(): Promise<BundlerPackage> {
    const folder = new BundlerPackage(await mkdtemp(join(tmpdir(), "tck-package-")));
    await symlink(join(ROOT, "node_modules"), join(folder.path, "node_modules"));
    await esbuild.build({
      entryPoints: [
        fileURLToPath(new URL("./build_program.ts", import.meta.url)),
        join(ROOT, "web/bundler/compiler_process_main.ts"),
      ],
      outdir: join(folder.path, MODULES),
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
    await writeFile(join(folder.path, MODULES, "isolate.mjs"), await bundleIsolate());
    await mkdir(join(folder.path, CHARTS), { recursive: true });
    await writeFile(join(folder.path, CHARTS, "mod.js"), await joinCharts());
    await writeFile(join(folder.path, "package.json"), '{ "type": "module" }');
    await esbuild.stop();
    return folder;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.path, { recursive: true });
  }
}
