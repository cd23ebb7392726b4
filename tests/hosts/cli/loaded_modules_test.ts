/**
 * What a command loads before it does anything: who prints a version or reads a store need not wait for the web app.
 *
 * @module
 */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** A module of `deno info --json`. Imports of types alone have no `code`. */
interface ModuleInfo {
  specifier: string;
  dependencies?: { code?: { specifier: string }; isDynamic?: boolean }[];
}

const ROOT = new URL("../../../", import.meta.url).href;

/** The modules that are loaded with a file of the project: files relative to the project, and packages. */
async function listLoaded(file: string): Promise<string[]> {
  const args = ["info", "--json", fileURLToPath(new URL(file, ROOT))];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 2 ** 26 });
  const { modules } = JSON.parse(stdout) as { modules: ModuleInfo[] };
  const bySpecifier = new Map(modules.map((module) => [module.specifier, module]));
  const loaded = new Set([new URL(file, ROOT).href]);
  for (const specifier of loaded) {
    for (const { code, isDynamic } of bySpecifier.get(specifier)?.dependencies ?? []) {
      if (code !== undefined && !isDynamic) loaded.add(code.specifier);
    }
  }
  return [...loaded].map((specifier) => specifier.replace(ROOT, ""));
}

for (
  const [file, unneeded] of [
    ["hosts/deno/main.ts", /^hosts\/(routes|application|postgres)\/|^npm:(hono|kysely|pg|prom-client)@/],
    ["hosts/cli/commands/history.ts", /^hosts\/routes\/(?!http\/)|modelcontextprotocol/],
    ["preview/server/main.ts", /^npm:.*(vite|playwright|esbuild)/],
  ] as const
) {
  Deno.test(`${file} loads only what it needs`, async () => {
    assert.deepEqual((await listLoaded(file)).filter((module) => unneeded.test(module)), []);
  });
}
