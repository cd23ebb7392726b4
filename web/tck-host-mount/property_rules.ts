/**
 * Registers a widget's `@property` rules with the document (lifecycle specification, D.5 step 3), because they have no
 * effect in a shadow root's sheet. All other rules are dropped: in the document they would style the page. A
 * registration applies to the whole document; the first rule for a name is used and is never removed.
 */
export function registerProperties(document: Document, css: string): void {
  const style = document.querySelector<HTMLStyleElement>("style[data-tck-properties]") ??
    createPropertiesStyle(document);
  const registered = readNames(style);
  const rules = parsePropertyRules(css).filter(({ name }) => !registered.has(name) && registered.add(name));
  if (rules.length > 0) style.append(...rules.map((rule) => `${rule.cssText}\n`));
}

function createPropertiesStyle(document: Document): HTMLStyleElement {
  const style = document.createElement("style");
  style.dataset.tckProperties = "";
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
