import { readFile } from "node:fs/promises";
import { processTerminal } from "../../terminal/mod.ts";
import { readHostAssetsDocument } from "../../web/assets/import_map/mod.ts";
import { readBinaryDocument } from "../application/binary_document.ts";
import type { Host } from "../cli/host.ts";
import { runCommandLine } from "../cli/run_command_line.ts";
import { SERVICE_COMMANDS } from "../cli/service_commands.ts";
import { COMPRESSION } from "../compression/mod.ts";
import { createCardWriter } from "../painting/mod.ts";
import { createSealer } from "../sealing/mod.ts";

/** Reads a file that the package has beside this one. */
async function readJson(name: string) {
  return JSON.parse(await readFile(new URL(name, import.meta.url), "utf8"));
}

/** Node with the host assets and the sample project of the package. Its `fetch` never repeats a request. */
const NODE_HOST: Host = {
  // The program has another name than its package.
  invocation: "npx --package @tck/server tck-serve",
  fetchOnce: (request) => fetch(request),
  async loadHostAssets() {
    return readHostAssetsDocument(await readJson("./host_assets.json"));
  },
  async loadSampleBundles() {
    return readBinaryDocument(await readJson("./sample_bundles.json"));
  },
  async loadApiViewer() {
    return readBinaryDocument(await readJson("./api_viewer.json"))[0]!;
  },
  compression: COMPRESSION,
  feedSealer: createSealer(),
  cardWriter: createCardWriter(),
};

/**
 * Runs the command that a command line names; without a name, `serve`.
 *
 * @returns the exit code
 */
export async function runServices(args: readonly string[]): Promise<number> {
  const isServe = args[0] === undefined ||
    args[0].startsWith("-") && !["--help", "--version"].includes(args[0]);
  const line = isServe ? ["serve", ...args] : args;
  return await runCommandLine(line, processTerminal(), SERVICE_COMMANDS, NODE_HOST);
}
