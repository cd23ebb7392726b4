import process from "node:process";
import { runProgram } from "./program.ts";

/**
 * The path of Node 24.14.1, the sandbox's version (lifecycle specification, §1): `TCK_NODE`, else the executable that an
 * npm package carries, which there is for Linux on x64.
 */
export async function findNode(): Promise<string> {
  const named = process.env["TCK_NODE"];
  if (named) return named;
  if (process.platform === "linux" && process.arch === "x64") return await runProgram("node_program.ts");
  throw new Error(
    `Cannot find Node 24.14.1 for ${process.platform} on ${process.arch}: set TCK_NODE to its path`,
  );
}
