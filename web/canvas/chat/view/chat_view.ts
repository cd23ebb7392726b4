import { FOOTPRINTS, type WidgetSize } from "../../../../core/contract/mod.ts";
import { type CardsMessage, type ChatCard, type ChatLook, type LoadedCard, readCards } from "../messages.ts";
import type { ViewParts } from "../view_parts.ts";
import { readBundle } from "./bundle_parts.ts";
import { CardsFrame } from "./cards_frame.ts";
import { createTabStop, FrameFocus } from "./frame_focus.ts";
import { asFields, type ChatHost } from "./chat_host.ts";
import { chatText } from "./chat_text.ts";
import { readLook } from "./host_context.ts";
import { SaveButton } from "./save_button.ts";
import { SizeReports } from "./size_reports.ts";

/** The view: a message, or the frame with the cards. */
export class ChatView {
  readonly #host: ChatHost;
  readonly #parts: ViewParts;
  readonly #status: HTMLElement;
  #frame: CardsFrame;
  #focus: FrameFocus;
  /** The places for the focus before and after the frame. */
  readonly #stops: readonly [HTMLElement, HTMLElement];
  /** Whether the frame takes no cards any more: it has had some, and runs no bundles but theirs, or it is lost. */
  #isUsed = false;
  /** Whether the frame keeps the height of the one before it, until its own cards are shown. */
  #keepsHeight = false;
  /** The height of the cards, in CSS pixels. */
  #height = 0;
  #look: ChatLook = {};
  readonly #sizes: SizeReports;
  readonly #save: SaveButton;
  #locale = navigator.language;
  #modes: unknown = [];
  #results = 0;

  constructor(host: ChatHost, parts: ViewParts) {
    this.#host = host;
    this.#parts = parts;
    this.#status = document.querySelector<HTMLElement>("[role=status]")!;
    this.#sizes = new SizeReports((size) => host.notify("ui/notifications/size-changed", size));
    this.#frame = this.#openFrame();
    this.#focus = new FrameFocus(this.#frame);
    this.#save = new SaveButton(host, parts);
    const { cards } = chatText(this.#locale);
    const onTab = () => this.#focus.use();
    this.#stops = [createTabStop(cards, onTab), createTabStop(cards, onTab)];
    document.body.append(this.#stops[0], this.#frame.element, this.#stops[1], this.#save.element);
  }

  /** @param result what the host answered to `ui/initialize` */
  start(result: unknown): void {
    const { hostContext, hostCapabilities } = asFields(result);
    this.#applyContext(hostContext);
    this.#save.start(hostCapabilities, chatText(this.#locale).save);
    this.#say(chatText(this.#locale).loading);
  }

  /** The host did not answer. */
  failSilent(): void {
    this.#fail(chatText(this.#locale).silent);
  }

  /** Receives a notification of the host. */
  receive(method: string, params: { readonly [name: string]: unknown }): void {
    if (method === "ui/notifications/host-context-changed") this.#applyContext(params);
    else if (method === "ui/notifications/tool-result") void this.#showResult(params);
    else if (method === "ui/notifications/tool-cancelled") this.#fail(chatText(this.#locale).cancelled);
  }

  /** The host is about to remove the view. */
  end(): void {
    this.#frame.remove();
  }

  #applyContext(context: unknown): void {
    const look = readLook(context);
    const { displayMode, availableDisplayModes } = asFields(context);
    if (availableDisplayModes !== undefined) this.#modes = availableDisplayModes;
    if (typeof displayMode === "string") document.documentElement.dataset.mode = displayMode;
    if (look.theme !== undefined) document.documentElement.dataset.theme = look.theme;
    if (look.locale !== undefined) this.#locale = document.documentElement.lang = look.locale;
    this.#sendLook(look);
  }

  #sendLook(look: ChatLook): void {
    if (Object.keys(look).length === 0) return;
    this.#look = { ...this.#look, ...look, tokens: { ...this.#look.tokens, ...look.tokens } };
    void this.#frame.send({ type: "look", look });
  }

  #openFrame(): CardsFrame {
    return new CardsFrame(this.#parts.cards, chatText(this.#locale).cards, {
      receive: (message) => this.#receiveCards(message),
      onLost: () => {
        this.#isUsed = true;
        this.#say(chatText(this.#locale).lost);
      },
    });
  }

  /** Puts a frame without cards in the place of the one with others, as high as that one. */
  #replaceFrame(): void {
    const frame = this.#openFrame();
    frame.element.style.blockSize = this.#frame.element.style.blockSize;
    this.#keepsHeight = true;
    this.#frame.remove();
    this.#frame = frame;
    this.#stops[0].after(frame.element);
    this.#focus = new FrameFocus(frame);
    void frame.send({ type: "look", look: this.#look });
  }

  async #showCards(cards: readonly LoadedCard[]): Promise<void> {
    if (this.#isUsed) this.#replaceFrame();
    this.#isUsed = true;
    await this.#frame.send({ type: "show", cards });
  }

  async #showResult(result: { readonly [name: string]: unknown }): Promise<void> {
    const number = ++this.#results;
    const cards = readCards(result["structuredContent"]);
    if (cards === null) return this.#fail(readText(result) ?? chatText(this.#locale).unreadable);
    this.#frame.element.hidden = false;
    const [only] = cards;
    const footprint = cards.length === 1 ? FOOTPRINTS[only!.size as WidgetSize] : undefined;
    this.#sizes.setWidth(footprint?.width ?? null);
    if (asFields(result["structuredContent"])["view"] === "page") this.#requestFullscreen();
    const loaded = await this.#loadCards(cards);
    // The bundles of a later result may have come before these.
    if (number !== this.#results) return;
    this.#save.setCards(loaded);
    await this.#showCards(loaded);
  }

  /** Each bundle is read once. A card whose bundle cannot be read says so. */
  async #loadCards(cards: readonly ChatCard[]): Promise<LoadedCard[]> {
    const envelopes = new Map<string, Uint8Array | null>();
    for (const { hash } of cards) {
      if (!envelopes.has(hash)) envelopes.set(hash, await readBundle(this.#host, hash).catch(() => null));
    }
    return cards.map((card) => ({ ...card, envelope: envelopes.get(card.hash) ?? null }));
  }

  /** A host that cannot, or does not want to, leaves the page in the chat. */
  #requestFullscreen(): void {
    if (!Array.isArray(this.#modes) || !this.#modes.includes("fullscreen")) return;
    this.#host.request("ui/request-display-mode", { mode: "fullscreen" }).catch(() => {});
  }

  #receiveCards(message: CardsMessage): void {
    if (message.type === "open") return this.#open(message);
    if (message.type === "press") return this.#focus.use();
    if (message.type === "focus") return this.#focus.enter();
    if (message.type === "blur") return this.#focus.leave();
    if (message.type === "resize") this.#height = message.height;
    if (message.type === "shown" && !this.#frame.element.hidden) {
      this.#status.hidden = true;
      this.#keepsHeight = false;
    }
    if (this.#keepsHeight) return;
    this.#frame.element.style.blockSize = `${this.#height}px`;
    if (this.#status.hidden) this.#reportHeight();
  }

  #reportHeight(): void {
    this.#sizes.setHeight(Math.ceil(document.body.getBoundingClientRect().height));
  }

  /**
   * The host asks the reader, and opens the link, if the reader has chosen it: the key may have been for a message to the chat.
   * Which link was chosen only the frame knows, where a widget may have written the message; whether the reader uses the frame, the view.
   */
  #open({ href, isChosen }: Extract<CardsMessage, { type: "open" }>): void {
    const url = URL.parse(href, this.#parts.appUrl);
    if (url === null || !/^https?:$/.test(url.protocol) || !navigator.userActivation.isActive) return;
    if (isChosen && this.#focus.isUsed) this.#host.request("ui/open-link", { url: url.href }).catch(() => {});
  }

  #say(text: string): void {
    this.#status.hidden = false;
    this.#status.textContent = text;
    this.#reportHeight();
  }

  /** Says in place of the cards why there are none. The host may send a better result. */
  #fail(text: string): void {
    this.#results++;
    this.#frame.element.hidden = true;
    this.#save.setCards([]);
    this.#say(text);
  }
}

/** The first text of a result. */
function readText({ content }: { readonly [name: string]: unknown }): string | null {
  const [first] = Array.isArray(content) ? content : [];
  const { type, text } = asFields(first);
  return type === "text" && typeof text === "string" ? text.slice(0, 500) : null;
}
