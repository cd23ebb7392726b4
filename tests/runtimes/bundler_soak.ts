import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { cp, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { findNode } from "../packages/mod.ts";
import type { BuildReport } from "../../web/bundler/mod.ts";
import { BundlerPackage } from "./bundler_package.ts";
import { printedBy, runProcess } from "./process.ts";

const PROJECTS = fileURLToPath(new URL("../../fixtures/projects", import.meta.url));
const PROGRAM = fileURLToPath(new URL("./build_program.ts", import.meta.url));

/** Milliseconds after which the widgets that never end are stopped; the others need far fewer. */
const DEADLINE = 5_000;

/** The result of a build: the report without the folder's own path, and the digests of the files in the output folder. */
interface Build {
  report: Omit<BuildReport, "outputDirectory">;
  files: Map<string, string>;
}

/** Builds a copy of a sample project in a folder of its own. */
async function buildCopy(project: string, command: string, args: string[]): Promise<Build> {
  const folder = await mkdtemp(join(tmpdir(), "tck-project-"));
  try {
    await cp(join(PROJECTS, project), folder, { recursive: true });
    const printed = printedBy(await runProcess(command, [...args, folder, String(DEADLINE)]));
    const { outputDirectory, ...report }: BuildReport = JSON.parse(printed);
    const files = (await readdir(outputDirectory)).sort().map(async (file) => {
      const bytes = await readFile(join(outputDirectory, file));
      // Its first line is a signature, which is another one in each folder.
      const compared = file === ".tck-build.json" ? bytes.subarray(bytes.indexOf("\n")) : bytes;
      return [file, createHash("sha256").update(compared).digest("hex")] as const;
    });
    return { report, files: new Map(await Promise.all(files)) };
  } finally {
    await rm(folder, { recursive: true });
  }
}

// The widgets that are valid are compared where their packages are installed: tests/web/projects/reproducible_test.ts.
Deno.test("Deno and Node reject the same widgets, for the same reasons", async () => {
  await using bundler = await BundlerPackage.create();
  const onDeno = await buildCopy("invalid", process.execPath, ["run", "-A", PROGRAM]);
  const onNode = await buildCopy("invalid", await findNode(), [bundler.program]);
  assert.ok(onDeno.report.diagnostics.length > 0);
  assert.deepEqual(onNode.report, onDeno.report);
  assert.deepEqual(onNode.files, onDeno.files);
});
