import { Buffer } from "node:buffer";
import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import * as v from "valibot";
import { CodedError, errorMessage, quote } from "../../../core/errors/mod.ts";
import type { Batch, Widget } from "../../../core/feed/mod.ts";
import { parseBatchId } from "../../../core/naming/mod.ts";
import { type CommandInput, type Terminal, UsageError } from "../../../terminal/mod.ts";
import {
  MAX_PAGE_BYTES,
  type SealedCard,
  sealPage,
  type SealPageOptions,
  sumBundles,
} from "../../../web/canvas/sealed_page/mod.ts";
import { type ActionDependencies, defineAction } from "../../application/action.ts";
import { createBatchReader } from "../../postgres/mod.ts";
import { formatBatchTitle } from "../../routes/mod.ts";
import { dispatch } from "../dispatch.ts";
import { drawFeed, requireBrowser } from "../draw_feed.ts";
import type { Host, HostCommand } from "../host.ts";
import { DATA_OPTION, readUser } from "../options.ts";

const FORMATS = ["html", "pdf", "png", "txt"] as const;

/** The parts of a feed: its widgets in their order, and pieces of the envelopes of its bundles in base64url. */
type FeedPart = { widget: Widget } | { hash: string; piece: string };

/** How many bytes of an envelope are sent at once to the command (512 KiB): to write 4 MiB as JSON takes some 20 ms. */
const MAX_PIECE_BYTES = 524_288;

/** A feed without its widgets; null when there is none. */
type StoredFeed = Omit<Batch, "widgets"> | null;

/** A feed cannot be exported. */
class FeedExportError extends CodedError<"feed.too_large"> {
  override readonly name = "FeedExportError";
}

const readFeedAction = defineAction({
  name: "read-feed",
  input: v.strictObject({
    userId: v.string(),
    batchId: v.pipe(v.string(), v.check((text) => parseBatchId(text) !== null, "expected a batch id")),
  }),
  audit: ({ userId: user, batchId }, result: StoredFeed) => ({
    action: "export_feed",
    user,
    batchId,
    ...result === null ? { outcome: "failed" } : {},
  }),
  run: readFeed,
});

export const actions = [readFeedAction];

const FORMAT_OPTION = { type: "string", value: "FORMAT", help: FORMATS.join(", "), default: "html" } as const;

const OPTIONS = {
  user: { type: "string", value: "U", help: "the user", required: true },
  batch: { type: "string", value: "ID", help: "the batch: 20260131-morning-brief", required: true },
  format: FORMAT_OPTION,
  locale: { type: "string", value: "TAG", help: "the reader's language, such as de-AT", default: "en" },
  "time-zone": { type: "string", value: "ZONE", help: "the reader's time zone", default: "UTC" },
  data: DATA_OPTION,
  json: { type: "boolean", help: "print { files, failed } as one JSON object" },
} as const;

const EXIT_CODES =
  "Exit codes: 0 written, 1 failed, no such batch, or a card could not be shown, 2 invalid arguments.";

const EXAMPLE = "deno task export --user demo --batch 20260131-morning-brief out";

/** The help on a host that starts no browser. */
const WITHOUT_BROWSER = {
  summary: "Write a feed as a file: a page that needs no network.",
  options: { ...OPTIONS, format: { ...FORMAT_OPTION, help: "html" } },
  notes: ["The file is ID.html.", EXIT_CODES],
  examples: [EXAMPLE, `${EXAMPLE} --locale de-AT --time-zone Europe/Vienna`],
};

/** `deno task export`. */
export const command: HostCommand = {
  name: "export",
  summary:
    "Write a feed as a file: a page that needs no network, a PDF, or a picture and the text of each card.",
  positionals: { usage: "DIR", least: 1, most: 1, help: "the folder to write into" },
  options: OPTIONS,
  notes: [
    "html is ID.html, and needs no browser; pdf is ID.pdf; png and txt are a file for each card: ID-01.png.",
    EXIT_CODES,
  ],
  examples: [
    EXAMPLE,
    "deno task export --user demo --batch 20260131-morning-brief --format pdf --locale de out",
  ],
  helpOn: ({ launchBrowser }) => launchBrowser === undefined ? WITHOUT_BROWSER : {},
  run: exportFeed,
};

async function exportFeed(input: CommandInput, terminal: Terminal, host: Host): Promise<number> {
  const userId = readUser(input.text("user"));
  const batchId = input.text("batch");
  if (parseBatchId(batchId) === null) {
    throw new UsageError(`invalid batch ${quote(batchId)}: expected such as 20260131-morning-brief`);
  }
  const format = readFormat(input.text("format"));
  if (format !== "html") requireBrowser(format, host); // Before data is read, which the log states.
  const reader = readReader(input);
  const widgets: Widget[] = [];
  const pieces: EnvelopePiece[] = [];
  const batch = await dispatch(readFeedAction, { userId, batchId }, {
    command: input,
    terminal,
    host,
    takePart: (part) => {
      const read = part as FeedPart;
      if ("widget" in read) widgets.push(read.widget);
      else pieces.push({ hash: read.hash, bytes: Buffer.from(read.piece, "base64url") });
      return Promise.resolve();
    },
  });
  if (batch === null) {
    terminal.warn(`Cannot export batch ${quote(batchId)}: user ${quote(userId)} has no such batch`);
    return 1;
  }
  const page = await sealPage(readCards(widgets, pieces), {
    assets: await host.loadHostAssets(),
    ...describePage(batch, reader.locales[0]!),
    theme: format === "html" ? "auto" : "light",
    isFile: format === "html",
    isDrawn: format !== "html",
    ...reader,
  });
  const drawn = format === "html"
    ? { files: [{ name: ".html", content: page.html }], failed: page.unavailable.length }
    : await drawFeed(page, widgets.map(({ id }) => id), format, host);
  const folder = resolve(input.positionals[0]!);
  await mkdir(folder, { recursive: true });
  const files = drawn.files.map(({ name, content }) => ({
    path: join(folder, `${batchId}${name}`),
    content,
  }));
  for (const { path, content } of files) await writeFile(path, content);
  report(files.map(({ path }) => path), drawn.failed, input, terminal);
  return drawn.failed === 0 ? 0 : 1;
}

function readFormat(text: string): typeof FORMATS[number] {
  const format = FORMATS.find((one) => one === text);
  if (format !== undefined) return format;
  throw new UsageError(`invalid format ${quote(text)}: expected one of ${FORMATS.join(", ")}`);
}

function readReader(input: CommandInput): { locales: string[]; timeZone: string } {
  const [locale, timeZone] = [input.text("locale"), input.text("time-zone")];
  try {
    new Intl.DateTimeFormat(locale, { timeZone });
  } catch (error) {
    throw new UsageError(`invalid language or time zone: ${errorMessage(error)}`);
  }
  return { locales: [locale], timeZone };
}

/** The page's own texts, in one of the languages of the app. The cards may have another language. */
function describePage(
  batch: Pick<Batch, "localDate" | "kind">,
  locale: string,
): Pick<SealPageOptions, "language" | "title" | "heading"> {
  const language = /^de\b/i.test(locale) ? "de" : "en";
  const { kind, date } = formatBatchTitle(batch, language);
  return {
    language,
    title: `${kind}, ${date}`,
    heading: { text: kind, localDate: batch.localDate, date },
  };
}

async function readFeed(
  { database, objects, takePart }: ActionDependencies,
  { userId, batchId }: { userId: string; batchId: string },
): Promise<StoredFeed> {
  const reader = createBatchReader(database, objects);
  const { localDate, kind } = parseBatchId(batchId)!;
  const batch = await reader.readBatch(userId, localDate, kind);
  if (batch === null) return null;
  const { widgets, ...described } = batch;
  const bytes = sumBundles(widgets);
  if (bytes > MAX_PAGE_BYTES) {
    throw new FeedExportError(
      "feed.too_large",
      `Cannot export ${batchId}: its bundles have ${bytes} bytes, at most ${MAX_PAGE_BYTES} fit into a page`,
    );
  }
  const pass = (part: FeedPart) => takePart!(part);
  for (const widget of widgets) await pass({ widget });
  for (const hash of new Set(widgets.map(({ bundle }) => bundle.hash))) {
    const found = await reader.findBundle(userId, hash);
    const envelope = found && await reader.readBundle(userId, found);
    for (let at = 0; envelope !== null && at < envelope.length; at += MAX_PIECE_BYTES) {
      await pass({ hash, piece: encodePiece(envelope.subarray(at, at + MAX_PIECE_BYTES)) });
    }
  }
  return described;
}

/** Encodes by native code: the core's takes a tenth of a second for 4 MiB. */
function encodePiece({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString("base64url");
}

/** A part of an envelope, after those before it. A bundle that cannot be read has none. */
interface EnvelopePiece {
  readonly hash: string;
  readonly bytes: Buffer;
}

function readCards(widgets: readonly Widget[], pieces: readonly EnvelopePiece[]): SealedCard[] {
  const byHash = Map.groupBy(pieces, ({ hash }) => hash);
  const envelopes = new Map(
    [...byHash].map((
      [hash, parts],
    ) => [hash, Uint8Array.from(Buffer.concat(parts.map(({ bytes }) => bytes)))]),
  );
  return widgets.map((widget) => ({ widget, envelope: envelopes.get(widget.bundle.hash) ?? null }));
}

function report(files: readonly string[], failed: number, input: CommandInput, terminal: Terminal): void {
  if (input.has("json")) terminal.print(JSON.stringify({ files, failed }));
  else for (const file of files) terminal.print(file);
  if (failed > 0) terminal.warn(`${failed} of the cards could not be shown`);
}
