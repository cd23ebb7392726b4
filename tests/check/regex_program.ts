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
for (const [index, { source, flags, attacks, repeats, limit }] of regexes.entries()) {
  if (index < start) continue;
  const regex = new RegExp(source, flags);
  for (const [attack, { prefix, pump, suffix }] of attacks.entries()) {
    writeSync(1, `${JSON.stringify({ index, attack })}\n`);
    const count = limit === null ? repeats : Math.max(0, limit - prefix.length - suffix.length) / pump.length;
    `${prefix}${pump.repeat(count)}${suffix}`.replace(regex, "");
  }
}
