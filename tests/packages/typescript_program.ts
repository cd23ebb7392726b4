/**
 * Type-checks the project of a `tsconfig.json` as an author's editor does, and prints the problems as JSON: a list of
 * texts. The dynamic import installs TypeScript.
 *
 * @module
 */
import { dirname } from "node:path";
import process from "node:process";

/** The part of TypeScript that is used. */
interface TypeScript {
  sys: { readFile(path: string): string | undefined };
  readConfigFile(path: string, read: (path: string) => string | undefined): { config: unknown };
  parseJsonConfigFileContent(config: unknown, host: unknown, folder: string): Settings;
  createProgram(options: { rootNames: string[]; options: unknown }): unknown;
  getPreEmitDiagnostics(program: unknown): Problem[];
  flattenDiagnosticMessageText(text: unknown, lineBreak: string): string;
}

interface Settings {
  fileNames: string[];
  options: unknown;
  errors: Problem[];
}

interface Problem {
  code: number;
  messageText: unknown;
  file?: { fileName: string };
}

const TYPESCRIPT: string = "npm:typescript@6.0.3";

const { default: typescript } = await import(TYPESCRIPT) as { default: TypeScript };
const [path] = process.argv.slice(2);
const { config } = typescript.readConfigFile(path!, typescript.sys.readFile);
const settings = typescript.parseJsonConfigFileContent(config, typescript.sys, dirname(path!));
const program = typescript.createProgram({ rootNames: settings.fileNames, options: settings.options });
const problems = [...settings.errors, ...typescript.getPreEmitDiagnostics(program)];
process.stdout.write(
  JSON.stringify(
    problems.map(({ file, code, messageText }) =>
      `${file?.fileName ?? "tsconfig.json"} TS${code} ${
        typescript.flattenDiagnosticMessageText(messageText, " ")
      }`
    ),
  ),
);
