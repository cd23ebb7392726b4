/**
 * The entry of the shell's page. It imports nothing, on purpose: the widget that the Stage begins with is fetched while the
 * shell itself is. Which one that is, the server knows by the page's address.
 *
 * @module
 */

declare global {
  /** Asked by the dev server's client for the exports of a module that an edit may change without a reload. */
  var __getReactRefreshIgnoredExports: (module: { id: string }) => string[];
}

// Before any widget is imported: a widget's manifest is an export that is no component.
globalThis.__getReactRefreshIgnoredExports = ({ id }) => /\.tck\.tsx$/.test(id) ? ["manifest"] : [];

// What fails here fails again for the card, which tells of it.
for (const { href } of document.querySelectorAll<HTMLLinkElement>("link[data-tck-stage]")) {
  import(/* @vite-ignore */ href).catch(() => {});
}
const { bootShell } = await import("./boot.tsx");
bootShell();
