/** What a card makes for the reader to click on. Each is the body of a function that returns the element. */
export const CLICKED: { readonly [name: string]: string } = {
  "a button that opens windows": `
    const button = document.createElement("button");
    button.addEventListener("click", ({ isTrusted }) => {
      if (!isTrusted) return; // A click of its own, within it.
      let count = 0;
      const address = () => elsewhere + "/?try=" + count++;
      const make = () => Object.assign(document.createElement("a"), { href: address(), target: "_blank" });
      const tries = [
        () => window.open(address()),
        () => Window.prototype.open.call(window, address()),
        () => document.defaultView.open(address()),
        () => make().click(),
        () => HTMLElement.prototype.click.call(make()),
        () => make().dispatchEvent(new MouseEvent("click", { bubbles: true, composed: true })),
        () => make().dispatchEvent(new Event("click")),
        () => make().dispatchEvent(new PointerEvent("click")),
        () => document.createDocumentFragment().appendChild(make()).click(),
        () => document.implementation.createHTMLDocument().body.appendChild(make()).click(),
        () => button.appendChild(make()).click(),
        () => button.appendChild(make()).dispatchEvent(new MouseEvent("click")),
        () => button.appendChild(make()).appendChild(document.createElement("b")).dispatchEvent(new Event("click", { bubbles: true })),
        () => {
          const form = document.createElement("form");
          Object.assign(form, { action: address(), target: "_blank" });
          button.append(form);
          form.submit();
        },
        () => {
          const link = document.createElementNS("http://www.w3.org/2000/svg", "a");
          link.setAttribute("href", address());
          link.setAttribute("target", "_blank");
          link.dispatchEvent(new MouseEvent("click"));
        },
      ];
      for (const run of tries) try { run(); } catch {}
    });
    return button;`,
  "a link that the page's own code does not find": `
    Array.prototype.find = () => undefined;
    Object.defineProperty(Element, Symbol.hasInstance, { value: () => false });
    return makeLink();`,
  "a link that begins as one within the page": `
    const link = makeLink();
    const { href } = link;
    link.setAttribute("href", "#section");
    link.addEventListener("click", () => link.setAttribute("href", href));
    return link;`,
  "a link in a closed shadow root": `
    const host = document.createElement("div");
    host.attachShadow({ mode: "closed" }).append(makeLink());
    return host;`,
  "a link in a closed shadow root of markup": `
    const host = document.createElement("div");
    const markup = "<div><template shadowrootmode=closed><a target=_blank style='display:block;height:100px' href='" +
      elsewhere + "/?secret'>link</a></template></div>";
    try { host.setHTMLUnsafe(markup); } catch { return host; }
    return host;`,
  "a link whose question the widget answers": `
    setInterval(() => [...document.querySelectorAll("dialog button")].at(-1)?.click(), 50);
    return makeLink();`,
  "a link of SVG outside a drawing that is used in one": `
    const host = document.createElement("div");
    const link = document.createElementNS("http://www.w3.org/2000/svg", "a");
    for (const [name, value] of [["id", "bare"], ["href", elsewhere + "/?secret"], ["target", "_blank"]]) {
      link.setAttribute(name, value);
    }
    const area = document.createElementNS("http://www.w3.org/2000/svg", "rect");
    for (const name of ["width", "height"]) area.setAttribute(name, "300");
    link.append(area);
    host.innerHTML = "<svg width=300 height=100><use href='#bare' /></svg>";
    host.append(link);
    return host;`,
  "a link that is put around what a script clicks": `
    const button = document.createElement("button");
    button.addEventListener("click", () => {
      for (const click of [
        (element) => element.click(),
        (element) => element.dispatchEvent(new MouseEvent("click", { bubbles: true })),
      ]) {
        const inner = button.appendChild(document.createElement("span"));
        inner.addEventListener("tck:probe", () => makeLink().append(inner));
        click(inner);
      }
    }, { once: true });
    return button;`,
  "a link that is used in a drawing": `
    const host = document.createElement("div");
    host.innerHTML = "<svg width=300 height=100><defs><a id=link target=_blank href='" + elsewhere +
      "/?secret'><rect width=300 height=100 /></a></defs><use href='#link' /></svg>";
    return host;`,
};

/** A widget with an element that fills it, and that notes that the reader presses it. */
export const clicked = (elsewhere: string, body: string, name = "", place = 0): string => `
  import { createElement as h, useEffect, useRef } from "react";
  const elsewhere = ${JSON.stringify(elsewhere)};
  const makeLink = () => {
    const link = Object.assign(document.createElement("a"), { href: elsewhere + "/?secret", target: "_blank" });
    link.textContent = "link";
    link.style.cssText = "display: block; height: 100px";
    return link;
  };
  const make = () => {${body}};
  export default function Clicked() {
    const place = useRef(null);
    useEffect(() => {
      const element = place.current.appendChild(make());
      element.style.cssText += "; display: block; width: 100%; height: 100px";
      const note = () => (globalThis.pressed ??= []).push(${JSON.stringify(name)});
      element.addEventListener("pointerdown", note, { capture: true });
    }, []);
    return h("div", { ref: place, "data-place": "${place}" });
  }`;
