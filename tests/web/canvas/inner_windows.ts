/**
 * Looks for members of the browser's prototypes by which a script gets a window within its own, or its document: each method is
 * called with texts and names from which an element with a window could be made, each property is set to them, and what was
 * made is put into the page and asked for both. Runs in a page.
 *
 * @returns the members that gave one, as `Interface.member`, and how many elements with a window were made
 */
export async function findInnerWindows(): Promise<{ found: string[]; made: number }> {
  const XHTML = "http://www.w3.org/1999/xhtml";
  const INTERFACES = {
    iframe: "IFrame",
    frame: "Frame",
    object: "Object",
    embed: "Embed",
    fencedframe: "FencedFrame",
  };
  const TAGS = Object.entries(INTERFACES).filter(([, name]) => `HTML${name}Element` in globalThis).map((
    [tag],
  ) => tag);
  const markup = TAGS.map((tag) => `<${tag} data-made=""></${tag}>`).join("");
  const xml = `<x:iframe xmlns:x="${XHTML}"/>`;
  const lists: unknown[][] = [
    ["iframe"],
    ["object"],
    [XHTML, "iframe"],
    [XHTML, "x:object", null],
    [{ toString: () => XHTML }, { toString: () => "EMBED".toLowerCase() }],
    [markup],
    [markup, { sanitizer: {} }],
    [markup, "text/html"],
    [xml, "text/xml"],
    [xml, "application/xhtml+xml"],
    ["beforeend", markup],
    ["insertHTML", false, markup],
    [document, true],
    [document],
    [{ html: markup }],
  ];
  /** What must not be called: it ends the page or the walk (`document.open`), waits for the reader, or writes what it is given elsewhere. */
  const isSkipped = (name: string) =>
    /^(?:open|write|writeln|submit|requestSubmit|click|share|sendBeacon|vibrate|close|stop|reload|assign|replace|go|back|forward|print|alert|confirm|prompt|debugger|focus|blur|postMessage|moveBy|moveTo|resizeBy|resizeTo|navigate|href|location|cookie|title|nodeValue|data|textContent|innerText|outerText|designMode|text|constructor)$|^on|^(?:request|show|remove|exit|capture|release)/
      .test(name);
  const names = new Set(TAGS);
  const hasWindow = (element: Element) =>
    names.has(element.localName.toLowerCase()) && element.namespaceURI === XHTML;
  /** The elements with a window in what a member has given, or has changed. */
  const listMade = (node: unknown): Element[] => {
    if (!(node instanceof Node)) return [];
    const roots = [
      node,
      (node as Partial<HTMLTemplateElement>).content,
      (node as Partial<Element>).shadowRoot,
    ];
    const within = roots.flatMap((root) =>
      root && "querySelectorAll" in root ? [...(root as ParentNode).querySelectorAll(TAGS.join())] : []
    );
    return [node, ...within].filter((one): one is Element => one instanceof Element && hasWindow(one));
  };
  /** Whether a script gets the window's own members, or its document. */
  const isReached = (element: Element): boolean => {
    try {
      if (!element.isConnected || element.ownerDocument !== document) document.body.append(element);
      const frame = element as HTMLIFrameElement;
      if (frame.contentDocument || frame.getSVGDocument?.()) return true;
      return frame.contentWindow?.document !== undefined;
    } catch {
      return false; // The window has another origin.
    }
  };
  const { body, documentElement: root } = document;
  const host = () => body.appendChild(document.createElement("div"));
  const make = (name: string) => host().appendChild(document.createElement(name));
  const shadow = () => host().attachShadow({ mode: "open" });
  const editable = () => {
    const element = host();
    element.contentEditable = "true";
    element.append("text");
    getSelection()!.selectAllChildren(element);
    return element;
  };
  const range = () => {
    const one = document.createRange();
    one.selectNodeContents(host());
    return one;
  };
  const construct = (name: string) => {
    const Interface = Reflect.get(globalThis, name) as { new (): object } | undefined;
    try {
      return new Interface!();
    } catch {
      return null;
    }
  };
  const owners: (() => object | null)[] = [
    () => (editable(), document),
    () => document.implementation,
    () => document.implementation.createHTMLDocument(),
    () => document.implementation.createDocument(null, "a", null),
    ...[
      "p",
      "template",
      "table",
      "tr",
      "select",
      "form",
      "button",
      "input",
      "dialog",
      "img",
      "a",
      "slot",
      "details",
    ].map(
      (name) => () => make(name),
    ),
    () => document.createElementNS("http://www.w3.org/2000/svg", "svg"),
    () => document.createElementNS("http://www.w3.org/1998/Math/MathML", "math"),
    shadow,
    range,
    editable,
    () => document.createDocumentFragment(),
    () => document.createTextNode("a"),
    () => document.createAttribute("a"),
    () => document.createTreeWalker(body),
    () => getSelection(),
    () => customElements,
    ...[
      "DOMParser",
      "XSLTProcessor",
      "XPathEvaluator",
      "XMLHttpRequest",
      "Document",
      "DocumentFragment",
      "Range",
      "Image",
    ]
      .map((name) => () => construct(name)),
    () => construct("CustomElementRegistry"),
    () => construct("Sanitizer"),
    () => globalThis.navigator,
  ];
  const found = new Set<string>();
  const seen = new Set<string>();
  let made = 0;
  const check = async (member: string, owner: object, run: (owner: object) => unknown) => {
    // A member may have deleted them.
    if (document.documentElement !== root) document.replaceChildren(root);
    if (document.body !== body) root.append(body);
    let result: unknown;
    try {
      result = run(owner);
    } catch { /* It does not take this. */ }
    if (result instanceof Promise) {
      result = await Promise.race([result.catch(() => null), new Promise((resolve) => setTimeout(resolve))]);
    }
    const elements = new Set([result, owner, document].flatMap(listMade));
    made += elements.size;
    if ([...elements].some(isReached)) found.add(member);
    for (const frame of document.querySelectorAll(TAGS.join())) frame.remove();
  };
  for (const find of owners) {
    const first = find();
    if (first === null) continue;
    for (
      let type = Object.getPrototypeOf(first);
      type !== null && type !== Object.prototype;
      type = Object.getPrototypeOf(type)
    ) {
      for (const [name, { value, set }] of Object.entries(Object.getOwnPropertyDescriptors(type))) {
        const member = `${type.constructor.name}.${name}`;
        if (isSkipped(name) || seen.has(member)) continue;
        seen.add(member);
        for (const args of lists) {
          if (typeof value === "function") {
            await check(member, find()!, (owner) => Reflect.apply(value, owner, args));
          } else if (set !== undefined) {
            await check(member, find()!, (owner) => Reflect.apply(set, owner, args.slice(0, 1)));
          }
        }
        for (const child of [...body.children].slice(1)) child.remove();
      }
    }
  }
  // What any notion of a space contains, and some of all other characters, as a prefix of its own and after a letter.
  await check("Document.createElementNS", document, () => {
    for (let code = 0; code < 0x10000; code++) {
      if (code > 0x2ff && code % 97 !== 0 && !/[\s\p{Z}\p{Cf}\p{Cc}]/u.test(String.fromCharCode(code))) {
        continue;
      }
      for (const prefix of [String.fromCharCode(code), `a${String.fromCharCode(code)}`]) {
        try {
          const element = document.createElementNS(XHTML, `${prefix}:iframe`);
          if (element.localName === "iframe") return element;
        } catch { /* It is no name. */ }
      }
    }
    return null;
  });
  class Frame extends HTMLIFrameElement {}
  await check("CustomElementRegistry.define", customElements, () => {
    customElements.define("walked-frame", Frame, { extends: "iframe" });
    return new Frame();
  });
  return { found: [...found].sort(), made };
}
