/**
 * Fuzzes the reader: `deno run -A tests/fuzz/codec.ts [--seconds N] [--seed N]`. Each batch runs in a process of its own,
 * so that a hang or a lack of memory ends that process alone; the seed of the batch, which is printed, brings it back.
 */
import { mkdtemp, writeFile } from "node:fs/promises";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { inspect, parseArgs } from "node:util";
import { Finding, runBatch } from "./batch.ts";

const ROUNDS = 1_000;
/** A batch takes a few seconds. One that takes this long hangs. */
const BATCH_MILLISECONDS = 120_000;
const HEAP_MEGABYTES = 512;

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "60" },
    seed: { type: "string", default: "1" },
    batch: { type: "boolean", default: false },
  },
});

if (values.batch) await runOne(Number(values.seed));
else await runMany(Number(values.seconds) * 1000, Number(values.seed));

async function runOne(seed: number): Promise<void> {
  try {
    const { inputs, accepted, codes } = await runBatch(seed, ROUNDS);
    process.stdout.write(
      `seed ${seed}: ${inputs} inputs, ${accepted} accepted, ${codes.size} different errors\n`,
    );
  } catch (error) {
    if (!(error instanceof Finding)) throw error;
    const file = join(await mkdtemp(join(tmpdir(), "tckb-fuzz-")), `seed-${seed}.tckb`);
    await writeFile(file, error.input);
    complain(
      `${inspect(error.cause)}\nSeed ${seed} found this input: ${file}; add it to fixtures/tckb/bad_cases.ts`,
    );
  }
}

async function runMany(milliseconds: number, firstSeed: number): Promise<void> {
  const end = performance.now() + milliseconds;
  for (let seed = firstSeed; performance.now() < end; seed++) {
    const child = spawn(process.execPath, batchArguments(seed), {
      stdio: "inherit",
      timeout: BATCH_MILLISECONDS,
    });
    const [code, signal] = await once(child, "exit");
    if (code === 0) continue;
    complain(`Batch of seed ${seed} failed: ${signal ? `it was ended by ${signal}` : `exit code ${code}`}`);
    return;
  }
}

function complain(message: string): void {
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}

function batchArguments(seed: number): string[] {
  const flags = [`--v8-flags=--max-old-space-size=${HEAP_MEGABYTES}`, "--no-check"];
  return ["run", "-A", ...flags, fileURLToPath(import.meta.url), "--batch", "--seed", String(seed)];
}
