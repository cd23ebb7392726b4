import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { defineManifest } from "@tck/kit";
import { parseManifest } from "../../../core/manifest/mod.ts";
import { runProcess } from "../../runtimes/process.ts";

const TYPES = fileURLToPath(new URL("./define_types.ts", import.meta.url));
const PROJECT = fileURLToPath(new URL("../../..", import.meta.url));
const minimal = { id: "weather", cardType: "feed" as const, sizes: ["fill-auto" as const] };

Deno.test("defineManifest returns its argument", () => {
  assert.equal(defineManifest(minimal), minimal);
});

Deno.test("a manifest with every field that the types allow is valid", () => {
  const manifest = defineManifest<{ degrees: number }>({
    ...minimal,
    title: { en: "Weather", de: "Wetter" },
    description: "The weather of the day",
    languages: ["en", "de"],
    slots: { actions: [{ id: "open", label: "Open", href: "/weather", when: "degrees" }], updatedAt: null },
    defaultState: { degrees: 12 },
    states: { frost: { degrees: -5 } },
    schemaVersion: 1,
  });
  const { title, slots, defaultState, states } = parseManifest(JSON.parse(JSON.stringify(manifest)));
  assert.deepEqual(
    { title, slots, defaultState, states },
    {
      title: manifest.title,
      slots: manifest.slots,
      defaultState: manifest.defaultState,
      states: manifest.states,
    },
  );
});

Deno.test("states have their types, and each mistake is a type error at its line", async () => {
  const source = await readFile(TYPES, "utf8");
  const expected = source.split("\n").flatMap((line, index) =>
    /^ *\/\/ @ts-expect-error /.test(line) ? [index + 2] : []
  );
  const folder = await mkdtemp(join(tmpdir(), "tck-types-"));
  const faulty = join(folder, "define_types.ts");
  try {
    // The comments stay in their lines, so that the errors have the same places.
    await writeFile(faulty, source.replaceAll("@ts-expect-error", "expected:"));
    assert.deepEqual(await check(TYPES), { success: true, lines: [] });
    assert.deepEqual(await check(faulty), { success: false, lines: expected });
    assert.ok(expected.length > 20);
  } finally {
    await rm(folder, { recursive: true });
  }
});

/** The lines at which `deno check` reports an error. */
async function check(file: string): Promise<{ success: boolean; lines: number[] }> {
  const args = ["check", "--quiet", "--config", join(PROJECT, "deno.json"), file];
  const { success, stderr } = await runProcess(process.execPath, args);
  const errors = stderr.split(/^TS\d+ \[ERROR\]/m).slice(1);
  const lines = errors.map((error) => Number(/define_types\.ts:(\d+):/.exec(error)?.[1]));
  return { success, lines };
}
