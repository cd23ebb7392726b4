// budget: 40 s: alone it packs every package, which the files of a whole run share
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { NPM_PACKAGES, writeBillOfMaterials } from "../../hosts/packaging/mod.ts";
import { Buffer } from "node:buffer";
import { checkBills } from "../packages/mod.ts";
import { type NpmPackages, openNpmPackages, readTarball } from "./npm_packages.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

interface Bill {
  metadata: { component: { purl: string; hashes: { content: string }[] } };
  components: {
    group?: string;
    name: string;
    version: string;
    purl: string;
    licenses?: unknown[];
    hashes?: unknown[];
  }[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

let opened: NpmPackages;
const bills = new Map<string, { text: string; bill: Bill }>();
Deno.test.beforeAll(async () => {
  opened = await openNpmPackages();
  for (const { name, bill } of opened.packages) {
    const text = await readFile(bill, "utf8");
    bills.set(name, { text, bill: JSON.parse(text) });
  }
});
Deno.test.afterAll(async () => await opened[Symbol.asyncDispose]());

const nameOf = ({ group, name }: { group?: string; name: string }) =>
  group === undefined ? name : `${group}/${name}`;

Deno.test("each package has a bill of materials beside it, which CycloneDX's own library accepts", async () => {
  assert.equal(bills.size, 7);
  const texts = [...bills.values()].map(({ text }) => text);
  const broken = texts[0]!.replace('"version": 1', '"version": 0');
  const results = await checkBills([...texts, broken]);
  assert.deepEqual(results.slice(0, -1), texts.map(() => null));
  assert.ok(results.at(-1) !== null, "the check accepts everything");
});

Deno.test("a bill has the hash of its tarball, every dependency in its exact version, and what is bundled", async () => {
  for (const { name, version, file, integrity } of opened.packages) {
    const { bill: { metadata: { component }, components, dependencies } } = bills.get(name)!;
    assert.equal(component.purl, `pkg:npm/${name.replace("@", "%40")}@${version}`);
    assert.equal(component.hashes[0]!.content, Buffer.from(integrity.slice(7), "base64").toString("hex"));
    const { dependencies: declared = {} } = JSON.parse((await readTarball(file)).get("package.json")!.text);
    for (const [dependency, pinned] of Object.entries(declared)) {
      const found = components.find((component) =>
        nameOf(component) === dependency && component.version === pinned
      );
      assert.ok(found, `${name} has no ${dependency}@${pinned}`);
      assert.ok(found.licenses && found.hashes, `${dependency} has no licence or hash`);
    }
    assert.deepEqual(
      components.filter(({ licenses }) => !licenses).map(nameOf),
      [],
      `${name}: without a licence`,
    );
    const known = new Set([component.purl, ...components.map(({ purl }) => purl)]);
    for (const { ref, dependsOn } of dependencies) {
      for (const purl of [ref, ...dependsOn]) assert.ok(known.has(purl), `${name}: ${purl}`);
    }
    assert.deepEqual(components.filter(({ name }) => name === "node" || name.startsWith("@types")), []);
  }
  const has = (name: string, ...parts: string[]) => {
    const names = bills.get(name)!.bill.components.map(nameOf);
    for (const part of parts) assert.ok(names.includes(part), `${name} has no ${part}`);
  };
  has("@tck/server", "react", "react-dom", "scheduler", "redoc", "kysely");
  has("@tck/preview", "@base-ui/react", "@modelcontextprotocol/ext-apps", "zod", "@floating-ui/dom", "vite");
  has("@tck/kit", "d3-shape", "esbuild");
});

Deno.test("the same sources give the same bill", async () => {
  const folder = await mkdtemp(join(tmpdir(), "tck-bill-"));
  try {
    const packed = opened.packages.find(({ name }) => name === "@tck/client")!;
    const npmPackage = NPM_PACKAGES.find(({ name }) => name === packed.name)!;
    const again = await writeBillOfMaterials(ROOT, npmPackage, {
      ...packed,
      file: join(folder, "again.tgz"),
    });
    assert.equal(again, join(folder, "again.cdx.json"));
    assert.equal(await readFile(again, "utf8"), bills.get(packed.name)!.text);
  } finally {
    await rm(folder, { recursive: true });
  }
});
