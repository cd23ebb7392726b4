/**
 * `deno task bench NAME [--node] [--quick]`: measures the project beside other tools and the physical floor in one run, on Deno or
 * on Node 24.
 *
 * @module
 */
import { quote } from "../../core/errors/mod.ts";
import { type Command, UsageError } from "../../terminal/command.ts";
import { runCommand } from "../../terminal/run_command.ts";
import { runOnNode } from "./on_node.ts";

const BENCHES: { readonly [name: string]: string } = {
  codec: "./codec.ts",
  commit: "./commit.ts",
  bundler: "./bundler.ts",
  http: "./http/bench.ts",
  faults: "./http/faults.ts",
  preview: "./preview/bench.ts",
  canvas: "./canvas/bench.ts",
  playground: "./playground/bench.ts",
};

const command: Command = {
  name: "bench",
  summary: "Measure the project beside other tools and the physical floor, in one run.",
  positionals: {
    usage: "NAME [COUNT…]",
    least: 1,
    most: 10,
    help: `${Object.keys(BENCHES).join(", ")}; for the bundler and the preview also the numbers of widgets`,
  },
  options: {
    node: { type: "boolean", help: "run on Node 24 instead of Deno" },
    quick: {
      type: "boolean",
      help:
        "canvas: one turn of each contender; http: everything for a short time; preview: without other tools",
    },
    scales: {
      type: "boolean",
      help: "http: only lists and batches among 1,000 to 1,000,000, and the memory over a million requests",
    },
    against: { type: "string", value: "COMMIT", help: "canvas: compare with the canvases of another commit" },
    json: { type: "boolean", help: "canvas: print the results as JSON, and the tables to standard error" },
  },
  notes: ["Times depend on the load of the machine: compare only the ratios within one run."],
  examples: [
    "deno task bench codec",
    "deno task bench codec --node",
    "deno task bench bundler 50",
    "deno task bench canvas --quick 30",
    "deno task bench canvas --against HEAD~1 30 100",
    "deno task bench http --scales",
  ],
  async run(input) {
    const [name] = input.positionals;
    const file = Object.hasOwn(BENCHES, name!) ? BENCHES[name!]! : null;
    if (file === null) {
      throw new UsageError(
        `unknown benchmark ${quote(name!)}: expected one of ${Object.keys(BENCHES).join(", ")}`,
      );
    }
    if (input.has("node")) return await runOnNode(file);
    if (input.has("quick")) Deno.env.set("TCK_BENCH_QUICK", "1");
    const against = input.optional("against");
    if (against !== undefined) Deno.env.set("TCK_BENCH_AGAINST", against);
    if (input.has("scales")) Deno.env.set("TCK_BENCH_SCALES", "1");
    await import(file);
    return 0;
  },
};

Deno.exit(await runCommand(command, Deno.args));
