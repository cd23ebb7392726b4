import { takeMethod } from "./native_members.ts";

type Rewrite = (text: string) => string;

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
