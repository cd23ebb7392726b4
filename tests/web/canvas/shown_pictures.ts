/** A picture of one red pixel. */
const PNG =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==";

/** Green by a rule, over blue by a local reference, over red. */
const SVG = `<?xml version="1.0"?>
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 30 10" width="30" height="10">
<title>A &amp; B &lt;</title><style>.a { fill: rgb(0, 255, 0) } @media print { .a { fill: red } }</style>
<defs><linearGradient id="g"><stop stop-color="#00f"/></linearGradient><rect id="r" width="10" height="10"/></defs>
<rect class="a" width="10" height="10"/><rect x="10" width="10" height="10" fill="url(#g)"/>
<use xlink:href="#r" transform="translate(20 0)" style="fill: rgba(255, 0, 0, 1)"/></svg>`;

const ESCAPED = `data:image/svg+xml,${encodeURIComponent(SVG)}`;
const ENCODED = `data:image/svg+xml;base64,${btoa(SVG)}`;
const PLAIN = `data:image/svg+xml;utf8,${SVG.replaceAll("#", "%23").replaceAll("\n", "")}`;

/** The stylesheet of {@linkcode PICTURES}. */
export const PICTURES_CSS = `
.sheet { background: no-repeat url("${PNG}") }
.unquoted { background-image: url(${
  ESCAPED.replaceAll(/[()']/g, (one) => `%${one.charCodeAt(0).toString(16)}`)
}) }
.quoted { list-style-image: url('${ENCODED}') }
.plain { border-image-source: url("${PLAIN.replaceAll('"', '\\"')}") }
.set { background-image: image-set("${PNG}" 1x) }
.cursor { cursor: url("${PNG}"), auto }
.before::before { content: url("${PNG}") }
`;

/** A widget that shows pictures in every way that the guide names, and then which of them are not shown, as JSON. */
export const PICTURES = `
  import { createElement as h, useEffect, useRef, useState } from "react";
  import { Image as KitImage } from "@tck/kit";
  const PNG = ${JSON.stringify(PNG)};
  const SVGS = ${JSON.stringify([ESCAPED, ENCODED, PLAIN])};
  const markup = '<img class="markup" src="' + PNG + '"><svg><image class="drawn" width="9" height="9" href="' + PNG + '"/></svg>';
  const STYLES = {
    sheet: "backgroundImage", unquoted: "backgroundImage", quoted: "listStyleImage", plain: "borderImageSource",
    set: "backgroundImage", cursor: "cursor", inline: "backgroundImage", custom: "backgroundImage", changed: "backgroundImage",
    rule: "backgroundImage", set0: "backgroundImage", set1: "backgroundImage", set2: "backgroundImage",
    set3: "backgroundImage", nested: "backgroundImage",
  };
  const isShown = async (url) => {
    const image = new Image();
    image.src = url;
    return await image.decode().then(() => image.naturalWidth > 0, () => false);
  };
  const isComplete = async (image) => {
    const end = performance.now() + 2000;
    while (!(image.complete && image.naturalWidth > 0) && performance.now() < end) {
      await new Promise((resolve) => setTimeout(resolve, 20)); // timer: in the widget: the pause between two looks
    }
    return image.naturalWidth > 0;
  };
  const readPixels = async (url) => {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = Object.assign(document.createElement("canvas"), { width: 30, height: 10 });
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0, 30, 10);
    return [5, 15, 25].map((x) => [...context.getImageData(x, 5, 1, 1).data].join()).join(" ");
  };
  const collect = async (place) => {
    const missing = [];
    const isConverted = Object.assign(new Image(), { src: PNG }).src.startsWith("blob:");
    const find = (name) => place.querySelector("." + name);
    find("changed").style.backgroundImage = "url(" + PNG + ")";
    find("property").href.baseVal = PNG;
    const sheet = new CSSStyleSheet();
    sheet.insertRule(".rule { background-image: url(" + PNG + ") }");
    const url = "url(" + PNG + ")";
    const rules = [0, 1, 2, 3].map((number) => sheet.cssRules[sheet.insertRule(".set" + number + " {}", 0)]);
    rules[0].style.backgroundImage = url;
    rules[1].style.setProperty("background-image", url, "important");
    rules[2].style.cssText = "background-image: " + url;
    rules[3].style = "background-image: " + url;
    if (rules[1].style !== rules[1].style || rules[1].style.length !== 1) missing.push("the declarations of a rule");
    const media = sheet.cssRules[sheet.insertRule("@media all {}", 0)];
    media.insertRule(".nested { background-image: " + url + " }");
    place.getRootNode().adoptedStyleSheets.push(sheet);
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    for (const image of place.querySelectorAll("img")) {
      if (!await isComplete(image)) missing.push("img " + image.className + " " + image.currentSrc.slice(0, 40) + image.complete);
    }
    for (const image of place.querySelectorAll("image")) {
      // A selector sees what the browser shows.
      if (image.matches("[href^='#']") || !await isShown(image.href.baseVal)) missing.push("image " + image.getAttribute("class"));
    }
    for (const [name, property] of Object.entries(STYLES)) {
      const value = getComputedStyle(find(name))[property];
      const url = /url\\("([^"]*)"\\)/.exec(value)?.[1] ?? "";
      // A picture that is made here is made again: the style's own address must be one that the document loads.
      const isMade = !isConverted || url.startsWith("blob:");
      if (!isMade || !await isShown(url)) missing.push(name + ": " + value.slice(0, 60));
    }
    for (const [index, svg] of SVGS.entries()) {
      const pixels = await readPixels(svg).catch(String);
      if (pixels !== "0,255,0,255 0,0,255,255 255,0,0,255") missing.push("svg " + index + ": " + pixels);
    }
    return missing;
  };
  export default function Pictures() {
    const place = useRef(null);
    const [missing, setMissing] = useState(null);
    useEffect(() => void collect(place.current).then(setMissing, (error) => setMissing([String(error)])), []);
    return h("div", { ref: place },
      h("img", { className: "png", src: PNG, alt: "" }),
      h("img", { className: "svg", src: SVGS[0], alt: "" }),
      h("img", { className: "sources", srcSet: PNG + " 1x, " + SVGS[0] + " 3x", alt: "" }),
      h(KitImage, { src: SVGS[1], alt: "" }),
      h("svg", null, h("image", { className: "property", width: 9, height: 9 })),
      h("svg", null, h("image", { className: "react", width: 9, height: 9, href: PNG }),
        h("image", { className: "xlink", width: 9, height: 9, xlinkHref: PNG })),
      h("div", { dangerouslySetInnerHTML: { __html: markup } }),
      h("p", { className: "inline", style: { backgroundImage: "url(" + PNG + ")" } }),
      h("p", { className: "custom", style: { "--picture": "url('" + PNG + "')", backgroundImage: "var(--picture)" } }),
      Object.keys(STYLES).filter((name) => !["inline", "custom"].includes(name)).map((name) =>
        h("p", { key: name, className: name })),
      missing === null ? null : h("pre", { "data-results": "" }, JSON.stringify(missing)));
  }`;
