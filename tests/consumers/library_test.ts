import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runDeno } from "./deno.ts";

const ROOT = new URL("../..", import.meta.url).href;
const MODULE = fileURLToPath(new URL("mod.ts", ROOT));

/** The largest allowed size of the package in kilobytes, documentation included, without the list of changes. */
const PUBLISHED_KILOBYTES = 335;

Deno.test("the published package is clean and contains what a library user needs, nothing else", async () => {
  const { success, stderr } = await runDeno(["publish", "--dry-run", "--allow-dirty", "--no-lock"]);
  assert.ok(success, stderr);
  assert.doesNotMatch(stderr, /^\s*warning\b/im);
  const files = [...stderr.matchAll(/^\s+(file:\S+) \(([\d.]+)(B|KB|MB)\)$/gm)].map((
    [, url, size, unit],
  ) => ({
    path: url!.slice(ROOT.length),
    kilobytes: Number(size) * { B: 0.001, KB: 1, MB: 1000 }[unit as "B" | "KB" | "MB"],
  }));
  const paths = files.map(({ path }) => path);
  const own = ["mod.ts", "deno.json", "README.md", "LICENSE", "CHANGELOG.md"];
  assert.deepEqual(own.filter((path) => !paths.includes(path)), []);
  assert.deepEqual(paths.filter((path) => !own.includes(path) && !/^core\/.*\.(ts|json)$/.test(path)), []);
  const counted = files.filter(({ path }) => path !== "CHANGELOG.md");
  const kilobytes = Math.round(counted.reduce((sum, file) => sum + file.kilobytes, 0));
  assert.ok(kilobytes <= PUBLISHED_KILOBYTES, `the package has ${kilobytes} KB in ${files.length} files`);
});

Deno.test("importing the library loads the core and two npm packages that do no I/O, its feed those of languages", async () => {
  assert.deepEqual(await listLoadedPackages(MODULE), ["fflate", "valibot"]);
  const feed = join(ROOT, "core/feed/mod.ts");
  const forLanguages = ["@formatjs/fast-memoize", "@formatjs/intl-localematcher"];
  assert.deepEqual(await listLoadedPackages(feed), [...forLanguages, "valibot"]);
});

/** The npm packages that a module of the library loads. All other modules are the core's. */
async function listLoadedPackages(module: string): Promise<string[]> {
  const { stdout } = await runDeno(["info", "--json", module]);
  const { modules, npmPackages } = JSON.parse(stdout) as ModuleGraph;
  const local = modules.filter(({ specifier }) => specifier.startsWith("file:"))
    .map(({ specifier }) => specifier.slice(ROOT.length));
  assert.deepEqual(local.filter((path) => path !== "mod.ts" && !path.startsWith("core/")), []);
  const others = modules.filter(({ specifier }) => !specifier.startsWith("file:"));
  assert.deepEqual(others.filter(({ npmPackage }) => npmPackage === undefined), []);
  const names = new Set(others.flatMap(({ npmPackage }) => withDependencies(npmPackage!, npmPackages)));
  return [...names].sort();
}

Deno.test("importing the library requests no permission", async () => {
  const room = await mkdtemp(join(tmpdir(), "tck-library-"));
  const run = async (path: string) => {
    const audit = join(room, "audit.jsonl");
    const env = { DENO_AUDIT_PERMISSIONS: audit };
    const { success, stderr } = await runDeno(["run", "--quiet", "--no-prompt", "--no-check", path], { env });
    return { success, stderr, asked: await readFile(audit, "utf8") };
  };
  try {
    assert.deepEqual(await run(MODULE), { success: true, stderr: "", asked: "" });
    const curious = join(room, "curious.ts");
    await writeFile(
      curious,
      "try { Deno.readTextFileSync(import.meta.filename!); } catch { /* denied */ }\n",
    );
    assert.match((await run(curious)).asked, /"read"/);
  } finally {
    await rm(room, { recursive: true });
  }
});

/** The part of the output of `deno info --json` that is used. */
interface ModuleGraph {
  modules: { specifier: string; npmPackage?: string }[];
  npmPackages: { [id: string]: { name: string; dependencies: string[] } };
}

function withDependencies(id: string, packages: ModuleGraph["npmPackages"]): string[] {
  const { name, dependencies } = packages[id]!;
  return [name, ...dependencies.flatMap((dependency) => withDependencies(dependency, packages))];
}
