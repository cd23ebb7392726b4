import type { WidgetManifest } from "../../../core/manifest/mod.ts";
import { describeCard } from "../../../core/chat_text/mod.ts";
import { findState } from "../state/state_data.ts";

/** A card in the chat, in a size and state of its manifest. */
export interface ChatCard {
  readonly widget: string;
  readonly manifest: WidgetManifest;
  readonly hash: string;
  /** The `.tckb` in base64. */
  readonly envelope: string;
  readonly size: string | null;
  readonly state: string | null;
  /** The language of the text. */
  readonly language: string;
}

interface ToolResult {
  [field: string]: unknown;
  content: { type: "text"; text: string }[];
  structuredContent?: { [field: string]: unknown };
  isError?: boolean;
}

/** The result of `show_card`: what the view shows, and the text for the model and for chats without views. */
export function answerWith(card: ChatCard): ToolResult {
  const { widget, hash, size, state } = card;
  return {
    content: [{ type: "text", text: textOf(card) }],
    structuredContent: { view: "card", batch: "preview", cards: [{ widget, hash, size, state }] },
  };
}

/** The text of a card for the model, and for chats that do not show MCP Apps. */
export function textOf({ manifest, state, language }: ChatCard): string {
  return describeCard(manifest, { ...findState(manifest, state) }, language);
}

/** The characters of one part of an envelope, in base64: as many as the tool of the web app sends. */
const PART_LENGTH = 131_072;

/** Answers a call of the view, which may read the card that is shown. */
export function answerTool(
  card: ChatCard | null,
  { name, arguments: { hash, part } = {} }: {
    name: string;
    arguments?: { [name: string]: unknown } | undefined;
  },
): ToolResult {
  if (name !== "read_bundle") return fail(`The view cannot call ${name.slice(0, 100)}`);
  if (card === null || hash !== card.hash) return fail("This bundle is not shown");
  const parts = Math.ceil(card.envelope.length / PART_LENGTH);
  if (typeof part !== "number" || !(part >= 0 && part < parts)) return fail(`The bundle has ${parts} parts`);
  const data = card.envelope.slice(part * PART_LENGTH, (part + 1) * PART_LENGTH);
  return {
    content: [{ type: "text", text: `Part ${part + 1} of ${parts} of bundle ${hash}` }],
    structuredContent: { hash, part, parts, data },
  };
}

function fail(text: string): ToolResult {
  return { isError: true, content: [{ type: "text", text }] };
}
