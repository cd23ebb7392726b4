import process from "node:process";
import type { Command } from "../../../terminal/mod.ts";
import { denoIsolation } from "../../../web/bundler/mod.ts";
import { createBuildCommand } from "../../../web/tck-cli/mod.ts";

/** `deno task build`. */
export const command: Command = createBuildCommand("deno task build", denoIsolation(process.execPath));
