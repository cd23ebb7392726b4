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

// A failing import fails again for the card, which reports it.
for (const { href } of document.querySelectorAll<HTMLLinkElement>("link[data-tck-stage]")) {
  import(/* @vite-ignore */ href).catch(() => {});
}
const { bootShell } = await import("./boot.tsx");
bootShell();
