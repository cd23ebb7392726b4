import type { ELEMENT_TAGS } from "./element_tags.ts";

/** What a walk tries, and where everything that it loads is from. */
interface DoorWalk {
  readonly elsewhere: string;
  readonly tags: typeof ELEMENT_TAGS;
}

/** What a walk has tried. */
export interface WalkedDoors {
  /** The properties of CSS that accept an address. */
  readonly properties: readonly string[];
  /** The interfaces of elements for which no tag is known. */
  readonly unknownElements: readonly string[];
  /** How many doors were tried. */
  readonly tried: number;
}

/**
 * Tries everything in a document by which it could load or send something: each property of CSS that accepts an address, each
 * property and attribute of each element, each method and constructor, with addresses in the shapes that such members take.
 * The browser itself is asked what there is, so that a new member is tried too. Runs in a page. The address of each try has
 * its name as the query.
 *
 * Left out is what leaves the document or waits for the reader: attacks of their own try that.
 */
export async function walkDoors({ elsewhere, tags: TAGS }: DoorWalk): Promise<WalkedDoors> {
  const NAMESPACES = {
    HTML: "http://www.w3.org/1999/xhtml",
    SVG: "http://www.w3.org/2000/svg",
    MathML: "http://www.w3.org/1998/Math/MathML",
  };
  /** Interfaces that are the base of others, or that no document has any more. */
  const ABSTRACT =
    /^(?:HTML|HTMLMedia|HTMLUnknown|SVG|SVGGraphics|SVGGeometry|SVGGradient|SVGTextContent|SVGTextPositioning|SVGAnimation|SVGComponentTransferFunction|MathML)Element$/;
  /** Chromium ends or reloads a page that gives these an address. */
  const ENDING = /^(?:MediaSession\.|PluginArray\.refresh$)/;
  const ATTRIBUTES =
    "src href srcset data poster action formaction ping background cite manifest codebase archive classid longdesc " +
    "profile usemap icon lowsrc dynsrc attributionsrc imagesrcset style filter fill stroke mask clip-path marker-start cursor " +
    "xlink:href xml:base to values from by definitionurl altimg";
  const STYLES = /^(?:style|filter|fill|stroke|mask|clip-path|marker-start|cursor)$/;
  const RELS =
    "stylesheet preload modulepreload prefetch prerender icon apple-touch-icon manifest alternate next search pingback " +
    "compression-dictionary expect dns-prefetch import";
  const isSkipped = (name: string) =>
    /^(?:open|write|writeln|submit|requestSubmit|click|share|close|stop|reload|assign|replace|go|back|forward|navigate|traverseTo|print|alert|confirm|prompt|debugger|postMessage|moveBy|moveTo|resizeBy|resizeTo|location|cookie|domain|designMode|constructor|setTimeout|setInterval|queueMicrotask|reportError|requestIdleCallback|requestAnimationFrame|eval)$|^on|^(?:request|show|register|exit)/
      .test(name);
  let tried = 0;
  const addressOf = (name: string) => (tried++, `${elsewhere}/door?${encodeURIComponent(name)}`);
  const attempt = (run: () => unknown) => {
    try {
      const result = run();
      if (result instanceof Promise) result.catch(() => {});
      return result;
    } catch {
      return null;
    }
  };
  const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  const place = document.body.appendChild(document.createElement("div"));
  const drawing = place.appendChild(document.createElementNS(NAMESPACES.SVG, "svg"));

  const walkProperties = async () => {
    const names = new Set([...getComputedStyle(place)]);
    for (const name in place.style) {
      names.add(name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`));
    }
    const forms = [
      (url: string) => `url("${url}")`,
      (url: string) => `url("${url}#a")`,
      (url: string) => `url("${url}"), auto`,
      (url: string) => `image-set("${url}" 1x)`,
      (url: string) => `url("${url}") 1`,
      (url: string) => `cross-fade(url("${url}"), red)`,
      (url: string) => `src("${url}")`,
      (url: string) => `image("${url}")`,
    ];
    const accepted = [...names].filter((name) => forms.some((form) => CSS.supports(name, form("a:b"))));
    for (const name of accepted) {
      for (const form of forms) {
        for (
          const [parent, element] of [
            [place, document.createElement("p")],
            [drawing, document.createElementNS("http://www.w3.org/2000/svg", "path")],
          ] as const
        ) {
          element.textContent = "text";
          element.setAttribute("d", "M0 0h9v9");
          element.style.display = "list-item";
          element.style.setProperty(name, form(addressOf(`css ${name}`)));
          parent.append(element);
        }
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(
          `.walked::before { content: "a"; ${name}: ${form(addressOf(`css ${name}`))} }`,
        );
        document.adoptedStyleSheets.push(sheet);
      }
    }
    place.classList.add("walked");
    await wait(500);
    document.adoptedStyleSheets = [];
    return accepted.sort();
  };

  const settersOf = (owner: object): string[] => {
    const found = new Set<string>();
    for (let type = Object.getPrototypeOf(owner); type !== null; type = Object.getPrototypeOf(type)) {
      for (const [name, { set }] of Object.entries(Object.getOwnPropertyDescriptors(type))) {
        if (set !== undefined && !isSkipped(name)) found.add(name);
      }
    }
    return [...found];
  };
  const walkElements = async () => {
    const reached = new Set<string>();
    // What every element has is tried with one of each namespace.
    const shared = new Set(["HTMLElement", "SVGElement", "MathMLElement"].flatMap((name) => {
      const { prototype } = Reflect.get(globalThis, name) as { prototype: object };
      return [...settersOf(prototype), ...Object.getOwnPropertyNames(prototype)];
    }));
    for (const [kind, tags] of Object.entries(TAGS)) {
      const parent = kind === "SVG" ? drawing : place;
      const create = (tag: string) =>
        document.createElementNS(NAMESPACES[kind as keyof typeof NAMESPACES], tag) as HTMLElement;
      for (const tag of tags.split(" ")) {
        const sample = create(tag);
        reached.add(sample.constructor.name);
        const isFirst = tag === "a";
        for (const name of settersOf(sample)) {
          if (!isFirst && shared.has(name)) continue;
          const element = create(tag);
          attempt(() => Reflect.set(element, name, addressOf(`${kind} ${tag}.${name}`)));
          attempt(() =>
            Reflect.set(Reflect.get(element, name) as object, "baseVal", addressOf(`${kind} ${tag}.${name}`))
          );
          attempt(() => parent.append(element));
        }
        for (const name of ATTRIBUTES.split(" ")) {
          const isStyle = STYLES.test(name);
          if (isStyle && !isFirst && tag !== "path") continue;
          const element = create(tag);
          const address = addressOf(`${kind} ${tag} ${name}=`);
          const value = isStyle ? `${name === "style" ? "background: " : ""}url("${address}#a")` : address;
          attempt(() => element.setAttribute("type", tag === "input" ? "image" : ""));
          attempt(() => element.setAttribute("width", "9"));
          attempt(() => element.setAttribute(name, value));
          attempt(() => parent.append(element));
        }
        await wait(0);
      }
    }
    for (const rel of RELS.split(" ")) {
      for (const as of ["", "image", "script", "style", "font", "fetch", "document"]) {
        const link = document.createElement("link");
        attempt(() => Object.assign(link, { rel, as, href: addressOf(`link ${rel} ${as}`) }));
        document.head.append(link);
      }
    }
    await wait(500);
    return Object.getOwnPropertyNames(globalThis).filter((name) =>
      /^(?:HTML|SVG|MathML)\w*Element$/.test(name) && !ABSTRACT.test(name) && !reached.has(name)
    );
  };

  const { hostname } = new URL(elsewhere);
  /** What takes the name of a host, in place of an address. */
  const ofHost = () => {
    const challenge = new Uint8Array(16);
    const named = {
      challenge,
      rpId: hostname,
      rp: { id: hostname, name: hostname },
      user: { id: challenge, name: hostname, displayName: hostname },
      pubKeyCredParams: [{ type: "public-key", alg: -7 }],
    };
    return {
      host: hostname,
      hostname,
      domain: hostname,
      origin: hostname,
      id: hostname,
      name: hostname,
      ...named,
      publicKey: named,
    };
  };
  const shapesOf = (url: string): unknown[][] => [
    [hostname],
    [ofHost()],
    [{ ...ofHost(), credentialId: "aaaa" }],
    [{ ...ofHost(), userId: "aaaa", allAcceptedCredentialIds: [] }],
    [{ ...ofHost(), userId: "aaaa", displayName: hostname }],
    [url],
    [url, {}],
    [url, url],
    ["GET", url],
    ["a", `url("${url}")`],
    [[url]],
    [{ url, src: url, href: url, urls: [url], artwork: [{ src: url }] }],
    [[{ supportedMethods: url }], { total: { label: "a", amount: { currency: "EUR", value: "1" } } }],
    [{ identity: { mode: "active", providers: [{ configURL: url, clientId: "a" }] }, mediation: "required" }],
  ];
  const walkMethods = async () => {
    const owners: (object | null | undefined)[] = [
      document,
      navigator,
      globalThis.history,
      globalThis.performance,
      globalThis.crypto,
      customElements,
      ...settersAndGetters(navigator),
      ...settersAndGetters(globalThis),
      ...settersAndGetters(document),
      place,
      drawing,
      document.createElement("canvas").getContext("2d"),
      attempt(() => new AudioContext().audioWorklet) as object | null,
      ...["video", "form", "input", "a", "link", "img", "script", "template"].map((tag) =>
        document.createElement(tag)
      ),
    ];
    const seen = new Set<string>();
    for (const owner of owners) {
      if (typeof owner !== "object" || owner === null) continue;
      for (
        let type = Object.getPrototypeOf(owner);
        type !== null && type !== Object.prototype;
        type = Object.getPrototypeOf(type)
      ) {
        for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(type))) {
          const member = `${type.constructor.name}.${name}`;
          if (typeof value !== "function" || isSkipped(name) || ENDING.test(member) || seen.has(member)) {
            continue;
          }
          seen.add(member);
          if (
            /^(?:remove|replaceWith|replaceChildren|append|prepend|before|after|toggle|dispatch|addEventListener)/
              .test(name)
          ) continue;
          for (const args of shapesOf(addressOf(member))) attempt(() => Reflect.apply(value, owner, args));
        }
      }
    }
    for (const name of Object.getOwnPropertyNames(globalThis)) {
      if (isSkipped(name) || /^(?:Function|AsyncFunction|GeneratorFunction)$/.test(name)) continue;
      const value = attempt(() => Reflect.get(globalThis, name));
      if (typeof value !== "function") continue;
      for (const args of shapesOf(addressOf(`new ${name}`))) {
        const made = attempt(() => Reflect.construct(value, args)) as {
          load?: () => unknown;
          send?: () => unknown;
        } | null;
        if (typeof made?.load === "function") attempt(() => made.load!());
      }
      for (const [method, { value: call }] of Object.entries(Object.getOwnPropertyDescriptors(value))) {
        if (typeof call !== "function" || isSkipped(method)) continue;
        for (const args of shapesOf(addressOf(`${name}.${method} (static)`))) {
          attempt(() => Reflect.apply(call, value, args));
        }
      }
      if (!/^[a-z]/.test(name)) continue;
      for (const args of shapesOf(addressOf(name))) attempt(() => Reflect.apply(value, globalThis, args));
    }
    attempt(() => {
      const request = new XMLHttpRequest();
      request.open("GET", addressOf("XMLHttpRequest.send"));
      request.send();
    });
    for (const type of ["", "css", "json"]) {
      const options = type === "" ? undefined : { with: { type } };
      attempt(() => import(addressOf(`import ${type}`), options as never));
    }
    await wait(500);
  };
  /** The objects that the properties of an object give. */
  function settersAndGetters(owner: object): object[] {
    const found: object[] = [];
    for (let type = owner; type !== null && type !== Object.prototype; type = Object.getPrototypeOf(type)) {
      for (const name of Object.getOwnPropertyNames(type)) {
        if (
          /^(?:location|document|window|self|top|parent|frames|opener|globalThis|history|navigation|defaultView|frameElement)$/
            .test(name)
        ) continue;
        const value = attempt(() => Reflect.get(owner, name));
        if (typeof value === "object" && value !== null) found.push(value);
      }
    }
    return found;
  }

  const properties = await walkProperties();
  const unknownElements = await walkElements();
  await walkMethods();
  await wait(1_500);
  return { properties, unknownElements, tried };
}
