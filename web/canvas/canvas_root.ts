/** The id of the element that a canvas is rendered into (lifecycle specification, D.1). */
export const ROOT_ID = "canvas-feed-root";

/** Finds the root element of the canvas. An async script may run before the parser has reached it. */
export async function findCanvasRoot(): Promise<HTMLElement> {
  if (document.readyState === "loading") {
    await new Promise((resolve) => document.addEventListener("DOMContentLoaded", resolve, { once: true }));
  }
  const root = document.getElementById(ROOT_ID);
  if (root === null) throw new Error(`Cannot boot the canvas: the page has no #${ROOT_ID}`);
  return root;
}

/** Whether the page shows the fixtures, which need no session: the root's `data-mock`. */
export function isMock(root: HTMLElement): boolean {
  return root.dataset.mock === "true";
}

/** The origins of embedding pages that may set the theme: the words of the root's `data-theme-origins`. */
export function readThemeOrigins(root: HTMLElement): string[] {
  return (root.dataset.themeOrigins ?? "").split(/\s+/).filter((word) => word !== "");
}
