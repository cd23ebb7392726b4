import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { printedBy, runProcess } from "../runtimes/process.ts";

const PROJECT = new URL("cyclonedx/", import.meta.url);

const FILES = ["package.json", "deno.lock", "check_bills.mjs"];

/**
 * Checks bills of materials against the schema of CycloneDX 1.6, by its own library, which needs its validator installed
 * beside it.
 *
 * @returns what is wrong with each, or null
 */
export async function checkBills(bills: readonly string[]): Promise<unknown[]> {
  const folder = await mkdtemp(join(tmpdir(), "tck-cyclonedx-"));
  try {
    for (const file of FILES) await copyFile(fileURLToPath(new URL(file, PROJECT)), join(folder, file));
    const install = ["install", "--quiet", "--frozen", "--node-modules-dir=auto"];
    printedBy(await runProcess(process.execPath, install, { cwd: folder }));
    const run = ["run", "--quiet", "-A", join(folder, "check_bills.mjs")];
    const options = { cwd: folder, input: JSON.stringify(bills) };
    return JSON.parse(printedBy(await runProcess(process.execPath, run, options)));
  } finally {
    await rm(folder, { recursive: true });
  }
}
