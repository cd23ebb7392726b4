import process from "node:process";
import {
  aborted,
  type Command,
  type CommandInput,
  readPort,
  type Terminal,
  UsageError,
  watchProcessEnd,
} from "../../../terminal/mod.ts";
import { quote } from "../../../core/errors/mod.ts";
import { type CompositionSource, PreviewConfigError, type PreviewLimits } from "../model/mod.ts";
import type { PreviewHandle, PreviewOptions } from "../start.ts";
import { readFeedFlags } from "./feed_flags.ts";
import { openBrowser } from "./open_browser.ts";

/** `tck-preview`. */
export const command: Command = {
  name: "preview",
  invocation: "tck-preview",
  summary: "Preview the widgets of a project, live, while they are written.",
  options: {
    port: {
      type: "string",
      value: "N",
      help: "the preferred port; the next free one when it is taken",
      default: "5173",
    },
    strictPort: { type: "boolean", help: "end when the preferred port is taken" },
    host: {
      type: "string",
      value: "ADDRESS",
      help: "the address to listen on; 0.0.0.0 for the whole network, which then needs the printed token",
      default: "localhost",
    },
    open: { type: "boolean", help: "open the default browser; with --feed, on the Canvas" },
    cwd: { type: "string", value: "DIR", help: "the project folder", default: "." },
    config: {
      type: "string",
      value: "FILE",
      help: "the configuration (default: tck.preview.config.{ts,mts,js,mjs})",
    },
    feed: {
      type: "string",
      value: "PLACE",
      repeatable: true,
      help:
        "a feed of the Canvas: a folder, a .tckb glob, or several separated by commas; repeat for more feeds",
    },
    "feed-label": {
      type: "string",
      value: "TEXT",
      repeatable: true,
      help: "its label (default: the base name)",
    },
    "feed-notes": { type: "string", value: "TEXT", repeatable: true, help: "developer notes on it" },
    "allowed-origin": {
      type: "string",
      value: "URL",
      repeatable: true,
      help: "another origin of the preview, through a tunnel or a forwarded port",
    },
    "allow-private-fetch": { type: "boolean", help: "also fetch bundles from private addresses" },
    "max-bundle-bytes": {
      type: "string",
      value: "N",
      help: "the largest bundle that is uploaded or fetched",
    },
    "upload-seconds": { type: "string", value: "N", help: "how long an upload may take" },
    "fetch-seconds": { type: "string", value: "N", help: "how long a fetch may take" },
    json: { type: "boolean", help: "print one line of JSON when ready: { url, networkUrls }" },
  },
  notes: [
    "--feed-label and --feed-notes are given once for each --feed, in the same order.",
    "tck-preview build writes the workbench as static files, snapshot takes pictures of the widgets, review shows what " +
    "differs from the accepted ones, mcp serves agents; " +
    "each has --help.",
  ],
  examples: [
    "tck-preview",
    "tck-preview --open --port 4000",
    "tck-preview --feed ./monday,./tuesday --feed './drafts/*.tckb' --open",
  ],
  async run(input, terminal) {
    const options = await readOptions(input, terminal);
    // Loaded only now, so that usage errors are reported at once.
    const { startPreview } = await import("../start.ts");
    const preview = await startPreview(options);
    const end = watchProcessEnd();
    await announce(preview, input, terminal);
    await aborted(end);
    await preview.close();
    terminal.note("stopped");
    return 0;
  },
};

async function readOptions(input: CommandInput, terminal: Terminal): Promise<PreviewOptions> {
  return {
    port: readPort(input.text("port")),
    strictPort: input.has("strictPort"),
    host: input.text("host"),
    cwd: input.text("cwd"),
    config: input.optional("config"),
    feedSources: await readFeeds(input),
    allowedOrigins: input.all("allowed-origin").map(readOrigin),
    allowPrivateFetch: input.has("allow-private-fetch"),
    limits: readLimits(input),
    report: (message) => terminal.warn(message),
  };
}

/** The flags of feeds, which `tck-preview build` has too. Paths are relative to the current folder, which need not be the project. */
export async function readFeeds(input: CommandInput): Promise<CompositionSource[] | undefined> {
  const flags = { feeds: input.all("feed"), labels: input.all("feed-label"), notes: input.all("feed-notes") };
  try {
    const sources = await readFeedFlags(flags, process.cwd());
    return sources.length > 0 ? sources : undefined;
  } catch (error) {
    throw error instanceof PreviewConfigError ? new UsageError(error.message) : error;
  }
}

function readOrigin(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return new URL(text).origin;
  throw new UsageError(
    `Cannot allow origin ${quote(text)}: expected one like https://name:port`,
  );
}

function readLimits(input: CommandInput): Partial<PreviewLimits> {
  const limits = {
    bundleBytes: readCount(input, "max-bundle-bytes"),
    uploadSeconds: readCount(input, "upload-seconds"),
    fetchSeconds: readCount(input, "fetch-seconds"),
  };
  return Object.fromEntries(Object.entries(limits).filter(([, limit]) => limit !== undefined));
}

function readCount(input: CommandInput, name: string): number | undefined {
  const text = input.optional(name);
  if (text === undefined) return undefined;
  const count = /^[0-9]{1,12}$/.test(text) ? Number(text) : 0;
  if (count >= 1) return count;
  throw new UsageError(
    `Cannot use --${name} ${quote(text)}: expected a whole number, at least 1`,
  );
}

async function announce(
  { url, networkUrls }: PreviewHandle,
  input: CommandInput,
  terminal: Terminal,
): Promise<void> {
  if (input.has("json")) terminal.print(JSON.stringify({ url, networkUrls }));
  else {
    terminal.print(`preview at ${url}`);
    for (const networkUrl of networkUrls) terminal.print(`on the network at ${networkUrl}`);
  }
  if (!input.has("open")) return;
  const page = new URL(url);
  if (input.all("feed").length > 0) page.searchParams.set("view", "feed");
  if (!await openBrowser(page.href)) {
    terminal.warn(`Cannot open a browser: none was found; open ${url}`);
  }
}
