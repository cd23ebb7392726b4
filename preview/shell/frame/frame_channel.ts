import type { SlotValues } from "../../../core/feed/mod.ts";
import type { WidgetManifest } from "../../../core/manifest/mod.ts";
import type { FiredAction, FramedCardFacts, LogMessage } from "../state/shell_state.ts";
import type { UrlState } from "../state/url_state.ts";

/** How the surrounding Stage shows the card in a frame. A change of it does not reload the frame. */
export interface FrameView {
  /** The parameters of the card's URL. */
  readonly url: Pick<
    UrlState,
    "theme" | "size" | "state" | "stateData" | "direction" | "overlay" | "motion" | "contrast"
  >;
  readonly languages: readonly string[] | null;
  /** The reader's slot values, and the card that has them; null for none. */
  readonly slots: { readonly card: string; readonly values: SlotValues } | null;
}

/** A message of the Stage to the page in a frame. */
export type StageMessage =
  | {
    readonly type: "tck:frame-view";
    readonly view: FrameView;
    /** The height of the Stage's window, in CSS pixels, which `vh` in the card means. */
    readonly windowHeight: number;
  }
  /** Asks whether the page responds. The entry of the page answers it. */
  | { readonly type: "tck:frame-ping" }
  /** Asks for what axe finds in the card; the answer goes through the port of the message. */
  | { readonly type: "tck:frame-check" };

/** A message from the page in a frame to the Stage around it. */
export type CardMessage =
  /** The page responds, also before it has loaded the shell. */
  | { readonly type: "tck:frame-pong" }
  /** The page can receive messages. */
  | { readonly type: "tck:frame-ready" }
  | {
    readonly type: "tck:frame-card";
    /** The height of the frame's content, in CSS pixels. */
    readonly height: number;
    /** Null before the card is there. */
    readonly card: FramedCardFacts | null;
    /** The attributes that `useReadySignal` has set in the frame. */
    readonly marks: { readonly ready: boolean; readonly error: string | null };
  }
  /** A live widget was loaded, or could not be. */
  | { readonly type: "tck:frame-manifest"; readonly widget: string; readonly manifest: WidgetManifest | null }
  | { readonly type: "tck:frame-action"; readonly action: FiredAction }
  | { readonly type: "tck:frame-log"; readonly message: LogMessage }
  /** The key of the command palette was pressed in the frame. */
  | { readonly type: "tck:frame-palette" };

/** Sends a message to the page of an origin in a frame. */
export function postToFrame(
  frame: Window | null,
  origin: string,
  message: StageMessage,
  ports: MessagePort[] = [],
): void {
  if (frame !== null && isOpened(frame)) frame.postMessage(message, origin, ports);
}

/** Whether a frame has a page: a browser reports messages to the empty document before it, which has another origin. */
function isOpened(frame: Window): boolean {
  try {
    return frame.location.href !== "about:blank";
  } catch {
    return true;
  }
}

/** Reads a message of a frame, or null if it is not one. */
export function readCardMessage(
  event: MessageEvent,
  frame: Window | null,
  origin: string,
): CardMessage | null {
  if (event.source !== frame || event.origin !== origin) return null;
  const { type } = (event.data ?? {}) as { type?: unknown };
  return CARD_MESSAGES.some((known) => known === type) ? event.data as CardMessage : null;
}

const CARD_MESSAGES: readonly CardMessage["type"][] = [
  "tck:frame-pong",
  "tck:frame-ready",
  "tck:frame-card",
  "tck:frame-manifest",
  "tck:frame-action",
  "tck:frame-log",
  "tck:frame-palette",
];
