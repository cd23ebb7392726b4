import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { findNode } from "../packages/mod.ts";

const PROGRAM = fileURLToPath(new URL("printing_program.ts", import.meta.url));

for (
  const [runtime, program, flags] of [
    ["Deno", process.execPath, ["run", "--quiet", "-A", "--no-check"]],
    ["Node", await findNode(), []],
  ] as const
) {
  Deno.test(`a program on ${runtime} runs to its end after its output was closed`, async () => {
    const child = spawn(program, [...flags, PROGRAM], { stdio: ["ignore", "pipe", "pipe"] });
    const ended = once(child, "exit");
    const stderr = text(child.stderr);
    await once(child.stdout, "data");
    child.stdout.destroy();
    assert.deepEqual([(await ended)[0], await stderr], [3, "done\n"]);
  });
}
