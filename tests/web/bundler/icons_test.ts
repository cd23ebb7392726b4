import assert from "node:assert/strict";
import { brotliCompressSync } from "node:zlib";
import { importedSpecifiers } from "./imported_specifiers.ts";
import { installPackages } from "./installed_packages.ts";
import { COMPONENT, MANIFEST, ProjectFolder, SOURCE } from "./project_folder.ts";

/** Builds a widget where the icons are installed. */
async function buildWithIcons(source: string): Promise<Uint8Array> {
  await using project = await ProjectFolder.create({ [SOURCE]: source });
  installPackages(project.path, ["lucide-react"]);
  const { diagnostics } = await project.build();
  assert.deepEqual(diagnostics, []);
  return (await project.bundle("001_hello")).module;
}

Deno.test("a widget holds the icons that it imports, not the set, and shares the host's React", async () => {
  const plain = await buildWithIcons(`${MANIFEST} ${COMPONENT}`);
  const module = await buildWithIcons(`
    import { CloudRain, Sun } from "lucide-react";
    ${MANIFEST}
    export default function Hello() {
      return <p><Sun size={18} aria-hidden /><CloudRain size={18} aria-label="Rain" /></p>;
    }`);
  assert.deepEqual(await importedSpecifiers(module), ["react", "react/jsx-runtime"]);
  const [added, largest] = [
    brotliCompressSync(module).byteLength - brotliCompressSync(plain).byteLength,
    2_500,
  ];
  assert.ok(added < largest, `two icons add ${added} bytes`);
});
