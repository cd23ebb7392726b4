import assert from "node:assert/strict";
import { copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findNode } from "../packages/mod.ts";
import { printedBy, runProcess } from "../runtimes/process.ts";
import { runDeno } from "./deno.ts";
import { findTarball } from "./npm_packages.ts";

const PROGRAM = fileURLToPath(new URL("program.mjs", import.meta.url));

Deno.test("the packed core, installed by npm, works from plain Node and from Deno as the source does", async (t) => {
  await using consumer = await installPackedCore();
  const cwd = consumer.folder;
  const fromSource = printedBy(await runDeno(["run", "--no-prompt", "--no-check", PROGRAM]));
  const report = JSON.parse(fromSource);
  assert.deepEqual([report.damaged, report.batchId, report.locale], [
    "zip.directory_bounds",
    "20260301-morning-brief",
    "de",
  ]);

  await t.step("Node", async () => {
    assert.equal(printedBy(await runProcess(await findNode(), ["program.mjs"], { cwd })), fromSource);
  });
  await t.step("Deno without permissions", async () => {
    assert.equal(printedBy(await runDeno(["run", "--no-prompt", "program.mjs"], { cwd })), fromSource);
  });
  await t.step("its declarations type-check the program", async () => {
    printedBy(await runDeno(["check", "--quiet", "program.mjs"], { cwd }));
  });
  await t.step("its declarations reject an argument that the core does not accept", async () => {
    await writeFile(
      join(cwd, "wrong.mjs"),
      'import { formatBatchId } from "@tck/tckb";\nformatBatchId(20260301, "diary");\n',
    );
    const { success, stderr } = await runDeno(["check", "--quiet", "wrong.mjs"], { cwd });
    assert.equal(success, false);
    assert.match(stderr, /TS2345/);
  });
});

/** Packs the project as it is published to npm, and installs it into an empty folder. */
async function installPackedCore(): Promise<AsyncDisposable & { folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), "tck-consumer-"));
  const consumer = { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
  try {
    const tarball = await findTarball("@tck/tckb", folder);
    await writeFile(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
    await writeFile(
      join(folder, "deno.json"),
      JSON.stringify({ nodeModulesDir: "manual", lock: false, compilerOptions: { checkJs: true } }),
    );
    const flags = ["--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"];
    printedBy(await runProcess("npm", ["install", ...flags, tarball], { cwd: folder }));
    await copyFile(PROGRAM, join(folder, "program.mjs"));
    return consumer;
  } catch (error) {
    await consumer[Symbol.asyncDispose]();
    throw error;
  }
}
