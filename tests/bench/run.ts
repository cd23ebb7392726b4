/**
 * `deno task bench NAME [--node]`: rivals and limits side by side, in one run, on Deno or on Node 24.
 *
 * @module
 */
import { type Command, UsageError } from "../../terminal/command.ts";
import { runCommand } from "../../terminal/run_command.ts";
import { runOnNode } from "./on_node.ts";

const BENCHES: { readonly [name: string]: string } = {
  codec: "./codec.ts",
  commit: "./commit.ts",
  bundler: "./bundler.ts",
  preview: "./preview/bench.ts",
};

const command: Command = {
  name: "bench",
  summary: "Rivals and limits side by side, in one run.",
  positionals: { usage: "NAME", least: 1, most: 1, help: Object.keys(BENCHES).join(", ") },
  options: { node: { type: "boolean", help: "run it on Node 24 in place of Deno" } },
  notes: ["Times swing with whatever else the machine does: only the ratios of one run mean anything."],
  examples: ["deno task bench codec", "deno task bench codec --node"],
  async run(input) {
    const [name] = input.positionals;
    const file = Object.hasOwn(BENCHES, name!) ? BENCHES[name!]! : null;
    if (file === null) {
      throw new UsageError(
        `Cannot bench ${JSON.stringify(name)}: expected one of ${Object.keys(BENCHES).join(", ")}`,
      );
    }
    if (input.has("node")) return await runOnNode(file);
    await import(file);
    return 0;
  },
};

Deno.exit(await runCommand(command, Deno.args));
