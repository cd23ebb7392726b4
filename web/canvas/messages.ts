import type { CardFailure } from "../../core/contract/mod.ts";
import type { Batch } from "../../core/feed/mod.ts";
import { isBundleHash } from "../../core/naming/mod.ts";
import { BATCHES_ERROR_CODES, type BatchesErrorCode } from "./batches.ts";
import { type CardEvent, isCardFailure } from "./card_events.ts";
import { MAX_WIDGET_ID_LENGTH } from "./listed_widgets.ts";

/** The version of the messages between a page and its frame. Either side ignores a greeting of another version. */
const MESSAGES_VERSION = 4;

/** The first message of a frame, to the page: its code runs, and no widget's does yet. */
export const FRAME_GREETING = { type: "tck:canvas-frame", version: MESSAGES_VERSION } as const;

/** The page's answer, which carries the port for all further messages. */
export interface PageGreeting {
  readonly type: "tck:canvas-page";
  readonly version: typeof MESSAGES_VERSION;
  readonly theme: "light" | "dark";
  /** The language of the page's own texts, a BCP 47 tag. */
  readonly language: string;
  /** The bytes of the host assets, by name. */
  readonly assets: FrameAssets;
}

/** The bytes of the host assets that a frame runs, by name. */
export interface FrameAssets {
  readonly [name: string]: ArrayBuffer;
}

/** What the frame sends. The page treats it as untrusted, since a widget in the frame may have written it. */
export type FrameMessage =
  | { readonly type: "load-batches" }
  | { readonly type: "load-bundle"; readonly hash: string }
  /** A widget of the bundle is about to be evaluated or rendered, at a time in milliseconds since the epoch. */
  | { readonly type: "run"; readonly hash: string; readonly at: number }
  /** The height of the content, in CSS pixels. */
  | { readonly type: "resize"; readonly height: number }
  /** The reader has activated a link. */
  | {
    readonly type: "open";
    readonly href: string;
    /** The widget whose card the link is in; null outside cards. */
    readonly widgetId: string | null;
    readonly inNewTab: boolean;
    /** Whether the reader has pressed it, or has come to it by the Tab key. */
    readonly isChosen: boolean;
  }
  /** The first cards or a message are painted, or all cards are. */
  | { readonly type: "painted"; readonly isComplete: boolean }
  /** A card was mounted or has failed. */
  | { readonly type: "card" } & CardEvent
  | { readonly type: "pong" };

/** What the page sends. */
export type PageMessage =
  | { readonly type: "batches"; readonly batches: readonly Batch[] }
  | { readonly type: "batches-failed"; readonly code: BatchesErrorCode }
  /** The bytes of a `.tckb`, which the frame verifies. */
  | { readonly type: "bundle"; readonly hash: string; readonly envelope: ArrayBuffer }
  | {
    readonly type: "bundle-failed";
    readonly hash: string;
    readonly failure: CardFailure;
    readonly reason: string;
  }
  | { readonly type: "theme"; readonly theme: "light" | "dark" }
  /** The height of the reader's window, in CSS pixels. */
  | { readonly type: "window"; readonly height: number }
  /** The question about the link that the frame last reported is closed. */
  | { readonly type: "focus-link" }
  | { readonly type: "ping" };

export function createPageGreeting(content: Omit<PageGreeting, "type" | "version">): PageGreeting {
  return { type: "tck:canvas-page", version: MESSAGES_VERSION, ...content };
}

/** Whether a message is the greeting of a frame of this version. */
export function isFrameGreeting(data: unknown): boolean {
  return isObject(data) && data.type === FRAME_GREETING.type && data.version === MESSAGES_VERSION;
}

/** Reads the greeting of a page of this version; null for any other message. */
export function readPageGreeting(data: unknown): PageGreeting | null {
  if (!isObject(data) || data.type !== "tck:canvas-page" || data.version !== MESSAGES_VERSION) return null;
  const isValid = isTheme(data.theme) && isText(data.language, 64) && isObject(data.assets) &&
    Object.values(data.assets).every((bytes) => bytes instanceof ArrayBuffer);
  return isValid ? data as unknown as PageGreeting : null;
}

/** The limit of a link's length, in characters. */
const MAX_HREF_LENGTH = 8192;

const FRAME_MESSAGES: { readonly [type in FrameMessage["type"]]: (message: Fields) => boolean } = {
  "load-batches": () => true,
  "load-bundle": ({ hash }) => isHash(hash),
  run: ({ hash, at }) => isHash(hash) && Number.isFinite(at),
  resize: ({ height }) => typeof height === "number" && height >= 0 && height < Infinity,
  open: ({ href, widgetId, inNewTab, isChosen }) =>
    isText(href, MAX_HREF_LENGTH) && (widgetId === null || isText(widgetId, MAX_WIDGET_ID_LENGTH)) &&
    typeof inNewTab === "boolean" && typeof isChosen === "boolean",
  card: ({ widgetId, state, failure }) =>
    isText(widgetId, MAX_WIDGET_ID_LENGTH) && (state === "mounted" || state === "failed") &&
    isCardFailure(failure),
  painted: ({ isComplete }) => typeof isComplete === "boolean",
  pong: () => true,
};

const PAGE_MESSAGES: { readonly [type in PageMessage["type"]]: (message: Fields) => boolean } = {
  batches: ({ batches }) => Array.isArray(batches),
  "batches-failed": ({ code }) => BATCHES_ERROR_CODES.some((known) => known === code),
  bundle: ({ hash, envelope }) => isHash(hash) && envelope instanceof ArrayBuffer,
  "bundle-failed": ({ hash, failure, reason }) =>
    isHash(hash) && failure !== null && isCardFailure(failure) && isText(reason, 200),
  theme: ({ theme }) => isTheme(theme),
  window: ({ height }) => typeof height === "number" && height > 0 && height < Infinity,
  "focus-link": () => true,
  ping: () => true,
};

const keysOf = Object.keys;

/**
 * Whether all values of a message are primitive and short. A frame sends no other ones: a widget that has replaced a method
 * of a prototype may have put anything in their place, a function too, at which a port throws. Nothing here calls such a method, nor a getter that a widget has
 * added to all objects, which could change the message before it is sent.
 */
export function isSmall(message: object): boolean {
  const names = keysOf(message);
  for (let index = 0; index < names.length; index++) {
    const value = (message as Fields)[names[index]!];
    if (typeof value === "string" && value.length <= MAX_HREF_LENGTH) continue;
    if (typeof value !== "number" && typeof value !== "boolean" && value !== null && value !== undefined) {
      return false;
    }
  }
  return true;
}

/** Reads a message of the frame; null if it is not valid. */
export function readFrameMessage(data: unknown): FrameMessage | null {
  return isMessage(data, FRAME_MESSAGES) ? data as unknown as FrameMessage : null;
}

/** Reads a message of the page; null if it is not valid. */
export function readPageMessage(data: unknown): PageMessage | null {
  return isMessage(data, PAGE_MESSAGES) ? data as unknown as PageMessage : null;
}

type Fields = { readonly [name: string]: unknown };

function isMessage(
  data: unknown,
  checks: { readonly [type: string]: (message: Fields) => boolean },
): boolean {
  return isObject(data) && typeof data.type === "string" && Object.hasOwn(checks, data.type) &&
    checks[data.type]!(data);
}

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null;
}

function isText(value: unknown, maxLength: number): value is string {
  return typeof value === "string" && value.length <= maxLength;
}

function isHash(value: unknown): boolean {
  return typeof value === "string" && isBundleHash(value);
}

function isTheme(value: unknown): boolean {
  return value === "light" || value === "dark";
}
