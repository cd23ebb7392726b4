#!/usr/bin/env node
/**
 * The program `tck-serve` of the package `@tck/server`: the services on Node. Without the name of a command it is `serve`.
 *
 * @module
 */
import { readFile } from "node:fs/promises";
import process from "node:process";
import { processTerminal } from "../../terminal/mod.ts";
import { readHostAssetsDocument } from "../../web/assets/import_map/mod.ts";
import type { Host } from "../cli/host.ts";
import { COMPRESSION } from "../compression/mod.ts";
import { readBinaryDocument } from "../application/binary_document.ts";
import { runCommandLine } from "../cli/run_command_line.ts";
import { SERVICE_COMMANDS } from "../cli/service_commands.ts";

/** Reads a file that the package has beside this one. */
async function readJson(name: string) {
  return JSON.parse(await readFile(new URL(name, import.meta.url), "utf8"));
}

/** Node with the host assets and the sample project of the package. Its `fetch` never repeats a request. */
const NODE_HOST: Host = {
  invocation: "npx tck-serve",
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
};

const args = process.argv.slice(2);
const isServe = args[0] === undefined || args[0].startsWith("-");
const line = isServe ? ["serve", ...args] : args;
process.exitCode = await runCommandLine(line, processTerminal(), SERVICE_COMMANDS, NODE_HOST);
// Commands close what they open. Resources that a library still holds must not keep the process alive.
process.exit();
