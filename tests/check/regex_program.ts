/**
 * Uses regular expressions on the texts that they are attacked with, and prints which one is next.
 *
 * @module
 */
import process from "node:process";
import { writeSync } from "node:fs";
import { text } from "node:stream/consumers";
import type { AttackedRegex } from "./regex_process.ts";

const { regexes, start }: { regexes: AttackedRegex[]; start: number } = JSON.parse(await text(process.stdin));

/**
 * An attack is tried with a tenth of its repeats first. An expression that needs less than this for them needs less than a
 * hundred times as much for all: its time grows with the square of the text at the most, since 10,000 repeats would take
 * seconds if it grew with the cube.
 */
const TENTH_MS = 4;

for (const [index, { source, flags, attacks, repeats, limit }] of regexes.entries()) {
  if (index < start) continue;
  const regex = new RegExp(source, flags);
  for (const [attack, { prefix, pump, suffix }] of attacks.entries()) {
    writeSync(1, `${JSON.stringify({ index, attack })}\n`);
    const count = limit === null ? repeats : Math.max(0, limit - prefix.length - suffix.length) / pump.length;
    const use = (times: number) => `${prefix}${pump.repeat(times)}${suffix}`.replace(regex, "");
    const begun = performance.now();
    use(count / 10);
    if (performance.now() - begun >= TENTH_MS) use(count);
  }
}
