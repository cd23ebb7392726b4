import { stat } from "node:fs/promises";
import { relative } from "node:path";
import process from "node:process";
import * as esbuild from "esbuild";
import {
  type BuildOptions,
  type BuildOutcome,
  buildProject,
  type BuildReport,
  denoIsolation,
  formatDiagnostic,
  watchProject,
} from "../../../web/bundler/mod.ts";
import { type Command, UsageError } from "../../../terminal/command.ts";
import { watchProcessEnd } from "../../../terminal/process_end.ts";
import type { Terminal } from "../../../terminal/terminal.ts";

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
  options: {
    check: { type: "boolean", help: "check the widgets and write nothing" },
    watch: { type: "boolean", help: "build again whenever a file changes, until Ctrl-C" },
    json: { type: "boolean", help: "print the report as one JSON object, with --watch one a line" },
  },
  notes: ["Exit codes: 0 every widget is valid, 1 some are not, 2 the command line is wrong."],
  examples: [
    "deno task build fixtures/projects/morning-brief",
    "deno task build --check --json .",
    "deno task build --watch .",
  ],
  async run(input, terminal) {
    const directory = input.positionals[0] ?? ".";
    if (!await isDirectory(directory)) {
      throw new UsageError(`Cannot build ${JSON.stringify(directory)}: there is no such folder`);
    }
    if (input.has("check") && input.has("watch")) {
      throw new UsageError("Cannot build: --check and --watch exclude each other");
    }
    const show = input.has("json") ? showJson(terminal) : showText(terminal, input.has("check"));
    const options: BuildOptions = {
      isolation: denoIsolation(process.execPath),
      checkOnly: input.has("check"),
      onProgress: (done, total, widget) => terminal.progress(`${done}/${total} ${widget.name}`),
    };
    try {
      if (input.has("watch")) return await watch(directory, options, show);
      const report = await buildProject(directory, options);
      show(report);
      return report.diagnostics.length === 0 ? 0 : 1;
    } finally {
      await esbuild.stop();
    }
  },
};

type Show = (report: BuildReport) => void;

async function watch(directory: string, options: BuildOptions, show: Show): Promise<number> {
  for await (const report of watchProject(directory, options, watchProcessEnd())) show(report);
  return 0;
}

function showJson(terminal: Terminal): Show {
  return (report) => terminal.print(JSON.stringify(report));
}

/** Shows a build; of those that follow, only what is different: what was built, what is wrong now, what is no longer. */
function showText(terminal: Terminal, isCheck: boolean): Show {
  let shown: ReadonlySet<string> | null = null;
  return ({ widgets, diagnostics, outputDirectory }) => {
    const current = new Set(diagnostics.map(formatDiagnostic));
    for (const text of current) if (!shown?.has(text)) terminal.warn(text);
    for (const text of shown ?? []) if (!current.has(text)) terminal.note(`fixed     ${text.split("\n")[0]}`);
    const folder = relative(process.cwd(), outputDirectory);
    const describe = ({ name, status, hash }: BuildOutcome) =>
      isCheck ? `valid     ${name} ${hash}` : `${status.padEnd(9)} ${folder}/${name}.tckb ${hash}`;
    for (const widget of widgets) {
      const isNews = shown === null || widget.status === "built";
      if (widget.hash && isNews) terminal.print(describe(widget));
    }
    shown = current;
  };
}

async function isDirectory(path: string): Promise<boolean> {
  return await stat(path).then((info) => info.isDirectory(), () => false);
}
