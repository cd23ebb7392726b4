/**
 * What a widget's `vh` means in a page that is as high as its cards, as the frame of a sealed canvas is: the height of the
 * reader's window, which does not depend on the cards. Lengths of a card with such a unit then refer to a custom property of
 * the document. In a page without it the units are the browser's.
 */
const PROPERTY = "--tck-window-height";

/** The size of a unit's hundred parts. What is as wide as the cards' frame does not depend on their height. */
const SIDES: { readonly [unit: string]: string } = {
  vh: `var(${PROPERTY})`,
  vb: `var(${PROPERTY})`,
  vmin: `min(var(${PROPERTY}), 100vw)`,
  vmax: `max(var(${PROPERTY}), 100vw)`,
};

/** Texts and addresses, which are kept and may end with the sheet, and lengths. */
const LENGTHS =
  /"(?:[^"\\]|\\[^])*(?:"|\\?$)|'(?:[^'\\]|\\[^])*(?:'|\\?$)|url\((?:"(?:[^"\\]|\\[^])*(?:"|\\?$)|[^)"])*(?:\)|$)|(?<![\w.#\\-])([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)[dsl]?(vh|vb|vmin|vmax)(?![\w-])/gi;

/** Elements that may have such a length. Others, such as those that an animation changes, are not read. */
const CANDIDATES = ["vh", "vb", "vmin", "vmax"].map((unit) => `[style*="${unit}" i]`).join();

/** Sets the height of the reader's window in CSS pixels, before the first card is mounted or when it has changed. */
export function setWindowHeight(document: Document, height: number): void {
  document.documentElement.style.setProperty(PROPERTY, `${height}px`);
}

/** Whether the document has the height of a window that is not its own. */
export function hasWindowHeight(document: Document): boolean {
  return document.documentElement.style.getPropertyValue(PROPERTY) !== "";
}

/** Declarations whose lengths refer to the reader's window. */
export function referToWindow(declarations: string): string {
  return declarations.replace(
    LENGTHS,
    (whole, count?: string, unit?: string) =>
      unit === undefined ? whole : `calc(${count} * ${SIDES[unit.toLowerCase()]} / 100)`,
  );
}

/** Makes the lengths of a sheet refer to the reader's window, those in keyframes and nested rules as well. */
export function referSheetToWindow({ cssRules }: Pick<CSSStyleSheet, "cssRules">): void {
  for (const rule of cssRules) {
    const { style, cssRules: nested } = rule as Partial<CSSStyleRule>;
    if (style !== undefined && !isRegistration(rule)) referStyleToWindow(style);
    if (nested !== undefined) referSheetToWindow({ cssRules: nested });
  }
}

/** Descriptors, such as those of `@font-face`, have no variables. */
function isRegistration(rule: CSSRule): boolean {
  return rule instanceof CSSFontFaceRule || rule instanceof CSSPageRule;
}

function referStyleToWindow(style: CSSStyleDeclaration): void {
  const written = style.cssText;
  const referred = referToWindow(written);
  if (referred !== written) style.cssText = referred;
}

const followed = new WeakSet<ShadowRoot>();

/** Makes the lengths of inline styles in a shadow root refer to the reader's window, now and after each change, before it is painted. */
export function followInlineStyles(root: ShadowRoot): void {
  if (followed.has(root)) return;
  followed.add(root);
  const refer = (element: Element) => {
    const { style } = element as Partial<HTMLElement>;
    if (style !== undefined && element.matches(CANDIDATES)) referStyleToWindow(style);
  };
  const observer = new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === "attributes") refer(target as Element);
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue;
        refer(node);
        node.querySelectorAll(CANDIDATES).forEach(refer);
      }
    }
  });
  observer.observe(root, { subtree: true, childList: true, attributeFilter: ["style"] });
}
