import type { WidgetTheme } from "@tck/kit";

/** What `mountHost` takes. */
export interface HostMountOptions {
  /** The theme to begin with. */
  readonly theme: WidgetTheme;
  /** The stylesheet with the design tokens, `/__tck/v1/style.css`. */
  readonly hostCssUrl: string;
  /**
   * Whether the control writes the page's `data-theme`. When an application's own theme library does, say false: the
   * control then only follows the attribute, and `setTheme` does nothing.
   *
   * @default true
   */
  readonly manageTheme?: boolean;
}

/** The document-level half of a host: what all its cards have in common. */
export interface HostControl {
  /** The theme now. */
  readonly theme: WidgetTheme;
  /** Changes the theme, for the page and for every widget. */
  setTheme(theme: WidgetTheme): void;
  /** Calls the listener after each change of the theme, until the function that it returns is called. */
  subscribe(listener: () => void): () => void;
  /** Stops following the page and takes away the stylesheet that was added. The theme stays as it is. */
  dispose(): void;
}

/**
 * Installs what the widgets of a document need around them (lifecycle specification, D.4 step 1): `data-theme` on the
 * root element, and the stylesheet with the design tokens, unless the page links it already
 * (`link[data-tck-host-style]`). The application may own `data-theme` as well: a change that it makes is followed.
 *
 * @example
 * ```ts
 * import { mountHost } from "@tck/kit/host-mount";
 * const control = mountHost(document, { theme: "light", hostCssUrl: "/__tck/v1/style.css" });
 * ```
 */
export function mountHost(
  document: Document,
  { theme: initialTheme, hostCssUrl, manageTheme = true }: HostMountOptions,
): HostControl {
  const root = document.documentElement;
  const listeners = new Set<() => void>();
  const addedLink = ensureHostStylesheet(document, hostCssUrl);
  let theme = initialTheme;

  const follow = (next: WidgetTheme | null) => {
    if (next === null || next === theme) return;
    theme = next;
    for (const listener of [...listeners]) listener();
  };
  const setTheme = (next: WidgetTheme) => {
    if (!manageTheme) return;
    root.dataset.theme = next;
    follow(next);
  };
  const observer = new MutationObserver(() => follow(readTheme(root)));
  observer.observe(root, { attributeFilter: ["data-theme"] });
  if (manageTheme) setTheme(initialTheme);
  else follow(readTheme(root));

  return {
    get theme() {
      return theme;
    },
    setTheme,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispose() {
      observer.disconnect();
      listeners.clear();
      addedLink?.remove();
    },
  };
}

/** Whether a value names a theme. */
export function isTheme(value: unknown): value is WidgetTheme {
  return value === "light" || value === "dark";
}

function readTheme(root: HTMLElement): WidgetTheme | null {
  return isTheme(root.dataset.theme) ? root.dataset.theme : null;
}

function ensureHostStylesheet(document: Document, href: string): HTMLLinkElement | null {
  if (document.querySelector("link[data-tck-host-style]") !== null) return null;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = href;
  link.dataset.tckHostStyle = "";
  document.head.append(link);
  return link;
}
