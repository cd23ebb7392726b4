#!/usr/bin/env node
/**
 * The program `tck-serve` of the package `@tck/server`: the services on Node. Without the name of a command it is `serve`.
 */
import process from "node:process";
import { isNodeSupported } from "../../terminal/mod.ts";

process.exitCode = isNodeSupported()
  ? await (await import("./run_services.ts")).runServices(process.argv.slice(2))
  : 1;
// Commands close what they open. Resources that a library still holds must not keep the process alive.
process.exit();
