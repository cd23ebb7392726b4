import assert from "node:assert/strict";
import { type Command, readPort, runCommand, type Terminal, UsageError } from "../../terminal/mod.ts";

const COMMAND: Command = {
  name: "greet",
  summary: "Print a greeting.",
  positionals: { usage: "NAME", least: 1, most: 1, help: "who is greeted" },
  options: {
    language: { type: "string", value: "TAG", help: "the language", required: true },
    port: { type: "string", value: "N", help: "the port", default: "1" },
  },
  examples: ["deno task greet --language en Ada"],
  run(input, terminal) {
    readPort(input.text("port"));
    if (input.text("language") === "xx") throw new Error("Cannot greet: unknown language\nmore");
    terminal.print(`hello ${input.positionals[0]}`);
    return Promise.resolve(0);
  },
};

async function run(...args: string[]): Promise<{ code: number; lines: string[] }> {
  const lines: string[] = [];
  const write = (line: string) => void lines.push(line);
  const terminal: Terminal = { print: write, note: write, warn: write, progress: () => {} };
  return { code: await runCommand(COMMAND, args, terminal), lines };
}

const USAGE_ERRORS: readonly (readonly [args: readonly string[], message: string])[] = [
  [["Ada"], "missing required option --language"],
  [["--language", "en"], "missing required argument NAME"],
  [["--language", "en", "Ada", "Bob"], 'unexpected argument "Bob"'],
  [["--language", "en", "Ada", "--loud"], "unknown option '--loud'"],
  [["--langauge", "en", "Ada"], "unknown option '--langauge': did you mean --language?"],
  [["--language", "en", "Ada", "--hlep"], "unknown option '--hlep': did you mean --help?"],
  [["--language", "en", "Ada", "--port", "x"], 'invalid port "x": expected 0 to 65535'],
  [["--language", "", "Ada"], "option --language has an empty value"],
  [["--language", "en", ""], "an argument is empty: expected NAME"],
];

for (const [args, message] of USAGE_ERRORS) {
  Deno.test(`a usage error begins with the command and exits with 2: ${message}`, async () => {
    const { code, lines } = await run(...args);
    assert.deepEqual([code, lines], [2, [`error: greet: ${message}`, "Try: deno task greet --help"]]);
  });
}

Deno.test("any other error is printed as its first line and exits with 1", async () => {
  const { code, lines } = await run("--language", "xx", "Ada");
  assert.deepEqual([code, lines], [1, ["error: Cannot greet: unknown language"]]);
});

Deno.test("a usage error has a code", () => assert.equal(new UsageError("x").code, "command.invalid_usage"));
