import { setWindowHeight } from "@tck/kit/host-mount";
import { CARDS_GREETING, type CardsMessage, VIEW_GREETING, type ViewMessage } from "../chat/messages.ts";
import { isSmall } from "../messages.ts";
import { hideEvents } from "./events/hidden_events.ts";
import { takeGetter } from "./native_members.ts";

const readData = takeGetter(MessageEvent.prototype, "data");

/**
 * Greets the document around this one, which answers with a port. What works with the port is taken before any widget runs,
 * so that a widget which replaces a global function or an accessor of a prototype cannot obtain it.
 *
 * @param connect called with what sends messages; returns what receives them
 */
export function connectView(
  connect: (send: (message: CardsMessage) => void) => (message: ViewMessage) => unknown,
): void {
  addEventListener("message", function greet({ source, data, ports: [port] }) {
    if (source !== parent || data !== VIEW_GREETING || !port) return;
    removeEventListener("message", greet);
    const post = port.postMessage.bind(port);
    const receive = connect((message) => {
      if (isSmall(message)) post(message);
    });
    const hide = hideEvents();
    port.onmessage = (event) => {
      hide(event);
      void receive(readData(event));
    };
  });
  parent.postMessage(CARDS_GREETING, "*");
}

/** Gives the cards, as the height of the reader's window, what the host has room for; the screen's, where that is unknown or larger. */
export function followRoom(height: number = screen.availHeight): void {
  setWindowHeight(document, Math.min(height, screen.availHeight));
}
