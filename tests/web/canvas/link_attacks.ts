/** One way to bring a reader to a link without being asked. */
interface LinkAttack {
  /** The body of a function of the card's element and of an address, called when the card is mounted. */
  readonly body: string;
  /** What is clicked. @default the attack's own element */
  readonly target?: string;
  /** Whether the reader is asked all the same. */
  readonly isAsked: boolean;
}

const LINK = `"<a href='" + to + "'>link</a>"`;

/** Links that a click with a modifier key, or with another button, would open in a new tab. */
export const LINK_ATTACKS: { readonly [name: string]: LinkAttack } = {
  "a listener of the window that ends the event": {
    body: `
      element.innerHTML = ${LINK};
      for (const type of ["click", "auxclick", "pointerdown", "mousedown", "pointerup", "mouseup"]) {
        const end = (event) => event.composedPath().includes(element) && event.stopImmediatePropagation();
        for (const capture of [true, false]) window.addEventListener(type, end, capture);
      }`,
    isAsked: true,
  },
  "a closed shadow root": {
    body: `
      const host = element.appendChild(document.createElement("div"));
      host.attachShadow({ mode: "closed" }).innerHTML = ${LINK};`,
    isAsked: false,
  },
  "a slot in a link of a closed shadow root": {
    body: `
      element.innerHTML = "<div><em>slotted</em></div>";
      element.firstChild.attachShadow({ mode: "closed" }).innerHTML = "<a href='" + to + "'><slot></slot></a>";`,
    target: "em",
    isAsked: false,
  },
  "a closed shadow root in markup": {
    body: `
      const markup = "<div><template shadowrootmode=closed><a href='" + to + "'>link</a></template></div>";
      try { element.setHTMLUnsafe?.(markup); } catch { element.textContent = "none"; }`,
    isAsked: false,
  },
  "a document of its own": {
    body: `
      const frame = document.createElement("iframe");
      frame.style.cssText = "width: 80px; height: 20px; border: 0";
      element.append(frame);
      try { frame.srcdoc = "<a style='position: fixed; inset: 0' href='" + to + "'>link</a>"; } catch {}`,
    isAsked: false,
  },
  "a copy by use": {
    body: `
      element.innerHTML = "<svg width=80 height=20><defs><a id=original href='" + to +
        "'><rect width=80 height=20 /></a></defs><use href='#original' /></svg>";`,
    isAsked: false,
  },
  "an address that a click adds": {
    body: `
      element.innerHTML = "<a>link</a>";
      const add = (event) => { event.currentTarget.href = to; event.stopImmediatePropagation(); };
      for (const type of ["click", "auxclick"]) element.firstChild.addEventListener(type, add);`,
    isAsked: true,
  },
  "a section's address that a click replaces": {
    body: `
      element.innerHTML = "<a href='#section'>link</a>";
      const replace = (event) => { event.currentTarget.href = to; };
      for (const type of ["click", "auxclick"]) element.firstChild.addEventListener(type, replace);`,
    isAsked: true,
  },
  "a link that a click puts around": {
    body: `
      element.innerHTML = "<p>text</p>";
      const wrap = (event) => {
        if (!event.composedPath().includes(element)) return;
        const link = document.createElement("a");
        link.href = to;
        element.append(link);
        link.append(element.firstChild);
        setTimeout(() => link.replaceWith(link.firstChild), 50);
      };
      for (const type of ["click", "auxclick"]) window.addEventListener(type, wrap, true);`,
    isAsked: false,
  },
  "a link of a picture with a prefix of its own": {
    body: `
      const create = (name) => document.createElementNS("http://www.w3.org/2000/svg", name);
      const [picture, link, shape] = ["svg", "a", "rect"].map(create);
      link.setAttributeNS("http://www.w3.org/1999/xlink", "own:href", to);
      for (const one of [picture, shape]) one.setAttribute("width", "80"), one.setAttribute("height", "20");
      link.append(shape);
      picture.append(link);
      element.append(picture);`,
    target: "rect",
    isAsked: true,
  },
  "a replaced prevention": {
    body: `
      element.innerHTML = ${LINK};
      const undo = (event) => {
        delete event.preventDefault;
        delete event.defaultPrevented;
        event.returnValue = true;
        try { event.initEvent(event.type, true, true); } catch {}
      };
      for (const type of ["click", "auxclick"]) element.firstChild.addEventListener(type, undo);`,
    isAsked: true,
  },
  "links of its own that are clicked by code": {
    body: `
      element.innerHTML = "<button>open</button>";
      const open = () => {
        const link = document.createElement("a");
        link.href = to;
        for (const keys of [{ ctrlKey: true }, { shiftKey: true }, { metaKey: true }, { button: 1 }]) {
          for (const place of [null, element]) {
            place?.append(link);
            for (const Class of [MouseEvent, PointerEvent, KeyboardEvent]) {
              for (const type of ["click", "auxclick", "keydown", "keypress", "keyup"]) {
                link.dispatchEvent(new Class(type, { ...keys, key: "Enter", keyCode: 13, charCode: 13, which: 13 }));
              }
            }
            const made = document.createEvent("MouseEvents");
            made.initMouseEvent("click", true, false, window, 1, 0, 0, 0, 0, true, false, false, false, 0, null);
            EventTarget.prototype.dispatchEvent.call(link, made);
          }
        }
        link.remove();
      };
      open();
      for (const type of ["click", "auxclick"]) element.firstChild.addEventListener(type, open);`,
    target: "button",
    isAsked: false,
  },
  "the reader's own event for another link": {
    body: `
      element.innerHTML = "<p>text</p>";
      const again = (event) => setTimeout(() => {
        const link = document.createElement("a");
        link.href = to;
        link.dispatchEvent(event);
      });
      for (const type of ["click", "auxclick"]) element.firstChild.addEventListener(type, again);`,
    isAsked: false,
  },
};

/** Opens the document again, which removes all listeners of it and of the window. */
export const REOPENED_DOCUMENT = `
  try { document.open(); } catch {}
  try { document.write("<p>opened"); document.close(); } catch {}
  document.body.append(element);
  Object.assign(element.style, { position: "fixed", top: "0", left: "0" });`;

/** Replaces what a listener of the frame may use. */
export const REPLACED_MEMBERS = `
  for (const name of ["ctrlKey", "shiftKey", "altKey", "metaKey", "button"]) {
    Object.defineProperty(MouseEvent.prototype, name, { configurable: true, get: () => name === "button" ? 0 : false });
  }
  for (const name of ["preventDefault", "composedPath"]) {
    Object.defineProperty(Event.prototype, name, { configurable: true, value: () => [] });
  }
  Array.prototype.find = () => { throw new Error("find"); };
  Array.prototype[Symbol.iterator] = () => { throw new Error("iterator"); };
  Object.defineProperties = () => { throw new Error("defineProperties"); };
  Function.prototype.call = Function.prototype.apply = () => false;
  Reflect.apply = () => false;`;

/** A widget that makes one attack. */
export function linkingWidget(id: string, { body }: LinkAttack, to: string): string {
  return `
    import { createElement, useEffect, useRef } from "react";
    export default function Linking() {
      const element = useRef(null);
      useEffect(() => {
        const attack = (element, to) => {${body}};
        attack(element.current, ${JSON.stringify(to)});
      }, []);
      return createElement("div", { ref: element, id: ${
    JSON.stringify(id)
  }, style: { display: "inline-block", minHeight: 20 } });
    }`;
}

/** A manifest whose actions open addresses. */
export const declaring = (
  ...hrefs: readonly string[]
): { slots: { actions: { id: string; label: string; href: string }[] } } => ({
  slots: { actions: hrefs.map((href, index) => ({ id: `a${index}`, label: `Action ${index}`, href })) },
});
