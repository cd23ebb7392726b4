import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { printedBy, runProcess } from "../runtimes/process.ts";
import { findNode } from "./node.ts";

const PROJECT = new URL("wrangler/", import.meta.url);

/**
 * Bundles a worker with `wrangler deploy --dry-run`, which sends nothing. The version is the one with miniflare's workerd, so
 * that workerd is installed once.
 *
 * @param folder holds `wrangler.jsonc`
 * @returns what wrangler printed, and the bundled module
 */
export async function bundleWorker(folder: string): Promise<{ printed: string; module: string }> {
  const programs = await mkdtemp(join(tmpdir(), "tck-wrangler-"));
  try {
    for (const file of ["package.json", "deno.lock"]) {
      await copyFile(fileURLToPath(new URL(file, PROJECT)), join(programs, file));
    }
    const flags = ["install", "--quiet", "--frozen", "--node-modules-dir=auto"];
    printedBy(await runProcess(process.execPath, flags, { cwd: programs }));
    const wrangler = join(programs, "node_modules/wrangler/bin/wrangler.js");
    const env = { WRANGLER_SEND_METRICS: "false", CI: "true", HOME: programs };
    const result = await runProcess(await findNode(), [wrangler, "deploy", "--dry-run", "--outdir", "out"], {
      cwd: folder,
      env,
    });
    return { printed: printedBy(result), module: join(folder, "out/main.js") };
  } finally {
    await rm(programs, { recursive: true });
  }
}
