import process from "node:process";
import { fileURLToPath } from "node:url";
import type { RegexAttack } from "../packages/regex_attacks_program.ts";

/** A regular expression, and the texts that it is used on. */
export interface AttackedRegex {
  source: string;
  flags: string;
  attacks: readonly RegexAttack[];
  /** How often the pump is repeated. */
  repeats: number;
  /** The longest text, in UTF-16 units; null for any length. */
  limit: number | null;
}

/** How long one attack may take: an expression without a slow one needs milliseconds. */
const DEADLINE_MS = 10_000;

/**
 * Uses regular expressions in a process that is killed when one does not end, and continues with the next in another.
 *
 * @returns the indexes of those that did not end, each with the attack
 */
export async function findEndless(
  regexes: readonly AttackedRegex[],
  deadlineMs: number = DEADLINE_MS,
): Promise<{ index: number; attack: RegexAttack }[]> {
  const endless: { index: number; attack: RegexAttack }[] = [];
  let next = 0;
  while (next < regexes.length) {
    const at = await runFrom(regexes, next, deadlineMs);
    if (at === null) break;
    endless.push({ index: at.index, attack: regexes[at.index]!.attacks[at.attack]! });
    next = at.index + 1;
  }
  return endless;
}

/** The place at which the process did not continue in time; null when it has used all of them. */
async function runFrom(
  regexes: readonly AttackedRegex[],
  start: number,
  deadlineMs: number,
): Promise<{ index: number; attack: number } | null> {
  const child = new Deno.Command(process.execPath, {
    args: ["run", "--no-check", fileURLToPath(new URL("regex_program.ts", import.meta.url))],
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(JSON.stringify({ regexes, start })));
  await writer.close();
  let last = { index: start, attack: 0 };
  let isKilled = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const restart = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      isKilled = true;
      child.kill("SIGKILL");
    }, deadlineMs);
  };
  restart();
  let rest = "";
  for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split("\n");
    rest = lines.pop()!;
    if (lines.length === 0) continue;
    const at = JSON.parse(lines.at(-1)!) as typeof last;
    last = at;
    restart();
  }
  clearTimeout(timer);
  const { success } = await child.status;
  if (isKilled) return last;
  if (!success) {
    throw new Error(`Cannot use regular expressions: the process failed at ${JSON.stringify(last)}`);
  }
  return null;
}
