/** Prints text that would control a terminal, in each of the ways in which a command prints. */
import process from "node:process";
import { processTerminal, runCommand } from "../../terminal/mod.ts";

const HOSTILE = "\u001b]0;title\u0007\r\u009b2J\u202egpj";
const terminal = processTerminal();
terminal.print(`result ${HOSTILE}\n\tsecond line`);
terminal.note(`note ${HOSTILE}`);
terminal.warn(`warning ${HOSTILE}`);
await runCommand(
  {
    name: "fail",
    summary: "Fail.",
    options: {},
    examples: [],
    run: () => Promise.reject(new Error(`Cannot read ${HOSTILE}`)),
  },
  [],
  terminal,
);
process.exitCode = 0;
