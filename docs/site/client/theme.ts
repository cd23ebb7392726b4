/**
 * Sets the theme before anything is painted: what the reader has chosen, else the system's. Pictures follow it.
 *
 * @module
 */
const KEY = "tck-site-theme";

const dark = matchMedia("(prefers-color-scheme: dark)");

function readChoice(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function apply(): void {
  const theme = readChoice() ?? (dark.matches ? "dark" : "light");
  document.documentElement.dataset.theme = theme;
  for (const source of document.querySelectorAll<HTMLSourceElement>("picture > source")) {
    source.media = theme === "dark" ? "all" : "not all";
  }
  document.dispatchEvent(new CustomEvent("site-theme"));
}

apply();
dark.addEventListener("change", apply);
addEventListener("storage", apply);
document.addEventListener("DOMContentLoaded", () => {
  apply();
  const button = document.querySelector<HTMLButtonElement>(".theme")!;
  button.hidden = false;
  button.addEventListener("click", () => {
    const next = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
    try {
      localStorage.setItem(KEY, next);
    } catch {
      document.documentElement.dataset.theme = next;
    }
    apply();
  });
});
