// deno-lint-ignore-file no-console -- a program that prints its result
/**
 * Checks that the kit's reference is what its sources generate; with `--write`, writes it.
 *
 * @module
 */
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { generateReference, REFERENCE_FILE } from "./generate_reference.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

const reference = await generateReference(ROOT);
if (Deno.args.includes("--write")) {
  await writeFile(`${ROOT}${REFERENCE_FILE}`, reference);
} else if (await readFile(`${ROOT}${REFERENCE_FILE}`, "utf8").catch(() => "") !== reference) {
  console.log(`${REFERENCE_FILE} is out of date: run deno task api`);
  Deno.exit(1);
}
