/**
 * Reports every link that the reader activates, in shadow roots too, instead of following it: a sandboxed frame can
 * neither navigate its page nor open a window. Links within a card (`#section`) are left to the browser, and a click that
 * a widget has made is not the reader's.
 */
export function reportLinks(report: (href: string) => void): void {
  const intercept = (event: MouseEvent) => {
    if (event.defaultPrevented || event.button > 1) return;
    const link = event.composedPath().find((target): target is HTMLAnchorElement =>
      target instanceof HTMLAnchorElement && target.hasAttribute("href")
    );
    const href = link?.getAttribute("href");
    if (href == null || href.startsWith("#")) return;
    event.preventDefault();
    if (event.isTrusted) report(href);
  };
  document.addEventListener("click", intercept);
  document.addEventListener("auxclick", intercept);
}
