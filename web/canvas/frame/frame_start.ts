import type { PageGreeting } from "../messages.ts";

/** What the loader passes to `boot-frame.mjs`. */
export interface FrameStart {
  readonly greeting: PageGreeting;
  /** The connection to the page. */
  readonly port: MessagePort;
}

const START_EVENT = "tck:canvas-start";

/** Starts the code that waits for {@linkcode onFrameStart}. */
export function startFrame(detail: FrameStart): void {
  document.dispatchEvent(new CustomEvent(START_EVENT, { detail }));
}

/** Calls a function once, when the loader starts the frame. */
export function onFrameStart(run: (start: FrameStart) => void): void {
  document.addEventListener(START_EVENT, (event) => run((event as CustomEvent<FrameStart>).detail), {
    once: true,
  });
}
