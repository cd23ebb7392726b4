import type { LoadedCard } from "../messages.ts";
import { writeSavedCards } from "../saved_cards.ts";
import type { ViewParts } from "../view_parts.ts";
import { asFields, type ChatHost } from "./chat_host.ts";

/** How long a host may take, in milliseconds: it asks the reader. */
const SAVE_TIMEOUT_MS = 600_000;

/** The button with which the host saves the shown cards as a file. It is visible where the host can do that. */
export class SaveButton {
  readonly element: HTMLButtonElement = document.createElement("button");
  readonly #host: ChatHost;
  readonly #parts: ViewParts;
  #cards: readonly LoadedCard[] = [];
  #isOffered = false;

  constructor(host: ChatHost, parts: ViewParts) {
    this.#host = host;
    this.#parts = parts;
    this.element.type = "button";
    this.element.addEventListener("click", () => void this.#save());
    this.#update();
  }

  /** @param capabilities what the host can do, as it has answered */
  start(capabilities: unknown, text: string): void {
    this.#isOffered = asFields(capabilities)["downloadFile"] !== undefined;
    this.element.textContent = text;
    this.#update();
  }

  /** Sets the cards that are shown. */
  setCards(cards: readonly LoadedCard[]): void {
    this.#cards = cards.filter(({ envelope }) => envelope !== null);
    this.#update();
  }

  #update(): void {
    this.element.hidden = !this.#isOffered || this.#cards.length === 0;
  }

  /** What the host answers changes nothing: it has told the reader. */
  async #save(): Promise<void> {
    this.element.disabled = true;
    const name = this.#cards.length === 1 ? "card.html" : "page.html";
    const resource = {
      uri: `file:///${name}`,
      mimeType: "text/html",
      text: writeSavedCards(this.#parts, this.#cards),
    };
    await this.#host.request(
      "ui/download-file",
      { contents: [{ type: "resource", resource }] },
      SAVE_TIMEOUT_MS,
    )
      .catch(() => {});
    this.element.disabled = false;
  }
}
