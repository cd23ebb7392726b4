/** Prints for a while to standard output, then "done" to standard error, and exits with code 3. */
import process from "node:process";
import { processTerminal } from "../../terminal/mod.ts";

const terminal = processTerminal();
for (let line = 0; line < 40; line++) {
  terminal.print(`line ${line}`);
  await new Promise((resolve) => setTimeout(resolve, 5)); // timer: it prints for a while
}
terminal.note("done");
process.exitCode = 3;
