import { isHostToken } from "../../../core/contract/mod.ts";
import { pageNonce } from "./page_nonce.ts";

/**
 * The `@property` rules of the mounted cards. A registration applies to the whole document, and production never removes
 * one. Here a card's rules are removed with the card, and with those that an edit replaces. If several cards have a rule
 * for one name, the first card's rule applies, as in production.
 */
export class DocumentProperties {
  readonly #document: Document;
  readonly #rules = new Set<readonly CSSPropertyRule[]>();
  #style: HTMLStyleElement | null = null;

  /** @param document where the rules are registered */
  constructor(document: Document) {
    this.#document = document;
  }

  /** Registers the rules of a card. Returns a function that removes them. */
  add(css: string): () => void {
    const rules = parseRules(css);
    this.#rules.add(rules);
    this.#write();
    return () => {
      this.#rules.delete(rules);
      this.#write();
    };
  }

  #write(): void {
    const byName = new Map<string, string>();
    for (const rule of [...this.#rules].flat()) {
      if (!byName.has(rule.name)) byName.set(rule.name, rule.cssText);
    }
    const css = [...byName.values()].join("\n");
    if (this.#style === null && css === "") return;
    const style = this.#style ??= this.#appendStyle();
    if (style.textContent !== css) style.textContent = css;
  }

  #appendStyle(): HTMLStyleElement {
    const style = this.#document.createElement("style");
    style.nonce = pageNonce();
    return this.#document.head.appendChild(style);
  }
}

/**
 * Drops all other rules, which would style the page, and those for the host's tokens, as production does.
 * A constructed sheet applies nothing and ignores `@import`.
 */
function parseRules(css: string): CSSPropertyRule[] {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  return [...sheet.cssRules].filter((rule) => rule instanceof CSSPropertyRule)
    .filter(({ name }) => !isHostToken(name));
}
