/**
 * The script of a saved file: it has the cards in a frame of an opaque origin, which can neither navigate the file nor open
 * windows, and asks about the links that the reader activates in them. It runs no widget.
 *
 * @module
 */
import { decodeBase64Url } from "../../../core/bytes/mod.ts";
import { canvasText } from "../canvas_text.ts";
import { CardsFrame } from "../chat/view/cards_frame.ts";
import type { CardsMessage } from "../chat/messages.ts";
import { chatText } from "../chat/view/chat_text.ts";
import { confirmLink } from "../page/link_question.ts";
import { openLink } from "../page/open_link.ts";
import { ReaderWindow } from "../reader_window.ts";
import { followTheme } from "../sealed_page/page/page_theme.ts";
import { takeParts } from "./file_parts.ts";

const { cards, saved, theme } = takeParts();
const root = document.documentElement;
followTheme({ setTheme: (next) => void (root.dataset.theme = next) }, theme);

const frame = new CardsFrame(cards, canvasText().frame, {
  receive,
  onLost: () => document.body.append(chatText(root.lang).lost),
});
document.body.append(frame.element);
document.body.toggleAttribute("data-room", saved !== null);
new ReaderWindow().follow((windowHeight) => void frame.send({ type: "look", look: { windowHeight } }));
if (saved !== null) void frame.send({ type: "show", cards: saved.map(readCard) });

function readCard({ envelope, ...card }: NonNullable<typeof saved>[number]) {
  return { ...card, envelope: envelope === null ? null : decodeBase64Url(envelope) };
}

const confirmed = new Set<string>();

/** Each link is asked about: what is declared says a frame in which a widget may have put anything. */
function receive(message: CardsMessage): void {
  if (message.type === "resize") frame.element.style.blockSize = `${message.height}px`;
  if (message.type !== "open") return;
  const link = { href: message.href, inNewTab: true, isChosen: message.isChosen };
  void openLink(link, () => Promise.resolve(false), {
    confirmed,
    ask: (asked, onConfirm) =>
      void confirmLink(asked, {
        onConfirm,
        onClose: () => {
          frame.element.focus();
          void frame.send({ type: "focus-link" });
        },
        onFocusKept: () => frame.lose(),
      }),
  });
}
