/**
 * What the pages have with JavaScript: copying code, the search, the choice of a version, and live cards in the gallery.
 *
 * @module
 */
import { showLiveCards } from "./live_card.ts";
import { addSearch } from "./search.ts";
import { addVersions } from "./versions.ts";

/** The folder of the site, in which this script is at `assets/site.js`. */
const base = new URL("../", (document.currentScript as HTMLScriptElement).src);

addCopyButtons();
addSearch(base);
showLiveCards();
addVersions(base);

/** What is wider than the page is scrolled by the keyboard too. */
const observer = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    if (target.scrollWidth > target.clientWidth) target.setAttribute("tabindex", "0");
    else target.removeAttribute("tabindex");
  }
});
for (const element of document.querySelectorAll(".wide, pre")) observer.observe(element);

for (const menu of document.querySelectorAll<HTMLElement>("nav[popover]")) {
  menu.addEventListener("click", ({ target }) => {
    if (target instanceof HTMLAnchorElement && menu.matches(":popover-open")) menu.hidePopover();
  });
  const current = menu.querySelector<HTMLElement>('[aria-current="page"]');
  if (current !== null) menu.scrollTop = current.offsetTop - menu.clientHeight / 3;
}

/** Adds a button to each example that copies it. */
function addCopyButtons(): void {
  for (const block of document.querySelectorAll(".code")) {
    const button = document.createElement("button");
    button.className = "copy";
    button.textContent = "Copy";
    const status = document.createElement("span");
    status.setAttribute("role", "status");
    status.className = "copied";
    button.addEventListener("click", async () => {
      const text = block.querySelector("code")!.textContent ?? "";
      status.textContent = await navigator.clipboard.writeText(text).then(() => "Copied", () => "Not copied");
    });
    button.addEventListener("blur", () => status.textContent = "");
    block.prepend(button, status);
  }
}
