import {
  aborted,
  type Command,
  type CommandInput,
  readPort,
  type Terminal,
  UsageError,
  watchProcessEnd,
} from "../../../terminal/mod.ts";
import { escapeControls, quote } from "../../../core/errors/mod.ts";
import { countVerdicts, formatCounts, type ReviewEntry } from "../../review/review.ts";
import { REVIEW_NAME } from "../../protocol.ts";
import { applyVerdictFile, ReviewSession, ReviewStore } from "../review/mod.ts";
import { SnapshotError, snapshotFolderOf, takeSnapshot } from "../snapshot/mod.ts";
import { openBrowser } from "./open_browser.ts";
import { baselineOf, command as snapshotCommand, readCamera, readSelection } from "./snapshot_command.ts";

const { cwd, config, widget, size, theme, state, locale, scale, clock, "time-zone": timeZone, baseline } =
  snapshotCommand.options;

/** `tck-preview review`. */
export const command: Command = {
  name: "review",
  invocation: "tck-preview review",
  summary:
    "Take a snapshot, and show what differs from the accepted pictures: a person accepts or rejects each.",
  options: {
    cwd: cwd!,
    config: config!,
    snapshot: {
      type: "string",
      value: "DIR",
      help: "the folder of the snapshot (default: .tck/snapshot in the project)",
    },
    baseline: baseline!,
    reuse: { type: "boolean", help: "review the snapshot in the folder as it is, without a new one" },
    apply: {
      type: "string",
      value: "FILE",
      help:
        "carry out the verdicts that a page of tck-preview build --review has saved, and end; without a new snapshot",
    },
    out: {
      type: "string",
      value: "DIR",
      help: "write the review as a folder with index.html and end, such as for a pull request",
    },
    widget: widget!,
    size: size!,
    theme: theme!,
    state: state!,
    locale: locale!,
    scale: scale!,
    clock: clock!,
    "time-zone": timeZone!,
    port: {
      type: "string",
      value: "N",
      help: "the preferred port; the next free one when it is taken",
      default: "5173",
    },
    open: { type: "boolean", help: "open the default browser" },
    json: {
      type: "boolean",
      help: "print lines of JSON: { url } when the page is ready, the result at the end",
    },
  },
  notes: [
    "An accepted picture is written to the baseline, or deleted from it when the snapshot does not take it any more. A " +
    "rejection is written into report.json of the snapshot, with the person's words. The next review keeps the rejections " +
    "of pictures that are the same, before and after. The command ends when each picture has a verdict, by the page's " +
    "button, or by Ctrl-C.",
    "--apply takes the snapshot as it is, as --reuse does. A verdict is about the pictures that the reviewer saw: where the " +
    "snapshot has others, it is named, and nothing is decided. If the file is invalid, or an accepted picture has changed, " +
    "nothing is written.",
    "An agent reads the verdicts by the tool review of tck-preview mcp, or from --json.",
    "Exit codes: 0 everything is accepted or nothing differs, 1 a picture is rejected, or there is no review, 2 an invalid " +
    "command line, 3 nothing is rejected, and a picture has no verdict.",
  ],
  examples: [
    "tck-preview review --open",
    "tck-preview review --widget 001_weather --json",
    "tck-preview review --reuse --snapshot downloaded/snapshot",
    "tck-preview review --out review",
    "tck-preview review --apply verdicts.json",
  ],
  async run(input, terminal) {
    if (input.optional("apply") !== undefined && input.optional("out") !== undefined) {
      throw new UsageError("Cannot review: give --apply or --out, not both");
    }
    const end = watchProcessEnd();
    const store = await openStore(input, terminal, end);
    const entries = await readEntries(store, folderOf(input));
    const [out, file] = [input.optional("out"), input.optional("apply")];
    if (file !== undefined) return await applyFile(store, entries, file, input, terminal);
    if (out !== undefined) await writeFolder(store, entries, out, terminal);
    else if (countVerdicts(entries).undecided > 0) await serve(store, input, terminal, end);
    return finish(await readEntries(store, folderOf(input)), null, input, terminal);
  },
};

function folderOf(input: CommandInput): string {
  return input.optional("snapshot") ?? snapshotFolderOf(input.text("cwd"));
}

async function openStore(input: CommandInput, terminal: Terminal, signal: AbortSignal): Promise<ReviewStore> {
  const settings = {
    selection: readSelection(input),
    camera: readCamera(input),
    port: readPort(input.text("port")),
  };
  const folders = { snapshot: folderOf(input), baseline: baselineOf(input) };
  if (!input.has("reuse") && input.optional("apply") === undefined) {
    await snapshot(input, terminal, { ...settings, ...folders, signal });
  }
  return new ReviewStore({ ...folders, project: input.text("cwd") });
}

interface SnapshotSettings
  extends Pick<Parameters<typeof takeSnapshot>[0], "selection" | "camera" | "signal"> {
  readonly snapshot: string;
  readonly baseline: string;
}

async function snapshot(
  input: CommandInput,
  terminal: Terminal,
  { snapshot, baseline, ...settings }: SnapshotSettings,
): Promise<void> {
  try {
    await takeSnapshot({
      ...settings,
      cwd: input.text("cwd"),
      config: input.optional("config"),
      outputDirectory: snapshot,
      force: false,
      strict: false,
      baseline: { folder: baseline, isUpdated: false, isRequired: false, isEmptyCompared: true },
      report: (message) => terminal.warn(message),
      onProgress: (done, total) => terminal.progress(`${done} of ${total} pictures`),
    });
  } catch (error) {
    throw error instanceof SnapshotError && error.isUsage ? new UsageError(error.message) : error;
  }
}

async function readEntries(store: ReviewStore, folder: string): Promise<readonly ReviewEntry[]> {
  const entries = await store.read();
  if (entries !== null) return entries;
  throw new SnapshotError(
    "report.missing",
    `Cannot review ${quote(folder)}: there is no snapshot; take one, or leave out --reuse`,
  );
}

async function writeFolder(
  store: ReviewStore,
  entries: readonly ReviewEntry[],
  folder: string,
  terminal: Terminal,
): Promise<void> {
  // Loaded only now, since it needs React.
  const { writeStaticReview } = await import("../review/write_static_review.ts");
  await writeStaticReview(
    store,
    entries,
    folder,
    (done, total) => terminal.progress(`${done} of ${total} entries`),
  );
  terminal.note(`review in ${folder}`);
}

async function applyFile(
  store: ReviewStore,
  entries: readonly ReviewEntry[],
  file: string,
  input: CommandInput,
  terminal: Terminal,
): Promise<number> {
  const applied = await applyVerdictFile(store, entries, file);
  for (const picture of applied.outdated) {
    terminal.warn(
      `Cannot decide about ${quote(picture)}: the snapshot does not have the pictures that were reviewed`,
    );
  }
  return finish(applied.entries, applied.outdated, input, terminal);
}

/** Serves the page until the review has ended. */
async function serve(
  store: ReviewStore,
  input: CommandInput,
  terminal: Terminal,
  end: AbortSignal,
): Promise<void> {
  const { openPreview } = await import("../start.ts");
  const review = new ReviewSession(store, { isAwaited: true });
  const preview = await openPreview({
    cwd: input.text("cwd"),
    config: input.optional("config"),
    port: readPort(input.text("port")),
    report: (message) => terminal.warn(message),
    review,
  });
  try {
    const page = new URL(preview.url);
    page.hostname = REVIEW_NAME;
    page.searchParams.set("view", "review");
    if (input.has("json")) terminal.print(JSON.stringify({ url: page.href }));
    else terminal.print(`review at ${page.href}`);
    if (input.has("open") && !await openBrowser(page.href)) {
      terminal.warn(`Cannot open a browser: none was found; open ${page.href}`);
    }
    await Promise.race([review.ended, aborted(end)]);
  } finally {
    await preview.close();
  }
}

/** @param outdated the pictures that a file of verdicts could not decide about; null without a file */
function finish(
  entries: readonly ReviewEntry[],
  outdated: readonly string[] | null,
  input: CommandInput,
  terminal: Terminal,
): number {
  const counts = countVerdicts(entries);
  if (input.has("json")) {
    terminal.print(JSON.stringify({ ...counts, entries, ...outdated !== null && { outdated } }));
  } else {
    for (const { picture, words } of entries.filter(({ verdict }) => verdict === "rejected")) {
      terminal.print(escapeControls(`${picture}: rejected: ${JSON.stringify(words)}`));
    }
    terminal.print(formatCounts(counts));
  }
  if (counts.rejected > 0) return 1;
  return counts.undecided > 0 ? 3 : 0;
}
