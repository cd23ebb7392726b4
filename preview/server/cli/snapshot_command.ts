import { join } from "node:path";
import {
  type Command,
  type CommandInput,
  type Terminal,
  UsageError,
  watchProcessEnd,
} from "../../../terminal/mod.ts";
import { escapeControls, quote } from "../../../core/errors/mod.ts";
import { formatDiagnostic } from "../model/mod.ts";
import {
  type BaselineFinding,
  baselineFolderOf,
  type CameraSettings,
  DEFAULT_CAMERA,
  FILL_WIDTHS,
  formatProblem,
  formatRendering,
  groupProblems,
  listSizes,
  MAX_SHOTS,
  type ProblemGroup,
  type Selection,
  sizeName,
  SnapshotError,
  snapshotFolderOf,
  type SnapshotReport,
  stateName,
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
    size: selector("SIZE", "a size, such as 2x2 or fill-auto-320"),
    theme: selector("THEME", THEMES.join(" or ")),
    state: selector("NAME", "a named state, or default"),
    locale: selector("TAG", "a language that the widgets declare"),
    scale: { type: "string", value: "N", help: "pixels for one CSS pixel, 1 to 4", default: "1" },
    clock: {
      type: "string",
      value: "TIME",
      help: "what Date says in the cards, in RFC 3339",
      default: new Date(DEFAULT_CAMERA.clock).toISOString(),
    },
    "time-zone": {
      type: "string",
      value: "ZONE",
      help: "such as Europe/Berlin",
      default: DEFAULT_CAMERA.timeZone,
    },
    baseline: {
      type: "string",
      value: "DIR",
      help: "the folder of accepted pictures (default: snapshots in the project)",
    },
    update: { type: "boolean", help: "accept the pictures: write them to the baseline" },
    strict: { type: "boolean", help: "exit code 1 for warnings as well" },
    force: { type: "boolean", help: "also take pictures of widgets that have not changed" },
    json: { type: "boolean", help: "print the report as one line of JSON" },
  },
  notes: [
    "Every widget is taken at each size, theme, state and language of its manifest, or at the selected ones; at most " +
    `${MAX_SHOTS} pictures. fill-auto is taken ${
      FILL_WIDTHS.join(", ")
    } px wide. A selecting flag may be repeated.`,
    "NAME.sheet.png begins with the default state of a widget, at most twelve pictures on a sheet: look at it first.",
    "Errors: diagnostics of the build; errors of the card, the page and the console; text.cut (by a box that hides its " +
    "overflow; by an ellipsis or a line-clamp of one line if it leaves less than half of a text or fewer than five " +
    "letters, and by any ellipsis in a value, number or time), text.overlap, text.invisible, value.broken (over two lines), " +
    "element.no_size, card.overflow, figure.overflow, card.bare (only the header fits), and axe's serious violations, such " +
    "as contrast and tap targets under 24 px. Warnings: word.broken, glyph.missing (no font has a character), text.inset, value.small, text.no_value (NaN, undefined), " +
    "header.dropped, card.window (fill-auto as high as a window), card.empty (a third of a fixed size in one band, or half of it), axe's " +
    "other violations. What a card leaves out: block.dropped, item.dropped, detail.dropped, with the pixels by which it is " +
    "too large: in the default state a warning with the size that shows it, in others a note, which fails nothing. Each names the element and its line in the source.",
    "tck-preview review shows what differs from the baseline, to accept or reject each picture.",
    "--update writes the pictures to the baseline, a folder to commit, and deletes those of what no longer exists, unless " +
    "a flag selects. Without it, pictures are compared with the baseline if there is one: picture.changed is an error, with " +
    "NAME.diff.png (before, after and the difference); picture.new and picture.missing are warnings.",
    "Pictures of a widget that has not changed are kept in .tck/pictures and not taken again.",
    "TCK_CHROMIUM is the path of the browser (default: one on the PATH, else an installed Chrome or Edge).",
    "Exit codes: 0 no errors, 1 errors (with --strict also warnings) or no snapshot, 2 an invalid command line.",
  ],
  examples: [
    "tck-preview snapshot",
    "tck-preview snapshot --widget 001_weather --theme dark --state cold",
    "tck-preview snapshot --size fill-auto-320 --size 1x1 --scale 2",
    "tck-preview snapshot --clock 2026-05-01T09:00:00Z --time-zone Asia/Tokyo",
    "tck-preview snapshot --out pictures --strict --json",
    "tck-preview snapshot --update",
  ],
  async run(input, terminal) {
    const { report, taken, updated } = await snapshot(input, terminal);
    if (input.has("json")) terminal.print(JSON.stringify(report));
    else for (const line of await formatReport(report, outputOf(input))) terminal.print(line);
    const kept = report.renderings.length - taken;
    if (kept > 0) terminal.note(`${kept} of ${report.renderings.length} pictures have not changed`);
    if (report.camera?.fonts === null) terminal.note("the pictures have the fonts of this machine");
    terminal.note(`pictures, sheets and report.json in ${outputOf(input)}`);
    if (updated !== null) {
      const { written, deleted } = updated;
      terminal.note(`baseline in ${baselineOf(input)}: ${written} pictures written, ${deleted} deleted`);
    }
    return report.clean ? 0 : 1;
  },
};

function selector(value: string, what: string): Command["options"][string] {
  return { type: "string", value, repeatable: true, help: `only ${what}` };
}

async function snapshot(
  input: CommandInput,
  terminal: Terminal,
): Promise<Awaited<ReturnType<typeof takeSnapshot>>> {
  const camera = readCamera(input);
  try {
    return await takeSnapshot({
      cwd: input.text("cwd"),
      config: input.optional("config"),
      outputDirectory: outputOf(input),
      selection: readSelection(input),
      camera,
      force: input.has("force"),
      strict: input.has("strict"),
      baseline: {
        folder: baselineOf(input),
        isUpdated: input.has("update"),
        isRequired: input.optional("baseline") !== undefined,
      },
      signal: watchProcessEnd(),
      report: (message) => terminal.warn(message),
      onProgress: (done, total) => terminal.progress(`${done} of ${total} pictures`),
    });
  } catch (error) {
    throw error instanceof SnapshotError && error.isUsage ? new UsageError(error.message) : error;
  }
}

function outputOf(input: CommandInput): string {
  return input.optional("out") ?? snapshotFolderOf(input.text("cwd"));
}

export function baselineOf(input: CommandInput): string {
  return input.optional("baseline") ?? baselineFolderOf(input.text("cwd"));
}

export function readSelection(input: CommandInput): Selection {
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

export function readCamera(input: CommandInput): CameraSettings {
  return {
    clock: readClock(input.text("clock")),
    timeZone: readTimeZone(input.text("time-zone")),
    scale: readScale(input.text("scale")),
  };
}

function readClock(text: string): number {
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text)
    ? Date.parse(text)
    : NaN;
  if (!Number.isNaN(time)) return time;
  throw new UsageError(`Cannot use clock ${quote(text)}: expected a time such as 2026-05-01T09:00:00Z`);
}

function readTimeZone(text: string): string {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    throw new UsageError(`Cannot use time zone ${quote(text)}: expected a name such as Europe/Berlin`);
  }
}

function readScale(text: string): number {
  const scale = Number(text);
  if (/^\d(\.\d+)?$/.test(text) && scale >= 1 && scale <= 4) return scale;
  throw new UsageError(`Cannot use scale ${quote(text)}: expected a number from 1 to 4`);
}

/** The lines of a report for people: a name or a text of others begins no line. */
export async function formatReport(report: SnapshotReport, folder: string): Promise<string[]> {
  const { diagnostics, problems, renderings, baseline, errors, warnings, notes } = report;
  const lines = [
    ...await Promise.all(diagnostics.map(formatDiagnostic)),
    ...problems.map(({ path, message }) => escapeControls(`${path}: ${message}`)),
    ...groupProblems(renderings, diagnostics).map(formatGroup),
    ...(baseline?.findings ?? []).map((finding) => formatFinding(finding, folder)),
  ];
  const found = [countOf(errors, "error"), countOf(warnings, "warning")].filter((part) => part !== "");
  const counts = [found.join(", ") || "no problems", countOf(notes, "note")].filter((part) => part !== "");
  return [...lines, `${renderings.length} pictures, ${counts.join(", ")}`];
}

/** `a.2x2.light.default.png: error: picture.changed: 2.1 % of the pixels differ (.tck/snapshot/…)`. */
function formatFinding(
  { rule, severity, message, picture, difference }: BaselineFinding,
  folder: string,
): string {
  const place = difference === null ? "" : ` (${join(folder, difference)})`;
  return escapeControls(`${picture}: ${severity}: ${rule}: ${message}${place}`);
}

function countOf(count: number, noun: string): string {
  return count === 0 ? "" : `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** `001_weather 1x1 light default en (and 7 more: 1x1, 2x1; default, cold; 3 px in 2x1 cold): note: …`. */
function formatGroup({ problem, renderings, fewest }: ProblemGroup): string {
  const [first, ...others] = renderings;
  const states = [...new Set(renderings.map(({ state }) => stateName(state)))];
  const differing = [
    ...new Set(renderings.map(sizeName)).size > 1 ? [listSizes(renderings).join(", ")] : [],
    ...states.length > 1 ? [states.join(", ")] : [],
  ];
  const least = fewest === null
    ? []
    : [`${fewest.pixels} px in ${sizeName(fewest.rendering)} ${stateName(fewest.rendering.state)}`];
  const details = [...differing, ...least].join("; ");
  const more = others.length === 0 ? "" : ` (and ${others.length} more${details && `: ${details}`})`;
  return `${formatRendering(first)}${escapeControls(more)}: ${formatProblem(problem)}`;
}
