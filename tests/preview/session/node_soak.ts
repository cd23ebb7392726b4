import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import * as esbuild from "esbuild";
import { findNode } from "../../packages/mod.ts";
import { printedBy, runProcess } from "../../runtimes/process.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

Deno.test("on Node 24, the model and its routes pass the same cases", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "tck-preview-node-"));
  try {
    const program = join(folder, "program.mjs");
    await writeFile(program, await bundleForNode());
    const lines = printedBy(await runProcess(await findNode(), [program])).trim().split("\n");
    assert.ok(lines.length > 40, `${lines.length} cases`);
    for (const line of lines) {
      const { name, error } = JSON.parse(line);
      await t.step(name, () => assert.equal(error, null, error));
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});

async function bundleForNode(): Promise<Uint8Array> {
  try {
    const { outputFiles } = await esbuild.build({
      entryPoints: [fileURLToPath(new URL("./node_program.ts", import.meta.url))],
      bundle: true,
      write: false,
      format: "esm",
      platform: "node",
      target: "node24",
      // CommonJS packages in an ES module call `require` for Node's modules.
      banner: {
        js:
          'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);',
      },
      plugins: [externalCompilers],
      logLevel: "error",
    });
    return outputFiles[0]!.contents;
  } finally {
    await esbuild.stop();
  }
}

/** esbuild finds its executable next to its own files. The bundler is loaded on demand, and no case needs it. */
const externalCompilers: esbuild.Plugin = {
  name: "external-compilers",
  setup(build) {
    build.onResolve(
      { filter: /\/web\/bundler\// },
      ({ kind, path }) => kind === "dynamic-import" ? { path, external: true } : null,
    );
    const path = pathToFileURL(join(ROOT, "node_modules/esbuild/lib/main.js")).href;
    build.onResolve({ filter: /^esbuild$/ }, () => ({ path, external: true }));
  },
};
