/**
 * Sets the theme before anything is painted: what the reader has chosen, else the system's. Pictures follow it.
 *
 * @module
 */
const KEY = "tck-site-theme";

const dark = matchMedia("(prefers-color-scheme: dark)");

function readStored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

let choice = readStored();

function apply(): void {
  const theme = choice ?? (dark.matches ? "dark" : "light");
  document.documentElement.dataset.theme = theme;
  for (const source of document.querySelectorAll<HTMLSourceElement>("picture > source")) {
    source.media = theme === "dark" ? "all" : "not all";
  }
  document.dispatchEvent(new CustomEvent("site-theme"));
}

apply();
dark.addEventListener("change", apply);
addEventListener("storage", () => {
  choice = readStored();
  apply();
});
document.addEventListener("DOMContentLoaded", () => {
  apply();
  const button = document.querySelector<HTMLButtonElement>(".theme")!;
  button.hidden = false;
  button.addEventListener("click", () => {
    choice = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
    try {
      localStorage.setItem(KEY, choice);
    } catch {
      // It is the theme of this page alone.
    }
    apply();
  });
});
