import type { CardMessage, StageMessage } from "../../../preview/shell/frame/frame_channel.ts";
import type { SmallDocument, SmallElement } from "./small_document.ts";

/** The frames of a page: what is sent to each, and what it sends. */
interface OpenedFrames {
  /** What the page has for them. */
  readonly globals: object;
  readonly frameSites: object;
  /** The clocks by which frames are asked whether they respond. */
  readonly ticks: ReadonlyMap<object, () => void>;
  /** Each frame that is made from now on is a window. */
  follow(document: SmallDocument): void;
  /** What was sent to a frame since the last time, without the questions whether it responds. */
  sentTo(frame: SmallElement): StageMessage[];
  /** A frame sends a message. */
  send(frame: SmallElement, message: CardMessage, origin?: string): void;
  /** Lets seconds pass. */
  pass(seconds: number): void;
}

export function openFrames(): OpenedFrames {
  const ticks = new Map<object, () => void>();
  const posted = new Map<object, StageMessage[]>();
  const globals = {
    location: new URL("http://localhost:1/?view=stage"),
    innerHeight: 800,
    setInterval: (tick: () => void) => {
      const timer = {};
      ticks.set(timer, tick);
      return timer;
    },
    clearInterval: (timer: object) => ticks.delete(timer),
  };
  const origins: string[] = [];
  let left = 0;
  const frameSites = {
    originOf(place: number) {
      const origin = `http://frame-${place}-${left}.localhost:1`;
      origins.push(origin);
      return origin;
    },
    leave: () => left++,
  };
  return {
    globals,
    frameSites,
    ticks,
    follow(document: SmallDocument): void {
      const create = document.createElement.bind(document);
      document.createElement = (name) => {
        const element = create(name);
        if (name !== "iframe") return element;
        const messages: StageMessage[] = [];
        const contentWindow = {
          location: { href: "http://frame" },
          postMessage: (message: StageMessage) => messages.push(message),
        };
        posted.set(contentWindow, messages);
        return Object.assign(element, { contentWindow });
      };
    },
    sentTo(frame: SmallElement): StageMessage[] {
      return posted.get(frame.contentWindow!)!.splice(0).filter(({ type }) => type !== "tck:frame-ping");
    },
    send(
      frame: SmallElement,
      message: CardMessage,
      origin = new URL(frame.getAttribute("src")!).origin,
    ): void {
      const event = Object.assign(new Event("message"), {
        source: frame.contentWindow,
        origin,
        data: message,
      });
      globalThis.dispatchEvent(event);
    },
    pass(seconds: number): void {
      for (let second = 0; second < seconds; second++) for (const tick of [...ticks.values()]) tick();
    },
  };
}
