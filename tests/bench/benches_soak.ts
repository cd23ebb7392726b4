// budget: 240 s: each measures for as long as it takes
import assert from "node:assert/strict";
import process from "node:process";
import { fileURLToPath } from "node:url";

const PROGRAM = fileURLToPath(new URL("./run.ts", import.meta.url));

/** Those that take a minute at most, as small as they can be: `codec`, `http`, `faults` and `playground` measure for minutes. */
const BENCHES = [["bundler", "1"], ["commit"], ["preview", "--quick", "1"], ["canvas", "--quick", "6"]];

for (const args of BENCHES) {
  Deno.test(`bench ${args.join(" ")} measures, and prints ratios`, async () => {
    const { code, stdout, stderr } = await new Deno.Command(process.execPath, {
      args: ["run", "-A", "--no-check", "--no-lock", PROGRAM, ...args],
    }).output();
    const [printed, errors] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
    assert.equal(code, 0, errors);
    assert.match(printed!, /\d ms +\d+\.\d\d ×/);
  });
}
