import { takeMethod } from "../native_members.ts";

type Rewrite = (text: string) => string;

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
export function followPictureStyles(rewrite: Rewrite): void {
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

function rewriteWithin(node: Node, rewrite: Rewrite): void {
  if (!(node instanceof Element)) return;
  if (node.matches(STYLED)) rewriteStyle(node as StyledElement, rewrite);
  for (const element of node.querySelectorAll<StyledElement>(STYLED)) rewriteStyle(element, rewrite);
}

function rewriteStyle({ style }: StyledElement, rewrite: Rewrite): void {
  if (exec(PICTURE, style.cssText) === null) return;
  for (const property of [...style]) {
    const value = style.getPropertyValue(property);
    if (exec(PICTURE, value) === null) continue;
    const rewritten = rewrite(value);
    if (rewritten !== value) style.setProperty(property, rewritten, style.getPropertyPriority(property));
  }
}

/** Rules whose declarations can be set, as far as the browser has them. */
const RULES = ["CSSStyleRule", "CSSKeyframeRule", "CSSPageRule", "CSSNestedDeclarations"];

/** Methods that add rules, with the place of their text. */
const ADDING = [
  ["CSSStyleSheet", "replaceSync", 0],
  ["CSSStyleSheet", "replace", 0],
  ["CSSStyleSheet", "insertRule", 0],
  ["CSSStyleSheet", "addRule", 1],
  ["CSSGroupingRule", "insertRule", 0],
  ["CSSStyleRule", "insertRule", 0],
  ["CSSKeyframesRule", "appendRule", 0],
] as const;

/**
 * Rewrites the addresses of pictures in the rules of stylesheets, also in the declarations of a rule. Called before any widget
 * runs.
 */
export function acceptStylesheets(rewrite: Rewrite): void {
  for (const [owner, name, place] of ADDING) {
    const prototype = prototypeOf(owner);
    if (prototype === undefined || !Object.hasOwn(prototype, name)) continue;
    const add = takeMethod(prototype, name) as (owner: unknown, ...args: readonly unknown[]) => unknown;
    prototype[name] = function (...args: unknown[]) {
      if (place in args) args[place] = rewrite(`${args[place]}`);
      return add(this, ...args);
    };
  }
  for (const owner of RULES) acceptDeclarations(prototypeOf(owner), rewrite);
}

type Prototype = { [name: string]: (...args: unknown[]) => unknown };

function prototypeOf(name: string): Prototype | undefined {
  return (globalThis as unknown as { [name: string]: { prototype: Prototype } | undefined })[name]?.prototype;
}

/** Chromium has no setter of a declaration that could be replaced: the rule gives its declarations through another object. */
function acceptDeclarations(prototype: Prototype | undefined, rewrite: Rewrite): void {
  const descriptor = prototype && Object.getOwnPropertyDescriptor(prototype, "style");
  if (!descriptor?.get) return;
  const get = takeMethod(descriptor as { get: () => object }, "get") as unknown as (rule: unknown) => object;
  const known = new WeakMap<object, object>();
  Object.defineProperty(prototype, "style", {
    ...descriptor,
    get() {
      const style = get(this);
      const replaced = known.get(style) ?? replaceDeclarations(style, rewrite);
      known.set(style, replaced);
      return replaced;
    },
    set(this: { style: { cssText: string } }, text: unknown) {
      this.style.cssText = `${text}`;
    },
  });
}

function replaceDeclarations(style: object, rewrite: Rewrite): object {
  return new Proxy(style, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== "function") return value;
      return (...args: unknown[]) =>
        Reflect.apply(
          value,
          target,
          name === "setProperty" && args.length > 1
            ? [args[0], rewrite(`${args[1]}`), ...args.slice(2)]
            : args,
        );
    },
    set: (target, name, value) =>
      Reflect.set(target, name, typeof value === "string" ? rewrite(value) : value, target),
  });
}
