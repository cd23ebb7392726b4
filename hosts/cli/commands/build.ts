import { stat } from "node:fs/promises";
import { relative } from "node:path";
import process from "node:process";
import { buildProject, denoIsolation, formatDiagnostic } from "../../../web/bundler/mod.ts";
import * as esbuild from "esbuild";
import { type Command, UsageError } from "../command.ts";

/** `deno task build`. */
export const command: Command = {
  name: "build",
  summary: "Build every widget of a project into dist/<NNN>_<slug>.tckb.",
  positionals: {
    usage: "[DIR]",
    least: 0,
    most: 1,
    help: "the project folder, which holds widgets/ (default: the current one)",
  },
  options: { json: { type: "boolean", help: "print the report as one JSON object" } },
  notes: ["Exit codes: 0 every widget is valid, 1 some are not, 2 the command line is wrong."],
  examples: ["deno task build fixtures/projects/morning-brief", "deno task build --json ."],
  async run(input, terminal) {
    const directory = input.positionals[0] ?? ".";
    if (!await isDirectory(directory)) {
      throw new UsageError(`Cannot build ${JSON.stringify(directory)}: there is no such folder`);
    }
    try {
      const report = await buildProject(directory, {
        isolation: denoIsolation(process.execPath),
        onProgress: (done, total, widget) => terminal.progress(`${done}/${total} ${widget.name}`),
      });
      if (input.has("json")) terminal.print(JSON.stringify(report));
      else {
        for (const diagnostic of report.diagnostics) terminal.warn(formatDiagnostic(diagnostic));
        for (const { name, status, hash } of report.widgets) {
          if (hash) {
            terminal.print(
              `${status.padEnd(9)} ${relative(process.cwd(), report.outputDirectory)}/${name}.tckb ${hash}`,
            );
          }
        }
      }
      return report.diagnostics.length === 0 ? 0 : 1;
    } finally {
      await esbuild.stop();
    }
  },
};

async function isDirectory(path: string): Promise<boolean> {
  return await stat(path).then((info) => info.isDirectory(), () => false);
}
