// deno-lint-ignore-file no-console -- a program that prints its result
/**
 * The time of each test file, as one step of `deno task check`: at most 10 s, or what its comment `// budget: 25 s: why`
 * says. A busy machine takes longer, so a file fails only if it took twice its budget in its last two runs.
 *
 * @module
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type FileTimes, readLocalTimes } from "../runner/file_times.ts";
import SEED from "../runner/times.json" with { type: "json" };

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** The budget of a file without a comment. */
export const DEFAULT_BUDGET_SECONDS = 10;

const BUDGET = /^\/\/ budget: (\d{1,4}) s: \S/m;

/** The seconds that a test file may take. */
export function readBudget(source: string): number {
  return Number(BUDGET.exec(source)?.[1] ?? DEFAULT_BUDGET_SECONDS);
}

/** What is to be said about files that were twice over their budget in their last two runs, a line for each. */
export async function findSlowFiles(
  times: FileTimes,
  read: (file: string) => Promise<string | null>,
): Promise<string[]> {
  const faults: string[] = [];
  for (const [file, seconds] of Object.entries(times)) {
    if (!/_test\.tsx?$/.test(file)) continue;
    const source = await read(file);
    if (source === null) continue;
    const budget = readBudget(source);
    if (seconds.length < 2 || seconds.some((taken) => taken <= 2 * budget)) continue;
    faults.push(
      `${file} took ${
        seconds.join(" and ")
      } s, and its budget is ${budget} s: make it faster, move what repeats ` +
        "to a _soak file, or say why in a comment: // budget: 25 s: why",
    );
  }
  return faults;
}

/** How many files run side by side on two cores. */
const JOBS = 3;

/** What the README says of the whole run, if the times of the files say otherwise. A run takes longer than its share of them. */
export function findStaleDuration(readme: string, times: FileTimes): string[] {
  const stated = Number(/The tests take about (\d+) minutes on two cores/.exec(readme)?.[1]);
  const least = Object.values(times).reduce((sum, [seconds = 0]) => sum + seconds, 0) / JOBS / 60;
  if (stated >= least && stated <= least * 1.5) return [];
  return [
    `README.md says that the tests take about ${stated} minutes, and the times of the files add up to ${
      Math.round(least)
    }`,
  ];
}

if (import.meta.main) {
  const read = (file: string) => readFile(join(ROOT, file), "utf8");
  const faults = [
    ...await findSlowFiles(await readLocalTimes(), (file) => read(file).catch(() => null)),
    ...findStaleDuration(await read("README.md"), SEED),
  ];
  faults.forEach((fault) => console.error(fault));
  if (faults.length > 0) Deno.exit(1);
}
