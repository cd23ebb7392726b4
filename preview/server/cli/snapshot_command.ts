import { join } from "node:path";
import {
  type Command,
  type CommandInput,
  type Terminal,
  UsageError,
  watchProcessEnd,
} from "../../../terminal/mod.ts";
import { quote } from "../../../core/errors/mod.ts";
import { formatDiagnostic } from "../model/mod.ts";
import {
  formatRendering,
  listIssues,
  MAX_SHOTS,
  type Selection,
  SnapshotError,
  type SnapshotReport,
  takeSnapshot,
  type Theme,
  THEMES,
} from "../snapshot/mod.ts";

/** `tck-preview snapshot`. */
export const command: Command = {
  name: "snapshot",
  invocation: "tck-preview snapshot",
  summary: "Take pictures of widgets in a headless Chromium, and report their problems.",
  options: {
    cwd: { type: "string", value: "DIR", help: "the project folder", default: "." },
    config: {
      type: "string",
      value: "FILE",
      help: "the configuration (default: tck.preview.config.{ts,mts,js,mjs})",
    },
    out: {
      type: "string",
      value: "DIR",
      help: "the folder for pictures and report.json (default: .tck/snapshot in the project)",
    },
    widget: selector("NAME", "a live widget, or a bundle by its label or id"),
    size: selector("SIZE", "a size, such as 2x2"),
    theme: selector("THEME", THEMES.join(" or ")),
    state: selector("NAME", "a named state, or default"),
    locale: selector("TAG", "a language that the widgets declare"),
    json: { type: "boolean", help: "print the report as one line of JSON" },
  },
  notes: [
    "Every widget is taken at each size, theme, state and language of its manifest, or at the selected ones; at most " +
    `${MAX_SHOTS} pictures. A selecting flag may be repeated.`,
    "Reported are: diagnostics of the build, errors of the card, the page and the console, violations of axe's rules for " +
    "accessibility, and content that is larger than its card.",
    "TCK_CHROMIUM is the path of the browser (default: one on the PATH, else an installed Chrome or Edge).",
    "Exit codes: 0 no problems, 1 problems or no snapshot, 2 an invalid command line.",
  ],
  examples: [
    "tck-preview snapshot",
    "tck-preview snapshot --widget 001_weather --theme dark --state cold",
    "tck-preview snapshot --out pictures --json",
  ],
  async run(input, terminal) {
    const report = await snapshot(input, terminal);
    if (input.has("json")) terminal.print(JSON.stringify(report));
    else for (const line of await formatReport(report)) terminal.print(line);
    terminal.note(`pictures and report.json in ${outputOf(input)}`);
    return report.clean ? 0 : 1;
  },
};

function selector(value: string, what: string): Command["options"][string] {
  return { type: "string", value, repeatable: true, help: `only ${what}` };
}

async function snapshot(input: CommandInput, terminal: Terminal): Promise<SnapshotReport> {
  try {
    return await takeSnapshot({
      cwd: input.text("cwd"),
      config: input.optional("config"),
      outputDirectory: outputOf(input),
      selection: readSelection(input),
      signal: watchProcessEnd(),
      report: warnOnce(terminal),
      onProgress: (done, total) => terminal.progress(`${done} of ${total} pictures`),
    });
  } catch (error) {
    const isUsage = error instanceof SnapshotError && error.code.startsWith("selection.");
    throw isUsage ? new UsageError(error.message) : error;
  }
}

/** The dev server warns about a source that does not compile with each of its pictures. */
function warnOnce(terminal: Terminal): (message: string) => void {
  const warned = new Set<string>();
  return (message) => {
    if (!warned.has(message)) terminal.warn(message);
    warned.add(message);
  };
}

function outputOf(input: CommandInput): string {
  return input.optional("out") ?? join(input.text("cwd"), ".tck", "snapshot");
}

function readSelection(input: CommandInput): Selection {
  return {
    widgets: input.all("widget"),
    sizes: input.all("size"),
    themes: input.all("theme").map(readTheme),
    states: input.all("state"),
    locales: input.all("locale"),
  };
}

function readTheme(text: string): Theme {
  const theme = THEMES.find((theme) => theme === text);
  if (theme !== undefined) return theme;
  throw new UsageError(
    `Cannot use theme ${quote(text)}: expected ${THEMES.join(" or ")}`,
  );
}

async function formatReport(report: SnapshotReport): Promise<string[]> {
  const { diagnostics, problems, renderings, clean } = report;
  const issues = renderings.flatMap((rendering) =>
    listIssues(rendering).map((issue) => `${formatRendering(rendering)}: ${issue}`)
  );
  const lines = [
    ...await Promise.all(diagnostics.map(formatDiagnostic)),
    ...problems.map(({ path, message }) => `${path}: ${message}`),
    ...issues,
  ];
  const result = clean ? "no problems" : `${lines.length} ${lines.length === 1 ? "problem" : "problems"}`;
  return [...lines, `${renderings.length} pictures, ${result}`];
}
