/**
 * The script of the sealed frame: starts a worker for each program that it is sent, with a port for its lines. It runs no
 * widget itself, so that a widget that never ends keeps it from nothing.
 *
 * @module
 */

globalThis.addEventListener("message", ({ source, data, ports: [port] }: MessageEvent<string>) => {
  // Cards are in frames beside this one, and nobody would end their workers. Nor those of a site that has opened the page.
  if (source !== globalThis.parent) return;
  // Another site may have this document in a frame of its own, which is not sealed.
  if (globalThis.origin !== "null" || port === undefined) return;
  const url = URL.createObjectURL(new Blob([data], { type: "text/javascript" }));
  const worker = new Worker(url, { name: "widget" });
  worker.onmessage = (event) => port.postMessage(event.data);
  worker.onerror = (event) => port.postMessage({ failure: event.message ?? "its program cannot be loaded" });
  port.onmessage = (event) => event.data === null ? worker.terminate() : worker.postMessage(event.data);
});
