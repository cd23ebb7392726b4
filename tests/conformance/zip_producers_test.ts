import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { listEntries, readEntry, readTckb } from "../../core/tckb/mod.ts";
import { NODE_CODEC } from "../../hosts/zlib/mod.ts";
import { CSS, MANIFEST, MODULE } from "../../fixtures/tckb/envelope.ts";
import { buildByZipPackages } from "../packages/mod.ts";

const FOLDER = new URL("../../fixtures/tckb/producers/", import.meta.url);

/** The tools of `make.sh`, whose archives are committed. */
const TOOLS = [
  "7z",
  "bsdtar",
  "go",
  "info_zip",
  "info_zip_from_pipe",
  "info_zip_from_stdin",
  "info_zip_names_from_stdin",
  "info_zip_stored",
  "info_zip_to_stdout",
  "info_zip_without_attributes",
  "info_zip_without_folders",
  "java",
  "python_command",
  "python_deflated",
  "python_stored",
  "python_unseekable",
  "python_zip64_local_headers",
];

async function assertAccepted(bytes: Uint8Array, names: readonly string[]): Promise<void> {
  assert.deepEqual(listEntries(bytes).map(({ name }) => name).sort(), [...names].sort());
  const { css, manifest } = await readTckb(bytes);
  assert.deepEqual([new TextDecoder().decode(css!).trim(), manifest.id], [CSS.trim(), "weather"]);
  for (const name of names) {
    assert.deepEqual(await readEntry(bytes, name), await readEntry(bytes, name, NODE_CODEC), name);
  }
}

Deno.test("the committed archives of tools are the stated ones", async () => {
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith(".tckb"));
  assert.deepEqual(files.sort(), TOOLS.map((tool) => `${tool}.tckb`));
});

const FILES = ["format.json", "manifest.json", "widget.mjs", "widget.css"];
const MORE_FILES: { readonly [tool: string]: string[] } = {
  info_zip_from_pipe: ["-"],
  info_zip_from_stdin: ["-"],
  info_zip_without_folders: ["assets/icon.svg"],
};

for (const tool of TOOLS) {
  Deno.test(`an archive of ${tool.replaceAll("_", " ")} is accepted`, async () => {
    const bytes = new Uint8Array(await readFile(new URL(`${tool}.tckb`, FOLDER)));
    await assertAccepted(bytes, [...FILES, ...MORE_FILES[tool] ?? []]);
  });
}

for (
  const [archive, code, message] of [
    ["info_zip_from_stdin_with_zip64", "zip.zip64_end_record", /without zip64 \(Info-ZIP: option -fz-\)$/],
    ["info_zip_from_pipe_with_its_mode", "zip.special_file", /"-": it is not a regular file$/],
  ] as const
) {
  Deno.test(`an archive of ${archive.replaceAll("_", " ")} is rejected`, async () => {
    const bytes = new Uint8Array(await readFile(new URL(`rejected/${archive}.tckb`, FOLDER)));
    await assert.rejects(readTckb(bytes), { code, message });
  });
}

Deno.test("archives of npm's ZIP packages are accepted", async (t) => {
  const contents = {
    "format.json": '{"tckbFormat":2}',
    "manifest.json": MANIFEST,
    "widget.mjs": MODULE.repeat(20),
    "widget.css": CSS,
  };
  for (const [producer, bytes] of await buildByZipPackages(contents)) {
    await t.step(producer, () => assertAccepted(bytes, FILES));
  }
});
