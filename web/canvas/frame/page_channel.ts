import { FRAME_GREETING, type FrameMessage, type PageGreeting, readPageGreeting } from "../messages.ts";

/** The frame's end of the connection to its page. */
export interface PageChannel {
  /** The page's greeting. */
  readonly greeting: PageGreeting;
  /** Sends a message. */
  send(message: FrameMessage): void;
  /** Receives the messages, those that have already arrived included. Called once. */
  listen(receive: (data: unknown) => void): void;
}

/**
 * Greets the page and waits for its answer, which carries the port for all further messages. The port and its methods
 * are taken before any widget runs, so that a widget which replaces a global function cannot obtain the port.
 */
export function connectPage(): Promise<PageChannel> {
  return new Promise((resolve) => {
    const receive = ({ source, data, ports: [port] }: MessageEvent) => {
      const greeting = source === globalThis.parent ? readPageGreeting(data) : null;
      if (greeting === null || port === undefined) return;
      globalThis.removeEventListener("message", receive);
      const send = port.postMessage.bind(port);
      resolve({
        greeting,
        send: (message) => send(message),
        listen(receiveMessage) {
          port.onmessage = ({ data }) => receiveMessage(data);
        },
      });
    };
    globalThis.addEventListener("message", receive);
    // The page has no origin that the frame could know; the greeting holds nothing private.
    globalThis.parent.postMessage(FRAME_GREETING, "*");
  });
}
