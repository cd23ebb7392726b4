import { takeMethod } from "./native_members.ts";

/** Elements with a picture in their inline style. */
const STYLED = '[style*="data:image" i]';

const PICTURE = /data:image\//i;

const exec = takeMethod(RegExp.prototype, "exec");

/**
 * Rewrites the addresses of pictures in inline styles, before the browser uses them: it looks up what a style refers to when
 * it is about to paint. Chromium has no setter of a property's value that could be replaced.
 *
 * Called before any widget runs.
 */
export function followPictureStyles(rewrite: (text: string) => string): void {
  const observer = new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records) {
      if (type === "attributes") rewriteStyle(target as StyledElement, rewrite);
      else for (const node of addedNodes) rewriteWithin(node, rewrite);
    }
  });
  const observe = (root: Node) =>
    observer.observe(root, { subtree: true, childList: true, attributeFilter: ["style"] });
  observe(document);
  const attach = takeMethod(Element.prototype, "attachShadow");
  Element.prototype.attachShadow = function (options) {
    const root = attach(this, options);
    observe(root);
    return root;
  };
}

type StyledElement = HTMLElement | SVGElement;

function rewriteWithin(node: Node, rewrite: (text: string) => string): void {
  if (!(node instanceof Element)) return;
  if (node.matches(STYLED)) rewriteStyle(node as StyledElement, rewrite);
  for (const element of node.querySelectorAll<StyledElement>(STYLED)) rewriteStyle(element, rewrite);
}

function rewriteStyle({ style }: StyledElement, rewrite: (text: string) => string): void {
  if (exec(PICTURE, style.cssText) === null) return;
  for (const property of [...style]) {
    const value = style.getPropertyValue(property);
    if (exec(PICTURE, value) === null) continue;
    const rewritten = rewrite(value);
    if (rewritten !== value) style.setProperty(property, rewritten, style.getPropertyPriority(property));
  }
}
