/**
 * The script of the frame with the cards of a chat, after that of a page of one file: it shows what the view sends. What
 * works with the port is taken before any widget runs, so that a widget which replaces a global function or an accessor of
 * a prototype cannot obtain it.
 *
 * @module
 */
import { setWindowHeight } from "@tck/kit/host-mount";
import { reportContentHeight } from "../../frame/content_height.ts";
import { hideEvents } from "../../frame/hidden_events.ts";
import { takeGetter } from "../../frame/native_members.ts";
import { isSmall } from "../../messages.ts";
import { CARD_SHELL, type CardShell } from "../../sealed_page/card_shell.ts";
import {
  CARDS_GREETING,
  type CardsMessage,
  type ChatLook,
  type LoadedCard,
  VIEW_GREETING,
  type ViewMessage,
} from "../messages.ts";
import { takeSavedCards } from "../saved_cards.ts";
import { prepareCard } from "./prepare_card.ts";

const readData = takeGetter(MessageEvent.prototype, "data");

const saved = takeSavedCards();
if (saved === null) expectView();
else void showSaved(saved);

/** In a file that was saved. */
async function showSaved(cards: readonly LoadedCard[]): Promise<void> {
  await takeShell().show(await Promise.all(cards.map(prepareCard)));
}

function expectView(): void {
  addEventListener("message", function greet({ source, data, ports: [port] }) {
    if (source !== parent || data !== VIEW_GREETING || !port) return;
    removeEventListener("message", greet);
    startCards(port);
  });
  parent.postMessage(CARDS_GREETING, "*");
}

function takeShell(): CardShell {
  const shell: CardShell = Reflect.get(globalThis, CARD_SHELL);
  Reflect.deleteProperty(globalThis, CARD_SHELL);
  return shell;
}

function startCards(port: MessagePort): void {
  const shell = takeShell();
  const post = port.postMessage.bind(port);
  const send = (message: CardsMessage) => {
    if (isSmall(message)) post(message);
  };
  leaveRoomToHost();
  followRoom();
  const content = reportContentHeight((height) => send({ type: "resize", height }));
  shell.onLink(({ href }) => send({ type: "open", href }));
  const hide = hideEvents();
  port.onmessage = (event) => {
    hide(event);
    void receive(readData(event));
  };
  let shown: Extract<ViewMessage, { type: "show" }>["cards"] = [];

  async function receive(message: ViewMessage): Promise<void> {
    if (message.type === "show") shown = message.cards;
    else if (!applyLook(shell, message.look) || shown.length === 0) return;
    content.expectGrowth();
    const events = await shell.show(await Promise.all(shown.map(prepareCard)));
    content.measure();
    send({ type: "shown", failed: events.filter(({ state }) => state === "failed").length });
  }
}

/** The host draws the background, and leaves room around the view. */
function leaveRoomToHost(): void {
  document.body.style.background = "transparent";
  document.querySelector<HTMLElement>(".sealed-page")!.style.padding = "0";
}

/** What a host has room for is the reader's window for its cards; the screen, where it tells none or more than that. */
function followRoom(height: number = screen.availHeight): void {
  setWindowHeight(document, Math.min(height, screen.availHeight));
}

/** Applies a look. Returns whether the cards have to be shown again. */
function applyLook(
  shell: CardShell,
  { theme, locale, timeZone, windowHeight, tokens = {} }: ChatLook,
): boolean {
  if (windowHeight !== undefined) followRoom(windowHeight);
  const { style } = document.documentElement;
  for (const [name, value] of Object.entries(tokens)) style.setProperty(name, value);
  if (theme !== undefined) shell.setTheme(theme);
  if (locale === undefined && timeZone === undefined) return false;
  shell.setReader({
    ...(locale === undefined ? {} : { locales: [locale] }),
    ...(timeZone === undefined ? {} : { timeZone }),
  });
  return true;
}
