import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readSymbols } from "../../../hosts/packaging/api_reference/symbols.ts";
import { writeSection } from "../../../hosts/packaging/api_reference/write_reference.ts";

const INK = `export interface InkProps {
  /** Its colour. */
  readonly color?: string;
}`;

Deno.test("the reference has the props that a block inherits from a file that exports nothing to authors", async () => {
  assert.match(await writeReference({ "ink.ts": INK }), /^\| `color\?` \| `string` \| Its colour\. \|$/m);
});

Deno.test("a block whose inherited props are not in the kit's folder has no reference", async () => {
  await assert.rejects(writeReference({ "../ink.ts": INK }, "../ink.ts"), /Cannot find type "InkProps"/);
});

/** The reference of one block, whose props extend `InkProps`. */
async function writeReference(files: { [path: string]: string }, ink = "./ink.ts"): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), "tck-reference-"));
  try {
    const block = `import type { InkProps } from "${ink}";
/** The props. */
export interface DotProps extends InkProps {
  label: string;
}
/** A dot. */
export function Dot({ label }: DotProps): string {
  return label;
}`;
    await mkdir(join(root, "kit"));
    await writeFile(join(root, "kit/mod.ts"), block);
    for (const [path, text] of Object.entries(files)) await writeFile(join(root, "kit", path), text);
    const module = await readSymbols(root, "kit/mod.ts");
    const symbols = module.exports.filter(({ name }) => name === "Dot");
    return writeSection({ symbols }, module, []);
  } finally {
    await rm(root, { recursive: true });
  }
}
