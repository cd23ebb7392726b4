/**
 * Prints the YAML document of standard input as JSON, with its aliases and merge keys resolved. The dynamic import installs
 * the parser.
 *
 * @module
 */
import process from "node:process";
import { text } from "node:stream/consumers";

const YAML: string = "npm:yaml@2.9.1";

const { parse } = await import(YAML) as { parse(text: string, options: { merge: boolean }): unknown };
process.stdout.write(JSON.stringify(parse(await text(process.stdin), { merge: true })));
