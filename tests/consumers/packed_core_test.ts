import assert from "node:assert/strict";
import { copyFile, mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createTree } from "../hosts/packaging/tree.ts";
import { findNode, findOldNode } from "../packages/mod.ts";
import { printedBy, runProcess } from "../runtimes/process.ts";
import { runDeno } from "./deno.ts";
import { findTarball, readTarball } from "./npm_packages.ts";

const PROGRAM = fileURLToPath(new URL("program.mjs", import.meta.url));
const INSTALLED = fileURLToPath(new URL("../../node_modules", import.meta.url));

// `packed_core_soak.ts` installs it by npm, and type-checks a program.
Deno.test("the packed core, beside the packages that it names, works from plain Node 24 and 20 as the source does", async () => {
  const packing = await mkdtemp(join(tmpdir(), "tck-core-"));
  try {
    const contents = await readTarball(await findTarball("@tck/tckb", packing));
    const files = [...contents].map(([path, { text }]) => [`node_modules/@tck/tckb/${path}`, text]);
    await using consumer = await createTree({ "package.json": "{}", ...Object.fromEntries(files) });
    const { dependencies } = JSON.parse(contents.get("package.json")!.text);
    for (const name of Object.keys(dependencies)) {
      const path = join(consumer.root, "node_modules", name);
      await mkdir(dirname(path), { recursive: true });
      await symlink(join(INSTALLED, name), path);
    }
    await copyFile(PROGRAM, join(consumer.root, "program.mjs"));
    const fromSource = printedBy(await runDeno(["run", "--no-prompt", "--no-check", PROGRAM]));
    assert.equal(JSON.parse(fromSource).damaged, "zip.directory_bounds");
    const onNode = await runProcess(await findNode(), ["program.mjs"], { cwd: consumer.root });
    assert.equal(printedBy(onNode), fromSource);
    const old = await findOldNode();
    if (old === null) return;
    assert.equal(printedBy(await runProcess(old, ["program.mjs"], { cwd: consumer.root })), fromSource);
  } finally {
    await rm(packing, { recursive: true });
  }
});
