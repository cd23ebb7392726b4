import * as esbuild from "esbuild";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { S3Credentials } from "../../../hosts/objects/mod.ts";
import { findNode } from "../../packages/mod.ts";
import { printedBy, runProcess } from "../../runtimes/process.ts";

/**
 * Runs what every object store has to do on the S3 store in Node.
 *
 * @param bucketUrls An empty bucket for each case
 * @returns What failed by the case's sentence, null for what did not
 */
export async function runCasesOnNode(
  bucketUrls: readonly string[],
  credentials: S3Credentials,
): Promise<{ [sentence: string]: string | null }> {
  const folder = await mkdtemp(join(tmpdir(), "tck-s3-node-"));
  try {
    const program = join(folder, "s3_program.mjs");
    await bundleProgram(program);
    const input = JSON.stringify({ bucketUrls, credentials });
    return JSON.parse(printedBy(await runProcess(await findNode(), [program], { input })));
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function bundleProgram(outfile: string): Promise<void> {
  try {
    await esbuild.build({
      entryPoints: [fileURLToPath(new URL("./s3_program.ts", import.meta.url))],
      outfile,
      bundle: true,
      format: "esm",
      platform: "node",
      target: "es2023",
    });
  } finally {
    await esbuild.stop();
  }
}
