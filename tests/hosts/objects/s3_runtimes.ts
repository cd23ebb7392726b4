import * as esbuild from "esbuild";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { S3Credentials } from "../../../hosts/objects/mod.ts";
import { findNode, runProgram } from "../../packages/mod.ts";
import { printedBy, runProcess } from "../../runtimes/process.ts";

/** A runtime other than Deno on which the S3 store must work. */
export interface S3Runtime {
  readonly name: string;
  /** The program in this folder that runs the cases. */
  readonly program: string;
  /** Runs the bundled program on its input and returns its output. */
  readonly run: (program: string, input: string) => Promise<string>;
}

/** All run the same cases. On workerd only the cases need a module of Node (`node:assert`); the store needs none. */
export const S3_RUNTIMES: readonly S3Runtime[] = [
  {
    name: "Node",
    program: "s3_node_program.ts",
    run: async (program, input) => printedBy(await runProcess(await findNode(), [program], { input })),
  },
  {
    name: "workerd",
    program: "s3_worker_program.ts",
    run: (program, input) => runProgram("workerd_program.ts", ["--nodejs-compat", program], input),
  },
];

/**
 * Runs the conformance cases of object stores on the S3 store in a runtime.
 *
 * @param bucketUrls An empty bucket for each case
 * @returns The failure of each case, by its title; null for a case that passed
 */
export async function runCasesOn(
  runtime: S3Runtime,
  bucketUrls: readonly string[],
  credentials: S3Credentials,
): Promise<{ [title: string]: string | null }> {
  const folder = await mkdtemp(join(tmpdir(), "tck-s3-"));
  try {
    const program = join(folder, "program.mjs");
    await bundleProgram(runtime.program, program);
    return JSON.parse(await runtime.run(program, JSON.stringify({ bucketUrls, credentials })));
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function bundleProgram(name: string, outfile: string): Promise<void> {
  try {
    await esbuild.build({
      entryPoints: [fileURLToPath(new URL(name, import.meta.url))],
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
