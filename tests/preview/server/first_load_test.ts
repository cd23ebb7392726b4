import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import { listFirstLoad } from "../../../hosts/packaging/mod.ts";

Deno.test("the page loads its code in a few modules, however many lazy parts share it", async () => {
  try {
    const texts = await listFirstLoad(fileURLToPath(new URL("../../../", import.meta.url)));
    assert.ok(texts.length <= 6, `${texts.length} modules and stylesheets`);
    assert.ok(texts.some((text) => text.includes("LiveModules")), "the shell is among them");
    assert.ok(!texts.some((text) => text.includes("axe-core")), "a lazy part is among them");
  } finally {
    await esbuild.stop();
  }
});
