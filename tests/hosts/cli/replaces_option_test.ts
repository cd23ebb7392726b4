import assert from "node:assert/strict";
import { runCommand } from "./command_process.ts";

Deno.test("commit --replaces takes a revision or none", async () => {
  const target = ["--user", "demo", "--task", "t", "--date", "2026-03-04", "--kind", "diary", "dist"];
  const { code, stderr } = await runCommand(["commit", ...target, "--replaces", "the last"]);
  assert.equal(code, 2);
  assert.match(
    stderr,
    /commit: invalid --replaces: revision "the last" is not a UUID, as deno task history lists it, nor none/,
  );
});
