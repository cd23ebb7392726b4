/** What a card makes, so that the browser itself clicks on a link of it when the reader clicks or presses a key. */
interface BrowserClick {
  /** The body of a function that returns the element. `makeLink(name)` makes a link, and `label()` a label with a text. */
  readonly body: string;
  /** The key that is pressed in the element's `.focused`. @default none: the element is clicked on */
  readonly key?: "Enter" | " " | "Shift+Enter" | "Alt+s";
}

/** Ways that take what is clicked out of the document, where no listener of the page sees the link around it. */
export const BROWSER_CLICKS: { readonly [name: string]: BrowserClick } = {
  "a label that its listener removes": {
    body: `
      const one = label();
      one.append(around(create("output")));
      one.addEventListener("click", () => one.remove());
      return one;`,
  },
  "a label that a script clicks": {
    body: `
      const text = create("p");
      text.addEventListener("click", (event) => {
        for (const click of [
          (one) => one.click(),
          (one) => one.dispatchEvent(new MouseEvent("click", { bubbles: true })),
          (one) => one.dispatchEvent(new Event("click", { bubbles: true })),
          (one) => one.firstChild.dispatchEvent(new CustomEvent("click", { bubbles: true })),
        ]) {
          const one = label(create("b"));
          one.append(around(create("output")));
          text.append(one);
          one.addEventListener("click", (event) => { event.stopPropagation(); one.remove(); });
          click(one);
          one.remove();
        }
      });
      return text;`,
  },
  "a control that a script clicks, in a label that has another then": {
    body: `
      const text = create("p");
      text.addEventListener("click", (event) => {
        if (event.target !== text) return;
        const control = Object.assign(create("input"), { type: "checkbox" });
        const one = label(control);
        text.append(one);
        control.addEventListener("click", () => {
          control.remove();
          one.append(around(create("output")));
          one.remove();
        });
        control.click();
        one.remove();
      });
      return text;`,
  },
  "a label that is removed when its control gets the focus": {
    body: `
      const one = label();
      const button = Object.assign(create("button"), { type: "button" });
      one.append(around(button));
      button.addEventListener("focus", () => one.remove());
      return one;`,
  },
  "a control that is moved when another loses the focus": {
    body: `
      const one = label();
      const control = one.appendChild(Object.assign(create("input"), { type: "checkbox" }));
      const other = create("input");
      const both = create("div");
      both.append(one, other);
      addEventListener("pointerdown", () => other.focus(), { capture: true });
      one.addEventListener("mousedown", (event) => event.preventDefault());
      for (const type of ["change", "blur"]) other.addEventListener(type, () => around(control));
      return both;`,
  },
  "a label that is put into a link after it was removed": {
    body: `
      const one = label();
      one.append(create("output"));
      one.addEventListener("click", () => one.remove());
      one.addEventListener("click", () => around(one));
      return one;`,
  },
  "a label that leaves the document by way of another one": {
    body: `
      const one = label();
      one.append(create("output"));
      one.addEventListener("click", () => document.implementation.createHTMLDocument().body.append(one));
      one.addEventListener("click", () => around(one));
      return one;`,
  },
  "a label that leaves the document by way of a fragment": {
    body: `
      const one = label();
      one.append(create("output"));
      const fragment = document.createDocumentFragment();
      one.addEventListener("click", () => fragment.append(one));
      one.addEventListener("click", () => around(one));
      return one;`,
  },
  "a label that leaves the document, and a promise later its place": {
    body: `
      const one = label();
      one.append(create("output"));
      one.addEventListener("click", () => {
        one.remove();
        queueMicrotask(() => queueMicrotask(() => queueMicrotask(() => around(one))));
      });
      one.addEventListener("click", () => {
        for (const hidden of document.querySelectorAll("div[hidden]")) {
          hidden.remove();
          hidden.shadowRoot?.replaceChildren();
        }
        Promise.resolve().then(() => one.getRootNode().replaceChildren()).then(() => around(one));
      });
      return one;`,
  },
  "a label in a clone of a shadow root": {
    body: `
      const template = create("div");
      const root = template.attachShadow({ mode: "open", clonable: true });
      const first = label();
      first.append(create("output"));
      root.append(first);
      const host = template.cloneNode(true);
      const one = host.shadowRoot?.querySelector("label");
      one?.addEventListener("click", () => one.remove());
      one?.addEventListener("click", () => around(one));
      return host;`,
  },
  "a button that its listener of a key removes": {
    key: "Enter",
    body: `
      const button = Object.assign(create("button"), { className: "focused" });
      const link = around(button);
      button.addEventListener("keypress", () => link.remove());
      return link;`,
  },
  "a button that is removed when the space bar is released": {
    key: " ",
    body: `
      const button = Object.assign(create("button"), { className: "focused" });
      const link = around(button);
      button.addEventListener("keyup", () => link.remove());
      return link;`,
  },
  "a link that its listener of a key removes": {
    key: "Enter",
    body: `
      const link = around(create("b"));
      link.className = "focused";
      for (const type of ["keydown", "keypress"]) link.addEventListener(type, () => link.remove());
      return link;`,
  },
  "a button that is removed by a key with a modifier": {
    key: "Shift+Enter",
    body: `
      const button = Object.assign(create("button"), { className: "focused" });
      const link = around(button);
      button.addEventListener("keypress", () => link.remove());
      return link;`,
  },
  "a field that a key takes to a form with a link": {
    key: "Enter",
    body: `
      const field = Object.assign(create("input"), { className: "focused" });
      const form = create("form");
      form.append(field);
      const other = create("form");
      const button = create("button");
      other.append(around(button));
      form.addEventListener("submit", (event) => event.preventDefault());
      field.addEventListener("keypress", () => other.append(field));
      return form;`,
  },
  "a button with an access key that is removed when it gets the focus": {
    key: "Alt+s",
    body: `
      const button = Object.assign(create("button"), { accessKey: "s" });
      const link = around(button);
      const field = Object.assign(create("input"), { className: "focused" });
      const both = create("div");
      both.append(link, field);
      for (const type of ["blur", "change"]) field.addEventListener(type, () => link.remove());
      button.addEventListener("focus", () => link.remove());
      return both;`,
  },
  "events of a script's own, of every kind": {
    body: `
      const text = create("p");
      const key = { key: "Enter", code: "Enter", keyCode: 13, charCode: 13, which: 13, bubbles: true, composed: true };
      const makers = [
        (type) => new UIEvent(type, { bubbles: true, cancelable: true, composed: true }),
        (type) => new Event(type, { bubbles: true, composed: true }),
        (type) => new MouseEvent(type, { bubbles: true, composed: true }),
        (type) => new KeyboardEvent(type, key),
        (type) => new KeyboardEvent(type, { ...key, cancelable: true }),
        (type) => {
          const event = document.createEvent("UIEvents");
          event.initUIEvent(type, true, true, window, 1);
          return event;
        },
      ];
      const SVG = "http://www.w3.org/2000/svg";
      const ofSvg = () => {
        const link = document.createElementNS(SVG, "a");
        link.setAttribute("href", makeLink().href);
        link.setAttribute("target", "_blank");
        return link;
      };
      const within = (link) => {
        link.append(create("button"));
        return link.lastChild;
      };
      text.addEventListener("click", () => {
        for (const type of ["DOMActivate", "click", "auxclick", "keydown", "keypress", "keyup"]) {
          for (const make of makers) {
            for (const link of [makeLink(), ofSvg()]) {
              for (const place of [null, text]) {
                place?.append(link);
                for (const target of [link, within(link)]) try { target.dispatchEvent(make(type)); } catch {}
              }
              link.remove();
            }
          }
        }
        // A key of a script's own on what its listener removes.
        const button = create("button");
        const link = around(button);
        for (const type of ["keydown", "keypress", "keyup"]) {
          text.append(link);
          button.addEventListener(type, () => link.remove());
          text.append(button);
          button.addEventListener(type, () => link.append(button));
          button.dispatchEvent(new KeyboardEvent(type, key));
        }
      }, { once: true });
      return text;`,
  },
};

/** A widget of one such way. */
export const browserClicked = (elsewhere: string, body: string, name: string): string => `
  import { createElement as h, useEffect, useRef } from "react";
  const name = ${JSON.stringify(name)};
  const create = (name) => document.createElement(name);
  const makeLink = () =>
    Object.assign(create("a"), { href: ${
  JSON.stringify(elsewhere)
} + "/?" + encodeURIComponent(name), target: "_blank" });
  const around = (element) => {
    const link = makeLink();
    link.append(element);
    return link;
  };
  const label = (...children) => {
    const one = create("label");
    one.append("text ", ...children);
    return one;
  };
  const make = () => {${body}};
  export default function Clicked() {
    const place = useRef(null);
    useEffect(() => {
      const element = place.current.appendChild(make());
      element.style.cssText += "; display: block; width: 100%; height: 100px";
      const note = () => (globalThis.pressed ??= []).push(name);
      for (const type of ["pointerdown", "keydown"]) element.addEventListener(type, note, { capture: true });
    }, []);
    return h("div", { ref: place, "data-place": "" });
  }`;
