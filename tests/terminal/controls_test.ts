import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import process from "node:process";
import { promisify } from "node:util";
import { fileURLToPath } from "node:url";
import { findNode } from "../packages/mod.ts";

const PROGRAM = fileURLToPath(new URL("hostile_program.ts", import.meta.url));

for (
  const [runtime, program, flags] of [
    ["Deno", process.execPath, ["run", "--quiet", "-A", "--no-check"]],
    ["Node", await findNode(), []],
  ] as const
) {
  // claim: terminal-controls
  Deno.test(`text of others cannot control the terminal of a program on ${runtime}`, async () => {
    const { stdout, stderr } = await promisify(execFile)(program, [...flags, PROGRAM]);
    const escaped = String.raw`\u001b]0;title\u0007\u000d\u009b2J\u202egpj`;
    assert.equal(stdout, `result ${escaped}\n\tsecond line\n`);
    assert.equal(stderr, `note ${escaped}\nwarning ${escaped}\nerror: Cannot read ${escaped}\n`);
  });
}
