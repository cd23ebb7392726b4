import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { FRAME_GREETING, type PageMessage } from "../../../web/canvas/messages.ts";
import { PageElement } from "./page_elements.ts";

/** What a page sent through the channel to a frame, and how the frame answers. */
export interface FrameChannel {
  sent: PageMessage[];
  isClosed: boolean;
  receive: (data: unknown) => void;
}

/** A page without a browser, in which sealed frames are made. */
export interface FramePage {
  /** For `withGlobals`. */
  readonly globals: {
    readonly navigator: { onLine: boolean; userActivation: { isActive: boolean } };
    readonly document: EventTarget & { hidden: boolean };
  };
  readonly frames: PageElement[];
  readonly clock: { now: number };
  /** The reported errors. */
  readonly errors: unknown[];
  /** Sends a frame's greeting, by default the last frame's, and returns the last channel. */
  readonly greet: (frame?: PageElement, data?: unknown) => Promise<FrameChannel>;
  /** Posts a message whose content must not be read. */
  readonly postUnreadable: (frame: PageElement) => void;
  /** The delays of the timers, in milliseconds. */
  readonly delays: () => number[];
  /** Ends the first timer with a delay, in milliseconds. */
  readonly end: (delay: number) => void;
}

/** Timers that the test ends, channels without delay, and the elements that were made. */
export function createPage(): FramePage {
  const timers = new Map<number, { run: () => void; delay: number }>();
  const frames: PageElement[] = [];
  const channels: FrameChannel[] = [];
  const clock = { now: 0 };
  const errors: unknown[] = [];
  let timer = 0;
  const start = (run: () => void, delay: number) => (timers.set(++timer, { run, delay }), timer);
  const startOnce = (run: () => void, delay: number) => {
    const started = start(() => (timers.delete(started), run()), delay);
    return started;
  };
  const clear = (timer: number) => void timers.delete(timer);
  const globals = {
    document: Object.assign(new EventTarget(), {
      documentElement: { lang: "en" },
      hidden: false,
      createElement(name: string) {
        const element = new PageElement(name);
        if (name === "iframe") frames.push(element);
        return element;
      },
    }),
    navigator: { onLine: true, userActivation: { isActive: false } },
    performance: { now: () => clock.now, timeOrigin: 0 },
    // No other feed is open.
    BroadcastChannel: class extends EventTarget {
      postMessage() {}
      close() {}
    },
    reportError: (error: unknown) => void errors.push(error),
    setTimeout: startOnce,
    setInterval: start,
    clearTimeout: clear,
    clearInterval: clear,
    MessageChannel: class {
      port1 = {
        onmessage: (_: { data: unknown }) => {},
        postMessage: (message: PageMessage) => void this.channel.sent.push(message),
        close: () => void (this.channel.isClosed = true),
      };
      channel = {
        sent: [] as PageMessage[],
        isClosed: false,
        receive: (data: unknown) => this.port1.onmessage({ data }),
      };
      port2 = this.channel;
      constructor() {
        channels.push(this.channel);
      }
    },
  };
  const greet = async (frame = frames.at(-1)!, data: unknown = { ...FRAME_GREETING }) => {
    const { contentWindow: source } = frame;
    const event = Object.assign(new Event("message"), { source, origin: "null", data, ports: [source] });
    globalThis.dispatchEvent(event);
    await settle();
    return channels.at(-1)!;
  };
  const postUnreadable = ({ contentWindow: source }: PageElement) => {
    const data = {
      get: () => assert.fail("the content was read"),
    };
    globalThis.dispatchEvent(
      Object.defineProperty(
        Object.assign(new Event("message"), { source, origin: "null", ports: [] }),
        "data",
        data,
      ),
    );
  };
  const delays = () => [...timers.values()].map(({ delay }) => delay);
  const end = (delay: number) => [...timers.values()].find((timer) => timer.delay === delay)!.run();
  return { globals, frames, clock, errors, greet, postUnreadable, delays, end };
}

/** Lets promises and their continuations end. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await setImmediate();
}
