import { StrayCounter } from "./message_budget.ts";

/** What takes the messages that a window has sent beside a port. */
interface Sender {
  /** The window whose messages these are, once it is there. */
  readonly window: () => Window | null;
  readonly receive: (event: MessageEvent) => void;
  /** Called when the window has sent too much to another page of the origin. */
  readonly onFlood: () => void;
}

/** Tells the window around a frame that this frame floods another page of the origin. */
const FLOOD = "tck:flood";

const senders = new Set<Sender>();
const others = new StrayCounter();

/**
 * Takes the messages of a frame to this window and to each window that is followed, until a signal: a card reaches the windows
 * around other feeds too, which have the thread of the page.
 */
export function takeStrays(sender: Sender, signal: AbortSignal): void {
  senders.add(sender);
  signal.addEventListener("abort", () => senders.delete(sender));
  followStrays(globalThis);
}

/** Counts the messages to a window. A second call has no effect. */
export function followStrays(window: EventTarget): void {
  window.addEventListener("message", receive as EventListener);
}

function receive(event: MessageEvent): void {
  const { source, origin, currentTarget } = event;
  // What a frame has sent that was replaced: the next one may have no window yet either.
  if (source === null) return;
  const sender = [...senders].find(({ window }) => window() === source);
  if (sender !== undefined) sender.receive(event);
  // A frame of cards in another page, such as one that is embedded beside this one.
  else if (origin === "null") reportFlood(source as Window);
  else if (origin === location.origin && event.data === FLOOD) {
    [...senders].find(({ window }) => window()?.parent === currentTarget)?.onFlood();
  }
}

function reportFlood(source: Window): void {
  if (others.isTooMuch(source)) source.parent?.postMessage(FLOOD, location.origin);
}
