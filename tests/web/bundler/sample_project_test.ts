import assert from "node:assert/strict";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sha384Base64Url } from "../../../core/bytes/mod.ts";
import { SHARED_SPECIFIERS } from "../../../core/contract/mod.ts";
import { parseManifest } from "../../../core/manifest/mod.ts";
import { readEntry, readTckb } from "../../../core/tckb/mod.ts";
import { importedSpecifiers } from "./imported_specifiers.ts";
import { ProjectFolder } from "./project_folder.ts";

const SAMPLE = fileURLToPath(new URL("../../../fixtures/projects/morning-brief", import.meta.url));
const NAMES = ["001_weather", "002_agenda", "003_reading-list", "004_habits", "005_note", "006_market"];

async function copySample(): Promise<ProjectFolder> {
  const project = await ProjectFolder.create({});
  await cp(join(SAMPLE, "widgets"), join(project.path, "widgets"), { recursive: true });
  return project;
}

Deno.test("the six sample widgets become bundles that the strict reader takes", async () => {
  await using project = await copySample();
  const { widgets, diagnostics } = await project.build();
  assert.deepEqual(diagnostics, []);
  assert.deepEqual(widgets.map(({ name, status }) => [name, status]), NAMES.map((name) => [name, "built"]));
  for (const { name, hash } of widgets) {
    const bytes = await project.read(`dist/${name}.tckb`);
    const tckb = await readTckb(bytes, { expectedHash: hash! });
    assert.equal(tckb.cssCovered, true);
    assert.equal(parseManifest(tckb.manifest).id, name.slice(4));
    const integrity = JSON.parse(new TextDecoder().decode((await readEntry(bytes, "integrity.json"))!));
    assert.deepEqual(integrity, {
      "widget.mjs": { sha384: hash },
      "widget.css": { sha384: await sha384Base64Url(tckb.css!) },
      "widget.properties.css": { sha384: await sha384Base64Url(tckb.propertiesCss!) },
    });
  }
});

Deno.test("the sample widgets import nothing but what a widget shares with its host", async () => {
  await using project = await copySample();
  await project.build();
  const allowed = SHARED_SPECIFIERS.filter(({ widget }) => widget).map(({ specifier }) => specifier);
  for (const name of NAMES) {
    const { module } = await project.bundle(name);
    const specifiers = await importedSpecifiers(module);
    assert.ok(specifiers.includes("react/jsx-runtime"), name);
    assert.deepEqual(specifiers.filter((specifier) => !allowed.includes(specifier)), [], name);
  }
});

Deno.test("the same source gives the same bytes in two folders", async () => {
  await using first = await copySample();
  await using second = await copySample();
  await Promise.all([first.build(), second.build()]);
  for (const name of NAMES) {
    assert.deepEqual(await first.read(`dist/${name}.tckb`), await second.read(`dist/${name}.tckb`), name);
  }
});

Deno.test("the progress names each widget once and counts up to all of them", async () => {
  await using project = await copySample();
  const seen: [number, number, string][] = [];
  await project.build({ onProgress: (done, total, { name }) => seen.push([done, total, name]) });
  assert.deepEqual(seen.map(([done, total]) => [done, total]), NAMES.map((_, index) => [index + 1, 6]));
  assert.deepEqual(seen.map(([, , name]) => name).sort(), NAMES);
});
