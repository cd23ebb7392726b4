/**
 * The entry of the shell's page. It has no static imports, so that the first widget of the Stage is fetched in parallel
 * with the shell. The server determines that widget from the page's URL.
 *
 * @module
 */

declare global {
  /** Called by Vite's client: the exports of a module that may change without a reload. */
  var __getReactRefreshIgnoredExports: (module: { id: string }) => string[];
}

// Set before any widget is imported: a widget's manifest is an export that is not a component.
globalThis.__getReactRefreshIgnoredExports = ({ id }) => /\.tck\.tsx$/.test(id) ? ["manifest"] : [];

// Vite's client looks for a restarted server in a worker, if there are any: the page's policy allows none.
Reflect.deleteProperty(globalThis, "SharedWorker");

// Before any widget runs, too: a page in an endless loop is the one that does not answer.
if (globalThis.parent !== globalThis.self) {
  const answer = () => globalThis.parent.postMessage({ type: "tck:frame-pong" }, "*");
  globalThis.addEventListener("message", ({ source, data }) => {
    if (source === globalThis.parent && data?.type === "tck:frame-ping") answer();
  });
  answer();
}

// A failing import fails again for the card, which reports it.
if (!isMountInFrame()) {
  for (const { href } of document.querySelectorAll<HTMLLinkElement>("link[data-tck-stage]")) {
    import(/* @vite-ignore */ href).catch(() => {});
  }
}
const { bootShell } = await import("./boot.tsx");
bootShell();

/** Whether the reader prefers cards in frames: then the widget must not run in this page. The address says it otherwise. */
function isMountInFrame(): boolean {
  if (/[?&](mount|chrome)=/.test(location.search)) return false;
  try {
    return localStorage.getItem("tck-preview:mount") === "iframe";
  } catch {
    return false;
  }
}
