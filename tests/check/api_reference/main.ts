// deno-lint-ignore-file no-console -- a program that prints its result
/**
 * Checks that the kit's reference is what its sources generate; with `--write`, writes it.
 *
 * @module
 */
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { generateReference, REFERENCE_FOLDER } from "./generate_reference.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

const reference = await generateReference(ROOT);
const known = await readdir(`${ROOT}${REFERENCE_FOLDER}`).catch(() => []);
const paths = [...new Set([...reference.keys(), ...known.map((name) => `${REFERENCE_FOLDER}/${name}`)])];
for (const path of paths) {
  const text = reference.get(path);
  if (await readFile(`${ROOT}${path}`, "utf8").catch(() => undefined) === text) continue;
  if (!Deno.args.includes("--write")) {
    console.log(`${path} is out of date: run deno task api`);
    Deno.exitCode = 1;
  } else if (text === undefined) {
    await rm(`${ROOT}${path}`);
  } else {
    await mkdir(`${ROOT}${REFERENCE_FOLDER}`, { recursive: true });
    await writeFile(`${ROOT}${path}`, text);
  }
}
