import assert from "node:assert/strict";
import * as esbuild from "esbuild";
import { buildSampleBundles } from "../../../hosts/packaging/sample_project.ts";

Deno.test("what is compiled beside the sample project is compiled to its end", async () => {
  const isBuilt = Promise.withResolvers<void>();
  const waiting: esbuild.Plugin = {
    name: "waiting",
    setup: ({ onLoad }) =>
      onLoad({ filter: /./, namespace: "file" }, async () => {
        await isBuilt.promise;
        return { contents: "export default 1" };
      }),
  };
  try {
    const building = esbuild.build({
      entryPoints: [import.meta.filename!],
      plugins: [waiting],
      write: false,
    });
    const bundles = await buildSampleBundles();
    isBuilt.resolve();
    assert.equal(bundles.length, 6);
    assert.equal((await building).outputFiles.length, 1);
  } finally {
    await esbuild.stop();
  }
});
