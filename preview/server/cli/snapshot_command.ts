import { join } from "node:path";
import {
  type Command,
  type CommandInput,
  type Terminal,
  UsageError,
  watchProcessEnd,
} from "../../../terminal/mod.ts";
import { formatDiagnostic } from "../../../web/bundler/mod.ts";
import {
  describeRendering,
  listFindings,
  MOST_SHOTS,
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
  summary: "Take pictures of widgets in a headless Chromium, and report what is wrong with them.",
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
    "Every widget is shown at each size, theme, state and language of its manifest, or at those that are selected; " +
    `at most ${MOST_SHOTS} pictures. A selecting flag may be repeated.`,
    "Looked for are: what the build refuses, errors of the card, the page and the console, violations of axe's rules " +
    "for accessibility, and content that is larger than its card.",
    "TCK_CHROMIUM names the browser (default: one on the PATH, else an installed Chrome or Edge).",
    "Exit codes: 0 nothing found, 1 something found or no snapshot taken, 2 a command line that makes no sense.",
  ],
  examples: [
    "tck-preview snapshot",
    "tck-preview snapshot --widget 001_weather --theme dark --state cold",
    "tck-preview snapshot --out pictures --json",
  ],
  async run(input, terminal) {
    const report = await snapshot(input, terminal);
    if (input.has("json")) terminal.print(JSON.stringify(report));
    else for (const line of describe(report)) terminal.print(line);
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

/** Each picture of a source that does not compile makes the dev server say so. */
function warnOnce(terminal: Terminal): (message: string) => void {
  const said = new Set<string>();
  return (message) => {
    if (!said.has(message)) terminal.warn(message);
    said.add(message);
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
    `Cannot use theme ${JSON.stringify(text.slice(0, 80))}: expected ${THEMES.join(" or ")}`,
  );
}

function describe({ diagnostics, problems, renderings, clean }: SnapshotReport): string[] {
  const seen = renderings.flatMap((rendering) =>
    listFindings(rendering).map((finding) => `${describeRendering(rendering)}: ${finding}`)
  );
  const found = [
    ...diagnostics.map(formatDiagnostic),
    ...problems.map(({ path, message }) => `${path}: ${message}`),
    ...seen,
  ];
  const result = clean ? "nothing found" : `${found.length} ${found.length === 1 ? "finding" : "findings"}`;
  return [...found, `${renderings.length} pictures, ${result}`];
}
