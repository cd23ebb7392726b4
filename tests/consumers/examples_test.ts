import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { runDeno } from "./deno.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** The entry points of the package, by specifier. */
const ENTRIES = {
  "@tck/tckb": `${ROOT}mod.ts`,
  "@tck/tckb/commit": `${ROOT}core/commit/mod.ts`,
  "@tck/tckb/feed": `${ROOT}core/feed/mod.ts`,
};

const MODULES = Object.values(ENTRIES);

/** The package's first entry point has what most users need, and no more names than one can look through. */
const MAX_NAMES = 80;

Deno.test("the documentation of the library is complete and mentions no type that is not exported", async () => {
  const { success, stderr } = await runDeno(["doc", "--lint", ...MODULES]);
  assert.ok(success, stderr);
});

Deno.test("every function, class and value of the library has an example that imports it", async () => {
  for (const [specifier, module] of Object.entries(ENTRIES)) {
    const exported = (await listExports(module)).filter(isValue);
    assert.ok(exported.length > 10, `only ${exported.length} exports of ${specifier} were found`);
    assert.deepEqual(exported.filter((symbol) => !hasExample(symbol)).map(({ name }) => name), [], specifier);
  }
});

Deno.test(`the package's first entry point has at most ${MAX_NAMES} names`, async () => {
  const names = (await listExports(ENTRIES["@tck/tckb"])).map(({ name }) => name);
  assert.ok(names.length > 0 && names.length <= MAX_NAMES, `${names.length} names`);
});

Deno.test("the example of each entry point runs, and prints what its comment says", async () => {
  for (const [specifier, module] of Object.entries(ENTRIES)) {
    const example = /@example\n \* ```ts\n([\s\S]*?) \* ```/.exec(await readFile(module, "utf8"))?.[1];
    assert.ok(example, `${specifier} has no example`);
    const code = example.replaceAll(/^ \* ?/gm, "");
    const expected = Array.from(code.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm), ([, printed]) => printed);
    assert.ok(expected.length > 0, `the example of ${specifier} prints nothing`);
    const { success, stdout, stderr } = await runDeno(["eval", code]);
    assert.ok(success, stderr);
    const printed = stdout.trim().split("\n").map((line) => line.replaceAll(/\s+/g, ""));
    assert.deepEqual(printed, expected.map((line) => line!.replaceAll(/\s+/g, "")), specifier);
  }
});

Deno.test("the examples type-check", async () => {
  const { success, stderr } = await runDeno(["check", "--doc-only", ...MODULES, "core"]);
  assert.ok(success, stderr);
});

/** The part of the output of `deno doc --json` that is used. */
interface DocumentedSymbol {
  name: string;
  declarations: { kind: string; jsDoc?: { tags?: { kind: string; doc?: string }[] } }[];
}

async function listExports(module: string): Promise<DocumentedSymbol[]> {
  const { stdout } = await runDeno(["doc", "--json", module]);
  const { nodes } = JSON.parse(stdout) as { nodes: { [url: string]: { symbols: DocumentedSymbol[] } } };
  return Object.values(nodes).flatMap(({ symbols }) => symbols);
}

function isValue({ declarations }: DocumentedSymbol): boolean {
  return declarations.some(({ kind }) => ["function", "class", "variable"].includes(kind));
}

function hasExample({ name, declarations }: DocumentedSymbol): boolean {
  const examples = declarations.flatMap(({ jsDoc }) => jsDoc?.tags ?? []).filter(({ kind }) =>
    kind === "example"
  );
  const imports = new RegExp(
    `^import \\{[^}]*\\b${name}\\b[^}]*\\} from "@tck/tckb(?:/commit|/feed)?";$`,
    "m",
  );
  return examples.some(({ doc }) => doc?.startsWith("```ts\n") && imports.test(doc));
}
