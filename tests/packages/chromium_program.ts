/**
 * Prints the folder of the npm package with a headless Chromium. The dynamic import installs it.
 *
 * @module
 */
import process from "node:process";
import { fileURLToPath } from "node:url";

const PACKAGE: string = "npm:@sparticuz/chromium@147.0.2";

await import(PACKAGE);
process.stdout.write(fileURLToPath(new URL("../..", import.meta.resolve(PACKAGE))));
