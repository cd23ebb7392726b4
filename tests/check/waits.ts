// deno-lint-ignore-file no-console -- a program that prints its result
/**
 * The waits of the tests, as one step of `deno task check`: a test waits for an event with `tests/waiting`. A timer of its
 * own is the subject of the test or part of a widget's source, and the comment `// timer: why` says so at the end of its
 * line or in the line above.
 *
 * @module
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { glob } from "tinyglobby";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** A timer that only lets time pass: `setTimeout(resolve, 100)`, `sleep(20)`, `page.waitForTimeout(500)`. */
const TIMER =
  /\bwaitForTimeout\(|\bsetTimeout\(\s*(?:resolve|done|settle)\b[^,]*,\s*[1-9]|\bsetTimeout\([1-9]|(?:(?<![.\w])|\b(?:Bun|systemClock)\.)(?:sleep|delay|pause)\(\s*[1-9]/;
/**
 * What is no timer: a comment, a call that a signal ends at once, and a statement that awaits nothing, which moves a clock of
 * the test: `sleep(30_000);`. Other clocks than the machine's are not looked for: `clock.sleep(1_000)`.
 */
const NO_TIMER = /^\s*(?:\*|\/\/|\/\*)|AbortSignal\.abort\(\)|^\s*(?:sleep|delay|pause)\([^()]*\);$/;
const REASON = /\/\/ timer: \S/;

/** The lines with a timer and without a reason, one-based. */
export function findTimers(source: string): number[] {
  const lines = source.split("\n");
  return lines.flatMap((line, index) => {
    if (!TIMER.test(line) || NO_TIMER.test(line)) return [];
    return REASON.test(line) || REASON.test(lines[index - 1] ?? "") ? [] : [index + 1];
  });
}

if (import.meta.main) {
  const files = await glob("tests/**/*.{ts,tsx}", {
    cwd: ROOT,
    ignore: ["**/node_modules/**", "tests/bench/**", "tests/waiting/**"],
  });
  const faults: string[] = [];
  for (const file of files.sort()) {
    for (const line of findTimers(await readFile(join(ROOT, file), "utf8"))) {
      faults.push(
        `${file}:${line} waits for a time: wait for an event with tests/waiting, or say why: // timer: why`,
      );
    }
  }
  faults.forEach((fault) => console.error(fault));
  if (faults.length > 0) Deno.exit(1);
}
