import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import project from "../../../deno.json" with { type: "json" };
import { NPM_PACKAGES } from "../../../hosts/packaging/mod.ts";
import { runDeno } from "../../consumers/deno.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

const PROGRAMS = ["hosts/deno/main.ts", ...NPM_PACKAGES.flatMap(({ bin }) => Object.values(bin))];

Deno.test("every program prints the version of deno.json, and so does a command of it", async () => {
  assert.equal(PROGRAMS.length, 5);
  const commands = [["hosts/deno/main.ts", "commit"], ["web/tck-cli/tck.ts", "build"]];
  for (const command of [...PROGRAMS.map((program) => [program]), ...commands]) {
    const { stdout, stderr } = await runDeno(["run", "-A", "--no-check", ...command, "--version"], {
      cwd: ROOT,
    });
    assert.equal(stdout, `${project.version}\n`, `${command.join(" ")}: ${stderr}`);
  }
});
