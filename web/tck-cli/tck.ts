#!/usr/bin/env node
/**
 * The program `tck` of the package `@tck/kit`.
 *
 * @module
 */
import process from "node:process";
import { VERSION } from "../../core/contract/mod.ts";
import { quote } from "../../core/errors/mod.ts";
import { type Command, processTerminal, runCommand } from "../../terminal/mod.ts";
import { defaultIsolation } from "../bundler/mod.ts";
import { createBuildCommand, createCheckCommand } from "./commands.ts";

const COMMANDS: { readonly [name: string]: () => Command } = {
  build: () => createBuildCommand("tck build", defaultIsolation()),
  check: () => createCheckCommand("tck check", defaultIsolation()),
};

process.exitCode = await main(process.argv.slice(2));

async function main([name, ...args]: string[]): Promise<number> {
  const terminal = processTerminal();
  if (name !== undefined && Object.hasOwn(COMMANDS, name)) {
    return await runCommand(COMMANDS[name]!(), args, terminal);
  }
  if (name === "--version") {
    terminal.print(VERSION);
    return 0;
  }
  if (name === "--help") {
    terminal.print(
      [
        "Build and check widgets.",
        "",
        "Usage: tck build [options] [DIR]",
        "       tck check [options] [DIR]",
        "",
        "Examples:",
        "  tck build --help",
        "  tck check --json",
      ].join("\n"),
    );
    return 0;
  }
  const problem = name ? `unknown command ${quote(name)}` : "missing command";
  terminal.warn(`error: ${problem}; commands: ${Object.keys(COMMANDS).join(", ")}`);
  terminal.note("Try: tck --help");
  return 2;
}
