import { isHostToken } from "../../core/contract/mod.ts";

/**
 * Registers a widget's `@property` rules with the document (lifecycle specification, D.5 step 3), because they have no
 * effect in a shadow root's sheet. All other rules are dropped: in the document they would style the page. A
 * registration applies to the whole document; the first rule for a name is used and is never removed. A rule for one of the
 * host's own properties is ignored, because it would change the page and every card.
 *
 * The rules are added through the object model, so that a content policy has to allow an empty style element only.
 *
 * @returns a function to call when the card is unmounted; it does nothing
 */
export function addPropertyRules(document: Document, css: string): () => void {
  const style = document.querySelector<HTMLStyleElement>("style[data-tck-properties]") ??
    createPropertiesStyle(document);
  const registered = readNames(style);
  for (const { name, cssText } of parsePropertyRules(css)) {
    if (registered.has(name) || isHostToken(name)) continue;
    registered.add(name);
    style.sheet?.insertRule(cssText, style.sheet.cssRules.length);
  }
  return () => {};
}

function createPropertiesStyle(document: Document): HTMLStyleElement {
  const style = document.createElement("style");
  style.dataset.tckProperties = "";
  // Other pages that mount widgets may have a policy that allows styles by nonce.
  const nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce;
  if (nonce) style.nonce = nonce;
  document.head.append(style);
  return style;
}

function readNames(style: HTMLStyleElement): Set<string> {
  return new Set([...style.sheet?.cssRules ?? []].filter(isPropertyRule).map((rule) => rule.name));
}

/** A constructed sheet parses rules without applying them, and ignores `@import`. */
function parsePropertyRules(css: string): CSSPropertyRule[] {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  return [...sheet.cssRules].filter(isPropertyRule);
}

function isPropertyRule(rule: CSSRule): rule is CSSPropertyRule {
  return rule instanceof CSSPropertyRule;
}
