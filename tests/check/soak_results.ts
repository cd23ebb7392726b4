// deno-lint-ignore-file no-console -- a program that prints its result
/**
 * The age of the soak's results, as one step of `deno task check`: each area has passed on one of the last commits.
 *
 * @module
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findOldResults, readResults } from "../soak/results.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

if (existsSync(join(ROOT, ".git"))) {
  const faults = findOldResults(ROOT, readResults(ROOT));
  faults.forEach((fault) => console.error(fault));
  if (faults.length > 0) Deno.exit(1);
} else console.error("check: not a clone of the repository: the age of the soak's results is not checked");
