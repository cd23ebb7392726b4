import { Buffer } from "node:buffer";

/** A way to a font: the body of an async function, which returns a font whose state is read, or its name. */
interface FontWays {
  readonly [name: string]: string;
}

/** Ways that a widget may use: `toUrl`, `bytes` and `load` are given. */
export const ALLOWED_WAYS: FontWays = {
  "an address": `return load(new FontFace(name, "url(" + url + ")"));`,
  "an address in quotation marks, with a format":
    `return load(new FontFace(name, 'url("' + url + '") format("truetype")'));`,
  "an address after another font":
    `return load(new FontFace(name, "local(none), url('" + url + "')", { weight: "700" }));`,
  "a buffer": `return load(new FontFace(name, bytes.buffer));`,
  "a part of a buffer": `
    const whole = new Uint8Array(bytes.length + 9);
    whole.set(bytes, 5);
    return load(new FontFace(name, new DataView(whole.buffer, 5, bytes.length)));`,
  "a class of its own": `return load(new (class extends FontFace {})(name, bytes));`,
};

/** Ways by which a widget could have a font that nobody has looked at. */
export const OTHER_WAYS: FontWays = {
  "bytes that change while a font is made": `
    // At first a font without the table that no browser loads, since the number in its header is another one.
    const changed = bytes.slice();
    const find = (...part) => changed.findIndex((_, at) => part.every((byte, index) => changed[at + index] === byte));
    const [tag, number] = [find(83, 86, 71, 32), find(95, 15, 60, 245)];
    if (tag < 0 || number < 0) return null;
    const change = (letter, first) => { changed[tag] = letter; changed[number] = first; };
    change(84, 0);
    const text = { toString() { change(83, 95); return "400"; } };
    return load(new FontFace({ toString: () => (change(83, 95), name) }, changed, { get weight() { change(83, 95); return text; } }));`,
  "a view that says something else of itself": `
    for (const [member, value] of [["length", 0], ["byteLength", 0], ["buffer", new ArrayBuffer(0)], ["constructor", Object]]) {
      Object.defineProperty(bytes, member, { value });
    }
    return load(new FontFace(name, bytes));`,
  "the constructor of the prototype": `return load(new FontFace.prototype.constructor(name, bytes));`,
  "the constructor of another font": `
    const font = new FontFace(name, "local(none)");
    return load(new font.constructor(name, bytes));`,
  "the prototype of the constructor": `
    const Found = Object.getPrototypeOf(FontFace);
    return Found === Function.prototype ? null : load(new Found(name, bytes));`,
  "another constructor": `return load(Reflect.construct(FontFace, [name, bytes], class {}));`,
  "a text that is another one each time": `
    let texts = 0;
    return load(new FontFace(name, { toString: () => texts++ === 0 ? "local(none)" : "url(" + url + ")" }));`,
  "an address without base64": `
    const text = Array.from(bytes, (byte) => "%" + byte.toString(16).padStart(2, "0")).join("");
    return load(new FontFace(name, "url(data:font/ttf," + text + ")"));`,
  "an address with escapes": `
    return load(new FontFace(name, "\\\\75rl(" + url + ")"));`,
  "replaced members of the browser": `
    const { prototype } = TextDecoder, { decode } = prototype, { fromBase64 } = Uint8Array, { construct } = Reflect;
    const { charCodeAt } = String.prototype, { exec } = RegExp.prototype, lists = Object.getPrototypeOf(Uint8Array.prototype);
    const length = Object.getOwnPropertyDescriptor(lists, "length");
    Object.defineProperty(lists, "length", { configurable: true, get: () => 1e6 });
    prototype.decode = () => "";
    Uint8Array.fromBase64 = () => new Uint8Array(0);
    String.prototype.charCodeAt = () => 0;
    RegExp.prototype.exec = () => null;
    let taken = null;
    Reflect.construct = (Native, list, target) => (taken = Native, construct(Native, list, target));
    try {
      const fonts = [new FontFace(name, bytes), new FontFace(name, "url(" + url + ")")];
      if (taken !== null) fonts.push(new taken(name, bytes));
      return load(...fonts);
    } finally {
      prototype.decode = decode;
      Uint8Array.fromBase64 = fromBase64;
      Object.defineProperty(lists, "length", length);
      Object.assign(String.prototype, { charCodeAt });
      Object.assign(RegExp.prototype, { exec });
      Object.assign(Reflect, { construct });
    }`,
  "a sheet of the document": `
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("@font-face { font-family: " + name + "; src: url(" + url + ") }");
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return load(...[...document.fonts].filter(({ family }) => family.includes(name)));`,
  "a rule of an empty style": `
    const style = document.createElement("style");
    document.head.append(style);
    style.sheet.insertRule("@font-face { font-family: " + name + "; src: local(none) }");
    style.sheet.cssRules[0].style.setProperty("src", "url(" + url + ")");
    return load(...[...document.fonts].filter(({ family }) => family.includes(name)));`,
};

/**
 * A widget that tries to get fonts in ways, draws a text in each that it got, and then says which these are, as JSON.
 *
 * @param files the files of a font by their types
 */
export function widgetWithFonts(files: { readonly [type: string]: Uint8Array }, ways: FontWays): string {
  const list = Object.entries(files).map(([type, file]) => [type, Buffer.from(file).toString("base64")]);
  const bodies = Object.entries(ways).map(([way, body]) =>
    `${JSON.stringify(way)}: async ({ name, bytes, url, load }) => {${body}}`
  );
  return `
    import { createElement as h, useEffect, useRef, useState } from "react";
    const FILES = ${JSON.stringify(list)};
    const WAYS = {${bodies.join(",\n")}};
    const load = async (...fonts) => {
      const loaded = await Promise.all(fonts.map((font) => font.load().then(() => font, () => null)));
      return loaded.find((font) => font !== null) ?? null;
    };
    export default function Fonts() {
      const place = useRef(null);
      const [results, setResults] = useState(null);
      useEffect(() => void (async () => {
        const shown = [];
        for (const [type, file] of FILES) {
          for (const [way, get] of Object.entries(WAYS)) {
            const name = "font" + Math.random().toString(36).slice(2);
            const url = "data:font/" + type + ";base64," + file;
            const font = await get({ name, bytes: Uint8Array.fromBase64(file), url, load }).catch(() => null);
            if (font === null) continue;
            document.fonts.add(font);
            const text = place.current.appendChild(document.createElement("p"));
            text.textContent = "A";
            text.style.font = "60px " + name;
            await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
            shown.push(type + ": " + way);
          }
        }
        setResults(shown);
      })(), []);
      return h("div", null, h("div", { ref: place }), results && h("pre", { "data-results": "" }, JSON.stringify(results)));
    }`;
}
