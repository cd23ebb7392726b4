/**
 * Fuzzes the reader: `deno task fuzz --seconds N`. Each batch runs in its own process, so that a hang or a lack of memory
 * ends that process only. The seed of the batch, which is printed, reproduces it.
 */
import { mkdtemp, writeFile } from "node:fs/promises";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { inspect } from "node:util";
import { type Command, UsageError } from "../../terminal/command.ts";
import { runCommand } from "../../terminal/run_command.ts";
import { runBatch, Violation } from "./batch.ts";

const ROUNDS = 1_000;
/** A batch takes a few seconds; after this time it is taken to hang. */
const BATCH_MILLISECONDS = 120_000;
const HEAP_MEGABYTES = 512;

const command: Command = {
  name: "fuzz",
  summary:
    "Mutate envelopes and look for inputs that the reader misreads, hangs on or runs out of memory with.",
  options: {
    seconds: { type: "string", value: "N", help: "how long to run", default: "60" },
    seed: { type: "string", value: "N", help: "the seed of the first batch", default: "1" },
    batch: { type: "boolean", help: "run the batch of the seed, in this process" },
  },
  notes: [
    "Exit codes: 0 no violation, 1 a violation: the input is written to a file, to become a fixture.",
  ],
  examples: ["deno task fuzz --seconds 30", "deno task fuzz --batch --seed 17"],
  async run(input) {
    const [seconds, seed] = [readNumber(input.text("seconds")), readNumber(input.text("seed"))];
    return input.has("batch") ? await runOne(seed) : await runMany(seconds * 1000, seed);
  },
};

Deno.exit(await runCommand(command, Deno.args));

function readNumber(text: string): number {
  if (/^[0-9]{1,9}$/.test(text)) return Number(text);
  throw new UsageError(`Cannot use ${JSON.stringify(text.slice(0, 80))}: expected a whole number`);
}

async function runOne(seed: number): Promise<number> {
  try {
    const { inputs, accepted, codes } = await runBatch(seed, ROUNDS);
    process.stdout.write(
      `seed ${seed}: ${inputs} inputs, ${accepted} accepted, ${codes.size} different errors\n`,
    );
    return 0;
  } catch (error) {
    if (!(error instanceof Violation)) throw error;
    const file = join(await mkdtemp(join(tmpdir(), "tckb-fuzz-")), `seed-${seed}.tckb`);
    await writeFile(file, error.input);
    return complain(
      `${
        inspect(error.cause)
      }\nSeed ${seed} violates a property with this input: ${file}; add it to fixtures/tckb/bad_contents.ts, bad_entries.ts or bad_archives.ts`,
    );
  }
}

async function runMany(milliseconds: number, firstSeed: number): Promise<number> {
  const end = performance.now() + milliseconds;
  for (let seed = firstSeed; performance.now() < end; seed++) {
    const child = spawn(process.execPath, batchArguments(seed), {
      stdio: "inherit",
      timeout: BATCH_MILLISECONDS,
    });
    const [code, signal] = await once(child, "exit");
    if (code === 0) continue;
    return complain(
      `Batch of seed ${seed} failed: ${signal ? `it was ended by ${signal}` : `exit code ${code}`}`,
    );
  }
  return 0;
}

function complain(message: string): number {
  process.stderr.write(`${message}\n`);
  return 1;
}

function batchArguments(seed: number): string[] {
  const flags = [`--v8-flags=--max-old-space-size=${HEAP_MEGABYTES}`, "--no-check"];
  return ["run", "-A", ...flags, fileURLToPath(import.meta.url), "--batch", "--seed", String(seed)];
}
