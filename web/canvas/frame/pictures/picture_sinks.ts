import { takeMethod } from "../native_members.ts";
import { acceptStylesheets, followPictureStyles } from "./picture_styles.ts";
import { rewriteMarkup, rewriteSet, rewriteStyles } from "./picture_texts.ts";
import type { Pictures } from "./pictures.ts";

/** Attributes that show a picture by its address. */
const ADDRESSES = /^(?:src|href|xlink:href|poster)$/i;

const SETS = /^srcset$/i;

/** Properties that show a picture, by their interfaces. */
const PROPERTIES = [
  ["HTMLImageElement", "src"],
  ["HTMLImageElement", "srcset"],
  ["HTMLSourceElement", "srcset"],
  ["HTMLInputElement", "src"],
  ["HTMLVideoElement", "poster"],
  ["SVGAnimatedString", "baseVal"],
] as const;

const exec = takeMethod(RegExp.prototype, "exec");

type Rewrite = (text: string) => string;

/**
 * Lets cards show pictures of `data:` URLs as before: in the attributes and properties of elements, in stylesheets, in inline
 * styles, and in markup. What is missed here is not shown, and loads nothing: the policy of the document decides.
 *
 * Called before any widget runs.
 *
 * @returns rewrites markup (`markup.ts`)
 */
export function acceptPictures(pictures: Pick<Pictures, "convert">): Rewrite {
  const convert: Rewrite = (address) => pictures.convert(address) ?? address;
  const rewrites = (name: unknown): Rewrite | null => {
    if (typeof name !== "string") return null;
    if (exec(ADDRESSES, name) !== null) return convert;
    return exec(SETS, name) === null ? null : (text) => rewriteSet(text, convert);
  };
  acceptAttributes(rewrites);
  for (const [owner, name] of PROPERTIES) acceptProperty(owner, name, rewrites(name) ?? convert);
  acceptStylesheets((text) => rewriteStyles(text, convert));
  followPictureStyles((text) => rewriteStyles(text, convert));
  return (markup) => rewriteMarkup(markup, convert);
}

function acceptAttributes(rewrites: (name: unknown) => Rewrite | null): void {
  const rewrite = <Value>(name: unknown, value: Value): Value | string =>
    typeof value === "string" ? rewrites(name)?.(value) ?? value : value;
  const set = takeMethod(Element.prototype, "setAttribute");
  Element.prototype.setAttribute = function (name, value) {
    set(this, name, rewrite(name, value));
  };
  const setNS = takeMethod(Element.prototype, "setAttributeNS");
  Element.prototype.setAttributeNS = function (namespace, name, value) {
    setNS(this, namespace, name, rewrite(name, value));
  };
}

function acceptProperty(owner: string, name: string, rewrite: Rewrite): void {
  const { prototype } = (globalThis as unknown as { [name: string]: { prototype: object } })[owner]!;
  const { set, ...descriptor } = Object.getOwnPropertyDescriptor(prototype, name)!;
  const setNative = takeMethod({ set: set! }, "set") as unknown as (owner: unknown, value: unknown) => void;
  Object.defineProperty(prototype, name, {
    ...descriptor,
    set(value: unknown) {
      setNative(this, typeof value === "string" ? rewrite(value) : value);
    },
  });
}
