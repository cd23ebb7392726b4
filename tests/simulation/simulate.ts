/**
 * `deno task simulate`: runs schedules of the commit protocol on its model, starting with a seed. A seed that fails is
 * printed with its schedule; add it to `FIXED_SEEDS` in `simulation_test.ts` once the bug is fixed.
 *
 * @module
 */
import { type Command, UsageError } from "../../terminal/command.ts";
import { runCommand } from "../../terminal/run_command.ts";
import { formatFailure, runSchedules } from "./schedules.ts";

const command: Command = {
  name: "simulate",
  summary: "Run the commit service on models, with every call interleaved, delayed, lost or crashed.",
  options: {
    seconds: { type: "string", value: "N", help: "how long to run", default: "60" },
    seed: { type: "string", value: "S", help: "the seed of the first schedule (default: a random one)" },
  },
  notes: ["Exit codes: 0 every invariant holds, 1 one is violated: the seed and its schedule are printed."],
  examples: ["deno task simulate --seconds 60", "deno task simulate --seconds 1 --seed 3088"],
  async run(input, terminal) {
    const milliseconds = 1000 * readNumber(input.text("seconds"));
    const seed = readNumber(input.optional("seed") ?? String(Math.floor(Math.random() * 2 ** 31)));
    terminal.print(`seed ${seed}`);
    const { schedules, steps, failed } = await runSchedules(seed, { milliseconds });
    terminal.print(`${schedules} schedules, ${steps} steps`);
    if (failed === null) return 0;
    terminal.print(await formatFailure(failed.seed));
    return 1;
  },
};

Deno.exit(await runCommand(command, Deno.args));

function readNumber(text: string): number {
  if (/^[0-9]{1,15}$/.test(text)) return Number(text);
  throw new UsageError(`Cannot use ${JSON.stringify(text.slice(0, 80))}: expected an integer`);
}
