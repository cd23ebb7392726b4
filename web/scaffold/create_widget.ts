#!/usr/bin/env node
/**
 * The program behind `pnpm create @tck/widget`: package `@tck/create-widget`, bin `create-widget`.
 *
 * @module
 */
import process from "node:process";
import { runCommand } from "../../terminal/mod.ts";
import { command } from "./command.ts";

process.exitCode = await runCommand(command, process.argv.slice(2));
