import { relative } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline/promises";
import type { Command, Terminal } from "../../terminal/mod.ts";
import { type CreatedProject, createProject } from "./create_project.ts";

/** The folder that the commit service scans (lifecycle specification, phase A). */
const DEFAULT_FOLDER = "widget-batch";

/** `pnpm create @tck/widget`. */
export const command: Command = {
  name: "create",
  invocation: "pnpm create @tck/widget",
  summary: "Create a project with one example widget, ready for pnpm install, check and build.",
  positionals: {
    usage: "[DIR]",
    least: 0,
    most: 1,
    help: `the new folder (default: ${DEFAULT_FOLDER}; asked for on a terminal)`,
  },
  options: {
    json: { type: "boolean", help: "print the created project as one JSON object, and ask nothing" },
  },
  notes: [
    "Exit codes: 0 created, 1 not created and nothing written, 2 the command line is wrong.",
  ],
  examples: [
    "pnpm create @tck/widget widget-batch",
    "pnpm create @tck/widget widget-batch --json",
  ],
  async run(input, terminal) {
    const mayAsk = !input.has("json") && process.stdin.isTTY && process.stderr.isTTY;
    const folder = input.positionals[0] ?? (mayAsk ? await askForFolder() : DEFAULT_FOLDER);
    const project = await createProject(folder);
    if (input.has("json")) terminal.print(JSON.stringify(project));
    else printProject(project, terminal);
    return 0;
  },
};

async function askForFolder(): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await lines.question(`Folder of the new project (${DEFAULT_FOLDER}): `)).trim() || DEFAULT_FOLDER;
  } finally {
    lines.close();
  }
}

function printProject({ directory, files }: CreatedProject, terminal: Terminal): void {
  const folder = relative(process.cwd(), directory);
  terminal.print(
    `created ${folder}: ${files.length} files; README.md is for you, AGENTS.md for an agent that writes widgets`,
  );
  terminal.print(`next    cd ${folder} && pnpm install && pnpm check && pnpm build`);
}
