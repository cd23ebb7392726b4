/**
 * Prints the folder of the npm package that carries a headless Chromium. The import, which no tool sees ahead of time,
 * installs it.
 *
 * @module
 */
import process from "node:process";
import { fileURLToPath } from "node:url";

const PACKAGE: string = "npm:@sparticuz/chromium@147.0.2";

await import(PACKAGE);
process.stdout.write(fileURLToPath(new URL("../..", import.meta.resolve(PACKAGE))));
