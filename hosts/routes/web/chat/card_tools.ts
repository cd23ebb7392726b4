import type { CallToolResult, McpServer } from "@modelcontextprotocol/server";
import { toStandardJsonSchema } from "@valibot/to-json-schema";
import * as v from "valibot";
import {
  describeCard,
  type ListedCard,
  quoteText,
  readListedCard,
  readTexts,
} from "../../../../core/chat_text/mod.ts";
import { quote } from "../../../../core/errors/mod.ts";
import type { JsonObject } from "../../../../core/manifest/mod.ts";
import { parseBatchId } from "../../../../core/naming/mod.ts";
import { pauseWork } from "../../../time/mod.ts";
import { notFound } from "../../http/problem.ts";
import { findBatch, type PageBatch, type PageWidget, readInTurn, type TakeBatch } from "../cloud_batches.ts";
import { SHOWN_BY_VIEW } from "./card_resource.ts";
import {
  answerCall,
  BATCH,
  CARD_TEXT_NOTE,
  type ChatReader,
  LANGUAGE,
  MAX_STATE_NAME,
  READ_ONLY,
  ToolError,
} from "./chat_tool.ts";

/** The most cards that one view shows. */
const MAX_CARDS = 60;

const CARD_INPUT = v.strictObject({
  batch: BATCH,
  widget: v.pipe(
    v.string(),
    v.maxLength(128),
    v.description("The card: its widget id (w_…), as list_pages returns it, or the id of its manifest"),
  ),
  state: v.optional(v.pipe(
    v.string(),
    v.maxLength(MAX_STATE_NAME),
    v.description("A named state of the card (default: what it was committed with)"),
  )),
  size: v.optional(v.pipe(
    v.string(),
    v.maxLength(20),
    v.description("A size of the card, such as 2x2 or fill-auto (default: its first)"),
  )),
  language: LANGUAGE,
});

const PAGE_INPUT = v.strictObject({ batch: BATCH, language: LANGUAGE });

/** What the view needs to show a card: it reads the bundle by its hash. */
const CARD = v.object({
  widget: v.string(),
  hash: v.string(),
  size: v.nullable(v.string()),
  state: v.nullable(v.string()),
});

const OUTPUT = v.object({ view: v.picklist(["card", "page"]), batch: v.string(), cards: v.array(CARD) });

/** Adds the tools whose results the view shows. */
export function addCardTools(server: McpServer, reader: ChatReader): void {
  server.registerTool("show_card", {
    title: "Show a card",
    description:
      "Shows the user one card of a daily page. The user sees the card itself where the chat shows MCP Apps; the text of the " +
      "answer lists what the card shows, for you and for other chats." + CARD_TEXT_NOTE,
    inputSchema: toStandardJsonSchema(CARD_INPUT),
    outputSchema: toStandardJsonSchema(OUTPUT),
    annotations: READ_ONLY,
    _meta: SHOWN_BY_VIEW,
  }, (input) => answerCall(reader.log, () => showCard(reader, input)));
  server.registerTool("show_page", {
    title: "Show a daily page",
    description:
      "Shows the user all cards of a daily page. The text of the answer has their titles; show_card has what a card shows." +
      CARD_TEXT_NOTE,
    inputSchema: toStandardJsonSchema(PAGE_INPUT),
    outputSchema: toStandardJsonSchema(OUTPUT),
    annotations: READ_ONLY,
    _meta: SHOWN_BY_VIEW,
  }, (input) => answerCall(reader.log, () => showPage(reader, input)));
}

async function showCard(
  reader: ChatReader,
  input: v.InferOutput<typeof CARD_INPUT>,
): Promise<CallToolResult> {
  const { batch, language = "en" } = input;
  return await readPage(reader, batch, async (page) => {
    const { widget, listed } = await findWidget(page, input.widget);
    const { sizes } = listed;
    const size = choose("size", input.size, sizes) ?? sizes[0] ?? null;
    const { name, data } = chooseState(listed, input.state);
    const card = { widget: widget.id, hash: widget.hash, size, state: name };
    const heading = `Card ${widget.id} of ${batch}, committed at ${page.committedAt}:`;
    await pauseWork();
    const text = describeCard(widget.manifest, data, language, listed);
    return answerView("card", batch, [card], `${heading}\n${text}`);
  });
}

async function showPage(
  reader: ChatReader,
  input: v.InferOutput<typeof PAGE_INPUT>,
): Promise<CallToolResult> {
  const { batch, language = "en" } = input;
  return await readPage(reader, batch, ({ committedAt, widgets }) => {
    const shown = widgets.slice(0, MAX_CARDS);
    const cards = shown.map(({ id, hash }) => ({ widget: id, hash, size: null, state: null }));
    const lines = shown.map((widget) =>
      `- ${widget.id} ${quoteText(readTexts(widget.manifest, language).title)}`
    );
    if (widgets.length > MAX_CARDS) {
      lines.push(`- and ${widgets.length - MAX_CARDS} more, which are not shown`);
    }
    return answerView("page", batch, cards, [`${batch}, committed at ${committedAt}:`, ...lines].join("\n"));
  });
}

function answerView(
  view: "card" | "page",
  batch: string,
  cards: readonly v.InferOutput<typeof CARD>[],
  text: string,
): CallToolResult {
  return { content: [{ type: "text", text }], structuredContent: { view, batch, cards: [...cards] } };
}

async function readPage(
  { cloud, user }: ChatReader,
  batchId: string,
  answer: TakeBatch<CallToolResult>,
): Promise<CallToolResult> {
  const identity = parseBatchId(batchId);
  if (identity === null) throw notFound("batch", batchId, "it is not the id of a batch; call list_pages");
  const wanted = { batchId, localDate: identity.localDate };
  return await readInTurn(cloud, user, (lists) => findBatch(lists, wanted, answer));
}

/** A card, and what its manifest says. */
interface FoundCard {
  readonly widget: PageWidget;
  readonly listed: ListedCard;
}

async function findWidget({ batchId, widgets }: PageBatch, name: string): Promise<FoundCard> {
  const found = widgets.find(({ id }) => id === name);
  if (found !== undefined) return { widget: found, listed: readListedCard(found.manifest) };
  // Only of these a manifest is parsed, which takes a while.
  for (const widget of widgets.filter(({ manifest }) => (manifest as { id?: unknown } | null)?.id === name)) {
    await pauseWork();
    const listed = readListedCard(widget.manifest);
    if (listed.id === name) return { widget, listed };
  }
  const message = `Cannot find widget ${quote(name)} in ${batchId}: list_pages has its cards`;
  throw new ToolError("widget.not_found", message);
}

/** The named state, or the one that the card was committed with. */
function chooseState(
  { states, defaultState }: ListedCard,
  name: string | undefined,
): { name: string | null; data: JsonObject } {
  const chosen = choose("state", name, Object.keys(states));
  return chosen === null ? { name: null, data: defaultState } : { name: chosen, data: states[chosen]! };
}

function choose(
  what: "size" | "state",
  name: string | undefined,
  declared: readonly string[],
): string | null {
  if (name === undefined) return null;
  if (declared.includes(name)) return name;
  const names = declared.length === 0 ? "none" : declared.slice(0, 20).map(quote).join(", ");
  throw new ToolError("choice.not_declared", `Cannot use ${what} ${quote(name)}: the card declares ${names}`);
}
