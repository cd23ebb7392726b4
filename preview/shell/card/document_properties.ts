/**
 * The `@property` rules of the cards that are shown. Registrations hold for the whole document, and production registers
 * a name once and for good. Here a rule goes with the card that brought it, and an edited one takes the place of what it
 * was; of several cards' rules for one name the first card's holds, as in production.
 */
export class DocumentProperties {
  readonly #document: Document;
  readonly #rules = new Map<object, readonly CSSPropertyRule[]>();
  #style: HTMLStyleElement | null = null;

  /** @param document where the rules are registered */
  constructor(document: Document) {
    this.#document = document;
  }

  /** Registers the rules of a card, in the place of those that it had before. */
  set(card: object, css: string | null): void {
    this.#rules.set(card, parseRules(css ?? ""));
    this.#write();
  }

  /** Takes away the rules of a card. */
  delete(card: object): void {
    this.#rules.delete(card);
    this.#write();
  }

  #write(): void {
    const byName = new Map<string, string>();
    for (const rule of [...this.#rules.values()].flat()) {
      if (!byName.has(rule.name)) byName.set(rule.name, rule.cssText);
    }
    const css = [...byName.values()].join("\n");
    if (this.#style === null && css === "") return;
    const style = this.#style ??= this.#appendStyle();
    if (style.textContent !== css) style.textContent = css;
  }

  #appendStyle(): HTMLStyleElement {
    const style = this.#document.createElement("style");
    style.dataset.tckPreviewProperties = "";
    return this.#document.head.appendChild(style);
  }
}

/** Anything but an `@property` rule would style the page. A constructed sheet applies nothing and ignores `@import`. */
function parseRules(css: string): CSSPropertyRule[] {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  return [...sheet.cssRules].filter((rule) => rule instanceof CSSPropertyRule);
}
