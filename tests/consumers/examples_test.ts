import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { runDeno } from "./deno.ts";

const MODULE = fileURLToPath(new URL("../../mod.ts", import.meta.url));

Deno.test("the documentation of the library is complete and mentions no type that is not exported", async () => {
  const { success, stderr } = await runDeno(["doc", "--lint", MODULE]);
  assert.ok(success, stderr);
});

Deno.test("every function, class and value of the library has an example that imports it", async () => {
  const exported = await listExports();
  assert.ok(exported.length > 60, `only ${exported.length} exports were found`);
  assert.deepEqual(exported.filter((symbol) => !hasExample(symbol)).map(({ name }) => name), []);
});

Deno.test("the examples type-check", async () => {
  const { success, stderr } = await runDeno(["check", "--doc-only", MODULE, "core"]);
  assert.ok(success, stderr);
});

/** The part of the output of `deno doc --json` that is used. */
interface DocumentedSymbol {
  name: string;
  declarations: { kind: string; jsDoc?: { tags?: { kind: string; doc?: string }[] } }[];
}

async function listExports(): Promise<DocumentedSymbol[]> {
  const { stdout } = await runDeno(["doc", "--json", MODULE]);
  const { nodes } = JSON.parse(stdout) as { nodes: { [url: string]: { symbols: DocumentedSymbol[] } } };
  return Object.values(nodes).flatMap(({ symbols }) => symbols)
    .filter(({ declarations }) =>
      declarations.some(({ kind }) => ["function", "class", "variable"].includes(kind))
    );
}

function hasExample({ name, declarations }: DocumentedSymbol): boolean {
  const examples = declarations.flatMap(({ jsDoc }) => jsDoc?.tags ?? []).filter(({ kind }) =>
    kind === "example"
  );
  const imports = new RegExp(`^import \\{[^}]*\\b${name}\\b[^}]*\\} from "@tck/tckb";$`, "m");
  return examples.some(({ doc }) => doc?.startsWith("```ts\n") && imports.test(doc));
}
