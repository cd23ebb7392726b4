import { Buffer } from "node:buffer";
import type { CallToolResult, McpServer } from "@modelcontextprotocol/server";
import { toStandardJsonSchema } from "@valibot/to-json-schema";
import * as v from "valibot";
import { quoteText, readListedCard, readTexts } from "../../../../core/chat_text/mod.ts";
import { quote } from "../../../../core/errors/mod.ts";
import { formatDayQuery } from "../../../../core/feed/mod.ts";
import { isLocalDate } from "../../../../core/naming/mod.ts";
import { pauseWork } from "../../../time/mod.ts";
import { invalidQuery } from "../../http/problem.ts";
import {
  type BatchList,
  dateOfNextPage,
  fetchBatchList,
  type PageBatch,
  readInTurn,
  type TakeBatch,
  type UserLists,
} from "../cloud_batches.ts";
import {
  answerCall,
  CARD_TEXT_NOTE,
  type ChatReader,
  isStateName,
  LANGUAGE,
  READ_ONLY,
} from "./chat_tool.ts";

/** The fewest pages of one answer: a day has at most five, and the next answer begins with a whole day. */
const MIN_PAGES = 6;
/** The most pages of one answer. */
const MAX_PAGES = 20;
const DEFAULT_PAGES = 10;

/** The most cards of a page that are listed. */
const MAX_CARDS = 40;
/** The most states of a card that are listed. */
const MAX_STATES = 10;

/**
 * With how many bytes of pages an answer ends before the next day: hosts cut an answer at about 150,000 characters. A day is
 * listed whole, since the next answer begins with a day.
 */
const FULL_BYTES = 60_000;

/** The most bytes of the pages of an answer. Cards beyond them are only counted. */
const MAX_BYTES = 120_000;

const INPUT = v.strictObject({
  date: v.optional(v.pipe(
    v.string(),
    v.regex(/^\d{4}-\d\d-\d\d$/, "expected a date, such as 2026-03-01"),
    v.description("Begin with this day, and go back from it: YYYY-MM-DD (default: the newest)"),
  )),
  limit: v.optional(v.pipe(
    v.number(),
    v.integer(),
    v.minValue(MIN_PAGES),
    v.maxValue(MAX_PAGES),
    v.description(`How many pages, ${MIN_PAGES} to ${MAX_PAGES} (default: ${DEFAULT_PAGES})`),
  )),
  language: LANGUAGE,
});

const OUTPUT = v.object({
  pages: v.array(v.object({
    batch: v.string(),
    date: v.string(),
    kind: v.string(),
    committedAt: v.string(),
    cards: v.array(v.object({
      widget: v.string(),
      untrustedText: v.object({
        title: v.string(),
        description: v.optional(v.string()),
        states: v.array(v.string()),
      }),
      sizes: v.array(v.string()),
    })),
    moreCards: v.number(),
  })),
  next: v.nullable(v.string()),
});

type ListedPage = v.InferOutput<typeof OUTPUT>["pages"][number];

/** Adds the tool that lists the reader's daily pages. */
export function addPageList(server: McpServer, { cloud, user, log }: ChatReader): void {
  server.registerTool("list_pages", {
    title: "List daily pages",
    description:
      "Lists the user's daily pages, the newest first: batch, date, kind, when it was committed, and the cards with their " +
      "widget id, sizes, title, description and the names of its states. next is the date with which the next pages begin, or null." +
      CARD_TEXT_NOTE,
    inputSchema: toStandardJsonSchema(INPUT),
    outputSchema: toStandardJsonSchema(OUTPUT),
    annotations: READ_ONLY,
  }, ({ date, limit = DEFAULT_PAGES, language = "en" }) =>
    answerCall(log, async () => {
      const query = formatQuery(date, limit);
      const read = (lists: UserLists) => fetchBatchList(lists, query, takePages(language));
      return answerList(await readInTurn(cloud, user, read));
    }));
}

function formatQuery(date: string | undefined, limit: number): string {
  if (date === undefined) return `limit=${limit}`;
  if (isLocalDate(date)) return formatDayQuery(date, limit);
  throw invalidQuery(`Cannot list pages from ${quote(date)}: expected a date, such as 2026-03-01`);
}

/** A batch of a list, with its page unless the answer ends before it. */
interface TakenPage {
  readonly localDate: string;
  readonly page: ListedPage | null;
}

/** Lists pages until the answer ends. */
function takePages(language: string): TakeBatch<TakenPage> {
  let bytes = 0;
  let day: string | null = null;
  let isComplete = false;
  return async (batch) => {
    const { localDate } = batch;
    if (isComplete) return { localDate, page: null };
    const page = await listPage(batch, language, MAX_BYTES - bytes);
    bytes += sizeOf(page);
    isComplete = bytes > FULL_BYTES && day !== null && day !== localDate;
    day = localDate;
    return { localDate, page: isComplete ? null : page };
  };
}

function answerList({ batches, hasMore }: BatchList<TakenPage>): CallToolResult {
  const pages = batches.flatMap(({ page }) => page ?? []);
  const rest = batches[pages.length];
  const next = rest?.localDate ?? (hasMore ? dateOfNextPage(batches) : null);
  const lines = pages.length === 0 ? ["There are no daily pages"] : pages.flatMap(formatPage);
  if (next !== null) {
    lines.push(`There are more: call list_pages with date ${next}, whose first pages may be listed above`);
  }
  return { content: [{ type: "text", text: lines.join("\n") }], structuredContent: { pages, next } };
}

function sizeOf(value: object): number {
  return Buffer.byteLength(JSON.stringify(value));
}

async function listPage(
  { batchId, localDate, kind, committedAt, widgets }: PageBatch,
  language: string,
  left: number,
): Promise<ListedPage> {
  const cards: ListedPage["cards"] = [];
  let bytes = 0;
  for (const widget of widgets.slice(0, MAX_CARDS)) {
    await pauseWork(); // A text may be in many languages.
    const { sizes, states } = readListedCard(widget.manifest);
    const card = {
      widget: widget.id,
      untrustedText: {
        ...readTexts(widget.manifest, language),
        states: Object.keys(states).filter(isStateName).slice(0, MAX_STATES),
      },
      sizes: sizes.slice(0, 10),
    };
    bytes += sizeOf(card);
    if (bytes > left) break;
    cards.push(card);
  }
  return {
    batch: batchId,
    date: localDate,
    kind,
    committedAt,
    cards,
    moreCards: widgets.length - cards.length,
  };
}

function formatPage({ batch, committedAt, cards, moreCards }: ListedPage): string[] {
  return [
    `${batch}, committed at ${committedAt}:`,
    ...cards.map(({ widget, untrustedText: { title } }) => `- ${widget} ${quoteText(title)}`),
    ...(moreCards > 0 ? [`- and ${moreCards} more cards`] : []),
  ];
}
