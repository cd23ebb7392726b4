import { setWindowHeight } from "@tck/kit/host-mount";
import { isPaletteKey } from "../controls/palette_key.ts";
import type { Store } from "../state/create_store.ts";
import { isSameServer } from "../state/frame_sites.ts";
import type { Navigation } from "../state/navigation.ts";
import type { FramedCardFacts, ShellState } from "../state/shell_state.ts";
import type { CardMessage, StageMessage } from "./frame_channel.ts";

/** Whether this page is in a frame of a Stage. */
export function isFramed(): boolean {
  return globalThis.parent !== globalThis.self;
}

/** Sends a message to the Stage around this page. Outside a frame it does nothing. */
export function postToStage(message: CardMessage): void {
  if (isFramed()) globalThis.parent.postMessage(message, stageOrigin());
}

/** The Stage is at this origin, or at another name of the same server. */
function stageOrigin(): string {
  const referrer = URL.parse(document.referrer);
  return referrer !== null && isSameServer(referrer.origin, location) ? referrer.origin : globalThis.origin;
}

/** In a frame, shows the card as the Stage around it says, and passes it the key of the command palette. */
export function followParent(
  { store, navigation }: { store: Store<ShellState>; navigation: Navigation },
): void {
  if (!isFramed() || store.getState().url.chrome !== "none") return;
  // This window is as high as the card. The Stage tells the height of its own.
  setWindowHeight(document, screen.availHeight);
  globalThis.addEventListener("message", (event) => {
    if (event.source !== globalThis.parent || event.origin !== stageOrigin()) return;
    const message = (event.data ?? {}) as Partial<StageMessage>;
    if (message.type === "tck:frame-check") void answerCheck(event.ports[0]);
    if (message.type !== "tck:frame-view" || message.view === undefined) return;
    const { url, languages, slots } = message.view;
    setWindowHeight(document, message.windowHeight ?? screen.availHeight);
    navigation.navigate(url, "replace");
    const slotOverrides = new Map(slots === null ? [] : [[slots.card, slots.values]]);
    store.setState({ languages, slotOverrides });
  });
  globalThis.addEventListener("keydown", (event) => {
    if (!isPaletteKey(event)) return;
    event.preventDefault();
    postToStage({ type: "tck:frame-palette" });
  });
  postToStage({ type: "tck:frame-ready" });
}

async function answerCheck(port: MessagePort | undefined): Promise<void> {
  const article = document.querySelector<HTMLElement>("article.tck-card");
  if (port === undefined) return;
  const { reportViolations } = await import("./checked_card.ts");
  await reportViolations(article, port);
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
      height: page.getBoundingClientRect().bottom + globalThis.scrollY,
      card: readFacts(element),
      marks: { ready: tckReady !== undefined, error: tckError ?? null },
    });
  };
  const sizes = new ResizeObserver(report);
  sizes.observe(element);
  const marks = new MutationObserver(report);
  marks.observe(root, { attributeFilter: ["data-tck-ready", "data-tck-error"] });
  marks.observe(element, { subtree: true, attributeFilter: ["lang"] });
  return () => {
    sizes.disconnect();
    marks.disconnect();
  };
}

function readFacts(element: HTMLElement): FramedCardFacts | null {
  const article = element.querySelector<HTMLElement>("article.tck-card");
  return article && { width: article.offsetWidth, language: article.lang || null };
}
