import type { SlotValues } from "../../../core/feed/mod.ts";
import { isPaletteKey } from "../controls/palette_key.ts";
import type { Store } from "../state/create_store.ts";
import type { Navigation } from "../state/navigation.ts";
import type { FiredAction, LogMessage, ShellState } from "../state/shell_state.ts";
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

/** A message to the page in a frame. */
interface ViewMessage {
  readonly type: "tck:frame-view";
  readonly view: FrameView;
}

/** A message from the page in a frame to the Stage around it. */
export type CardMessage =
  /** The page can receive messages. */
  | { readonly type: "tck:frame-ready" }
  | {
    readonly type: "tck:frame-card";
    /** The height of the frame's content, in CSS pixels. */
    readonly height: number;
    /** The attributes that `useReadySignal` has set in the frame. */
    readonly marks: { readonly ready: boolean; readonly error: string | null };
  }
  | { readonly type: "tck:frame-action"; readonly action: FiredAction }
  | { readonly type: "tck:frame-log"; readonly message: LogMessage }
  /** The key of the command palette was pressed in the frame. */
  | { readonly type: "tck:frame-palette" };

/** Whether this page is in a frame of a Stage. */
export function isFramed(): boolean {
  return globalThis.parent !== globalThis.self;
}

/** Sends a message to the Stage around this page. Outside a frame it does nothing. */
export function postToStage(message: CardMessage): void {
  if (isFramed()) globalThis.parent.postMessage(message, location.origin);
}

/** Sends the view to the page in a frame. */
export function postView(frame: Window | null, view: FrameView): void {
  frame?.postMessage({ type: "tck:frame-view", view } satisfies ViewMessage, location.origin);
}

/** Reads a message of a frame, or null if it is not one. */
export function readCardMessage(event: MessageEvent, frame: Window | null): CardMessage | null {
  if (event.source !== frame || event.origin !== location.origin) return null;
  const { type } = (event.data ?? {}) as { type?: unknown };
  return CARD_MESSAGES.some((known) => known === type) ? event.data as CardMessage : null;
}

const CARD_MESSAGES: readonly CardMessage["type"][] = [
  "tck:frame-ready",
  "tck:frame-card",
  "tck:frame-action",
  "tck:frame-log",
  "tck:frame-palette",
];

/** In a frame, shows the card as the Stage around it says, and passes it the key of the command palette. */
export function followParent(
  { store, navigation }: { store: Store<ShellState>; navigation: Navigation },
): void {
  if (!isFramed() || store.getState().url.chrome !== "none") return;
  globalThis.addEventListener("message", (event) => {
    if (event.source !== globalThis.parent || event.origin !== location.origin) return;
    const { type, view } = (event.data ?? {}) as Partial<ViewMessage>;
    if (type !== "tck:frame-view" || view === undefined) return;
    navigation.navigate(view.url, "replace");
    const slotOverrides = new Map(view.slots === null ? [] : [[view.slots.card, view.slots.values]]);
    store.setState({ languages: view.languages, slotOverrides });
  });
  globalThis.addEventListener("keydown", (event) => {
    if (!isPaletteKey(event)) return;
    event.preventDefault();
    postToStage({ type: "tck:frame-palette" });
  });
  postToStage({ type: "tck:frame-ready" });
}

/**
 * In a frame, posts the height of the card and whether it has been painted to the surrounding Stage, now and after each
 * change. Outside a frame it does nothing.
 *
 * @param element the container of the card
 * @returns ends it
 */
export function reportCardToParent(element: HTMLElement | null): (() => void) | undefined {
  if (element === null || !isFramed()) return;
  const { documentElement: root } = document;
  const report = () => {
    const { tckReady, tckError } = root.dataset;
    // With the margin around the card, which the frame's own margins take back.
    const page = element.closest("main") ?? element;
    postToStage({
      type: "tck:frame-card",
      height: Math.ceil(page.getBoundingClientRect().bottom + globalThis.scrollY),
      marks: { ready: tckReady !== undefined, error: tckError ?? null },
    });
  };
  const sizes = new ResizeObserver(report);
  sizes.observe(element);
  const marks = new MutationObserver(report);
  marks.observe(root, { attributeFilter: ["data-tck-ready", "data-tck-error"] });
  return () => {
    sizes.disconnect();
    marks.disconnect();
  };
}
