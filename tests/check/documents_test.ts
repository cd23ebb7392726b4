// @reads docs/
// @reads README.md
// @reads CONTRIBUTING.md
// @reads CHANGELOG.md
// @reads deno.json
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** What a document is compared with: everything that is no document. */
const SOURCE_FOLDERS = ["core", "docs/site", "hosts", "preview", "terminal", "tests", "web"];

const SOURCE = /\.(?:tsx?|m?js|jsonc?|css|ya?ml)$/;

/** Documents by their paths. The specifications speak of what they ask for, and the kit's reference is made of the code. */
async function readDocuments(): Promise<Map<string, string>> {
  const names = (await readdir(join(ROOT, "docs"), { recursive: true })).map((name) => `docs/${name}`);
  const readmes = (await readdir(join(ROOT, "hosts/packaging/readme"))).map((name) =>
    `hosts/packaging/readme/${name}`
  );
  const all = [
    "README.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "CHANGELOG.md",
    "web/scaffold/template/AGENTS.md",
    ...readmes,
    ...names.filter((name) => name.endsWith(".md") && !name.startsWith("docs/specification/")),
  ];
  const texts = await Promise.all(all.map((name) => readFile(join(ROOT, name), "utf8")));
  return new Map(all.map((name, index) => [name, texts[index]!]));
}

async function readSources(): Promise<string> {
  const lists = await Promise.all(
    SOURCE_FOLDERS.map(async (folder) =>
      (await readdir(join(ROOT, folder), { recursive: true })).filter((name) =>
        SOURCE.test(name) && !name.includes("node_modules") && !name.endsWith("documents_test.ts")
      ).map((name) => join(ROOT, folder, name))
    ),
  );
  const files = [...lists.flat(), join(ROOT, "compose.yaml"), join(ROOT, "deno.json")];
  return (await Promise.all(files.map((file) => readFile(file, "utf8")))).join("\n");
}

const documents = await readDocuments();
const sources = await readSources();

/** What documents have of a pattern and `isThere` does not accept, as `document: found`. */
function findMissing(pattern: RegExp, isThere: (found: string, document: string) => boolean): string[] {
  const missing = [...documents].flatMap(([document, text]) =>
    [...text.matchAll(pattern)].map(([, found]) => found!).filter((found) => !isThere(found, document))
      .map((found) => `${document}: ${found}`)
  );
  return [...new Set(missing)];
}

Deno.test("each task of a document exists", async () => {
  const { tasks } = JSON.parse(await readFile(join(ROOT, "deno.json"), "utf8"));
  assert.deepEqual(findMissing(/deno task ([a-z][a-z:-]*[a-z])/g, (name) => Object.hasOwn(tasks, name)), []);
});

Deno.test("each setting of a document is one that the code reads", () => {
  assert.deepEqual(findMissing(/\b(TCK_[A-Z_]*[A-Z])\b/g, (name) => sources.includes(name)), []);
});

/** Codes of other programs, and fields in backticks that only look like a code. */
const NO_CODES = [
  "caches.default",
  "camera.fonts",
  "commits.submission_id",
  "console.info",
  "feed.started",
  "fs.protected_hardlinks",
  "rule.style",
  "server.proxy",
  "widgets.manifest_text",
];

const FILE = /\.(?:tsx?|md|jsonc?|m?js|css|ya?ml|sock|lock|png|html|wasm|map|zip|tgz)$/;

Deno.test("each code of an error, a diagnostic or a finding in a document is in the code", () => {
  const missing = findMissing(
    /`([a-z_]+\.[a-z_]+)`/g,
    (code) => FILE.test(code) || NO_CODES.includes(code) || sources.includes(code),
  );
  assert.deepEqual(missing, []);
});

/** Places in examples, and those that a sentence before names the folder of. */
const NO_PATHS = ["fixtures/kept/VERSION", "web/chat", "web/web_app.ts"];

Deno.test("each path of a document exists", () => {
  const missing = findMissing(
    /`((?:core|docs|fixtures|hosts|preview|terminal|tests|web)\/[\w./-]+)`/g,
    (path) =>
      NO_PATHS.includes(path) || ["", "tests/"].some((folder) => existsSync(join(ROOT, folder, path))),
  );
  assert.deepEqual(missing, []);
});

/** Flags of other programs. Properties of CSS look like flags too. */
const OF_OTHERS = ["--allow-worker", "--data-binary", "--fail-with-body", "--no-owner", "--no-psqlrc"];

/** The names of properties and texts in the code, of which an option is one. */
const OPTIONS = new Set(
  [...sources.matchAll(/["'`]?\b([a-zA-Z][a-zA-Z-]*)["'`]?[:,)\]]/g)].map(([, name]) => name!),
);

Deno.test("each flag of a document is one that a program here has or uses", () => {
  const missing = findMissing(/(?<![\w-])(--[a-zA-Z][a-zA-Z-]*[a-zA-Z])(?![\w-])/g, (flag) => {
    const name = flag.slice(2);
    return OF_OTHERS.includes(flag) || name.startsWith("color-") || sources.includes(flag) ||
      OPTIONS.has(name);
  });
  assert.deepEqual(missing, []);
});

Deno.test("the numbers of the README and of the changes are those of the tree", async () => {
  const widgets = await readdir(join(ROOT, "fixtures/projects/morning-brief/widgets"));
  assert.equal(widgets.length, 6);
  assert.match(documents.get("README.md")!, /builds six sample widgets/);
  const directions = await readFile(join(ROOT, "tests/check/import_directions.ts"), "utf8");
  const [, packages] = /CORE_PACKAGES = \[([^\]]+)\]/.exec(directions)!;
  assert.equal(packages!.split(",").length, 3);
  assert.match(documents.get("README.md")!, /three pure dependencies, no I\/O/);
  const [, count] = /with manifests, names and the contract: (\d+) names/.exec(
    documents.get("CHANGELOG.md")!,
  )!;
  const command = new Deno.Command(Deno.execPath(), { args: ["doc", "--json", join(ROOT, "mod.ts")] });
  const { stdout } = await command.output();
  const { nodes } = JSON.parse(new TextDecoder().decode(stdout));
  const [module] = Object.values<{ symbols: unknown[] }>(nodes);
  assert.equal(module!.symbols.length, Number(count));
});
