import { isBundleHash } from "../../../core/naming/mod.ts";

/** The first message of the frame with the cards, to the view: its code runs, and no widget's does yet. */
export const CARDS_GREETING = "tck:chat-cards";

/** The view's answer, which carries the port for all further messages. */
export const VIEW_GREETING = "tck:chat-view";

export interface ChatCard {
  /** The id of the widget. */
  readonly widget: string;
  readonly hash: string;
  /** A size of its manifest; null: as the canvas chooses. */
  readonly size: string | null;
  /** A named state of its manifest; null: its default state. */
  readonly state: string | null;
}

/** A card, and the bytes of its envelope; null when they could not be read. */
export interface LoadedCard extends ChatCard {
  readonly envelope: Uint8Array | null;
}

/** The look and language of the chat. What is left out stays as it is. */
export interface ChatLook {
  readonly theme?: "light" | "dark";
  /** A language tag. */
  readonly locale?: string;
  /** An IANA time zone. */
  readonly timeZone?: string;
  /** How high the view can be in the chat, in CSS pixels; absent if the chat does not say it. */
  readonly windowHeight?: number;
  /** Values of the host's design tokens, by their names here. */
  readonly tokens?: { readonly [name: string]: string };
}

/** What the view sends. The first has the look of the chat, or of a saved file, before any card. */
export type ViewMessage =
  | { readonly type: "look"; readonly look: ChatLook }
  | { readonly type: "show"; readonly cards: readonly LoadedCard[] }
  /** The question about the link that the frame last reported is closed. */
  | { readonly type: "focus-link" };

/** What the frame sends. The view treats it as untrusted, since a widget in the frame may have written it. */
export type CardsMessage =
  | { readonly type: "resize"; readonly height: number }
  | {
    readonly type: "open";
    readonly href: string;
    /** Whether the reader has pressed the link, or has come to it by the Tab key. */
    readonly isChosen: boolean;
  }
  /** The reader has pressed something in the frame; it has got the focus, or lost it. */
  | { readonly type: "press" | "focus" | "blur" }
  /** The cards are painted. */
  | { readonly type: "shown"; readonly failed: number };

/** The largest height that a frame may ask for, in CSS pixels. */
const MAX_HEIGHT = 100_000;

/** The longest link, in UTF-16 units. */
const MAX_HREF_LENGTH = 8192;

/** Reads a message of the frame; null for any other. */
export function readCardsMessage(data: unknown): CardsMessage | null {
  const { type, height, href, isChosen, failed } = (data ?? {}) as { [field: string]: unknown };
  if (type === "resize") return isCount(height, MAX_HEIGHT) ? { type, height } : null;
  if (type === "open") {
    const isText = typeof href === "string" && href.length <= MAX_HREF_LENGTH;
    return isText && typeof isChosen === "boolean" ? { type, href, isChosen } : null;
  }
  if (type === "press" || type === "focus" || type === "blur") return { type };
  return type === "shown" && isCount(failed, MAX_CARDS) ? { type, failed } : null;
}

/** The most cards of a view. */
const MAX_CARDS = 100;

/** Reads what a tool has sent to show; null for anything else. */
export function readCards(value: unknown): readonly ChatCard[] | null {
  const { cards } = (value ?? {}) as { cards?: unknown };
  return Array.isArray(cards) && cards.length <= MAX_CARDS && cards.every(isCard) ? cards : null;
}

function isCard(value: unknown): value is ChatCard {
  const { widget, hash, size, state } = (value ?? {}) as { [field: string]: unknown };
  return typeof widget === "string" && typeof hash === "string" && isBundleHash(hash) &&
    isTextOrNull(size) && isTextOrNull(state);
}

function isTextOrNull(value: unknown): boolean {
  return value === null || typeof value === "string";
}

function isCount(value: unknown, maximum: number): value is number {
  return typeof value === "number" && value >= 0 && value <= maximum;
}
