import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";

/** The suite as one ES module, and the small programs that pass it a question. */
export interface SuiteBundle {
  /** The specifiers that `suite.mjs` imports. */
  imports: string[];
  /** The modules by their file names: `suite.mjs`, `stdin_program.mjs`, `worker_program.mjs`. */
  modules: Map<string, string>;
}

const HERE = fileURLToPath(new URL(".", import.meta.url));

/** Bundles the suite. The same `suite.mjs` runs on every runtime. */
export async function bundleSuite(): Promise<SuiteBundle> {
  try {
    const { outputFiles, metafile } = await esbuild.build({
      absWorkingDir: HERE,
      entryPoints: ["./suite.ts", "./stdin_program.ts", "./worker_program.ts"],
      outdir: HERE,
      outExtension: { ".js": ".mjs" },
      write: false,
      metafile: true,
      bundle: true,
      format: "esm",
      platform: "browser",
      target: "es2023",
      external: ["node:*"],
      plugins: [SUITE_BESIDE],
    });
    const modules = new Map(outputFiles.map((file) => [file.path.slice(HERE.length), file.text]));
    return { imports: metafile.outputs["suite.mjs"]!.imports.map(({ path }) => path), modules };
  } finally {
    await esbuild.stop();
  }
}

/** The programs import the bundled suite; it is not bundled into them. */
const SUITE_BESIDE: esbuild.Plugin = {
  name: "suite-beside",
  setup(build) {
    build.onResolve(
      { filter: /^\.\/suite\.ts$/ },
      ({ kind }) => kind === "entry-point" ? null : { path: "./suite.mjs", external: true },
    );
  },
};
