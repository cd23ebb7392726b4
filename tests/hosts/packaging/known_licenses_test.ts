import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { findKnownLicense } from "../../../hosts/packaging/bill_of_materials.ts";

const INSTALLED = fileURLToPath(new URL("../../../node_modules/.deno/", import.meta.url));

Deno.test("a licence that is known here is that of the package for this platform", async () => {
  let compared = 0;
  for (const entry of await readdir(INSTALLED)) {
    const name = entry.slice(0, entry.lastIndexOf("@")).replace("+", "/");
    const known = findKnownLicense(name);
    if (known === null || name === "dejavu-fonts-ttf") continue;
    const manifest = await readFile(`${INSTALLED}${entry}/node_modules/${name}/package.json`, "utf8").catch(
      () => null,
    );
    if (manifest === null) continue;
    assert.equal(JSON.parse(manifest).license, known, name);
    compared++;
  }
  assert.ok(compared >= 3, `${compared} packages were compared`);
});
