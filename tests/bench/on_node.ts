import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import { findNode } from "../packages/mod.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Runs a benchmark of this folder on Node 24 instead of Deno: bundled with its rivals, in its own process. */
export async function runOnNode(file: string): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "tck-bench-"));
  try {
    const program = join(folder, "bench.mjs");
    await writeFile(program, await bundleForNode(file));
    const { code } = await new Deno.Command(await findNode(), { args: [program] }).spawn().status;
    return code;
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function bundleForNode(file: string): Promise<Uint8Array> {
  const source = new URL(file, import.meta.url);
  const { outputFiles } = await esbuild.build({
    entryPoints: [fileURLToPath(source)],
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    target: "node24",
    // The benchmark resolves files relative to its source.
    define: { "import.meta.url": JSON.stringify(source.href) },
    // CommonJS packages in an ES module load Node's modules with `require`.
    banner: {
      js:
        'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);',
    },
    plugins: [inlineSpecifiers],
    logLevel: "error",
  });
  await esbuild.stop();
  return outputFiles[0]!.contents;
}

/** Resolves Deno's `npm:name@version` to the package's folder in `node_modules/.deno`. */
const inlineSpecifiers: esbuild.Plugin = {
  name: "tck-inline-specifiers",
  setup(build) {
    build.onResolve({ filter: /^npm:/ }, ({ path, kind }) => {
      const [, name, version] = /^npm:(@?[^@]+)@(.+)$/.exec(path)!;
      const folder = `${name!.replace("/", "+")}@${version}`;
      return build.resolve(name!, {
        kind,
        resolveDir: join(ROOT, "node_modules/.deno", folder, "node_modules"),
      });
    });
  },
};
