import type { HostControl } from "@tck/kit/host-mount";
import type { PageSettings } from "../page_content.ts";

/** The theme of a page of one file. */
export interface PageTheme {
  /** Changes the theme until the next call. */
  set(theme: PageSettings["theme"]): void;
}

/** Sets the theme, follows the system if it is `auto`, and is light while the page is printed. */
export function followTheme(
  control: Pick<HostControl, "setTheme">,
  initial: PageSettings["theme"],
): PageTheme {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  let chosen = initial;
  const apply = () => control.setTheme(chosen === "auto" ? dark.matches ? "dark" : "light" : chosen);
  dark.addEventListener("change", apply);
  globalThis.addEventListener("beforeprint", () => control.setTheme("light"));
  globalThis.addEventListener("afterprint", apply);
  apply();
  return {
    set(theme) {
      chosen = theme;
      apply();
    },
  };
}
