import type { WidgetTheme } from "@tck/kit";
import { addPropertyRules } from "./property_rules.ts";

interface HostMountOptions {
  /** The initial theme. */
  readonly theme: WidgetTheme;
  /** The stylesheet with the design tokens, `/__tck/v1/style.css`; null if the document has adopted it. */
  readonly hostCssUrl: string | null;
  /**
   * Whether the control writes the page's `data-theme`. Set it to false if the application's own theme library does: the
   * control then only follows the attribute, and `setTheme` has no effect.
   *
   * @default true
   */
  readonly manageTheme?: boolean;
  /**
   * Registers a card's `@property` rules with the document. Returns a function for the card's end.
   *
   * @default rules of other names are added to those of the cards before, and are never removed
   */
  readonly registerProperties?: (css: string) => () => void;
}

/** The document-level part of a host, shared by all its cards. */
export interface HostControl {
  /** The current theme. */
  readonly theme: WidgetTheme;
  /** Changes the theme of the page and of every widget. */
  setTheme(theme: WidgetTheme): void;
  /** Calls the listener after each change of the theme. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void;
  /** Registers a card's `@property` rules. Returns a function that the card calls when it is unmounted. */
  registerProperties(css: string): () => void;
  /** Stops following the page and removes the stylesheet that was added. The page's theme does not change. */
  dispose(): void;
}

/**
 * Installs the document-level requirements of widgets (lifecycle specification, D.4 step 1): `data-theme` on the root
 * element, and the stylesheet with the design tokens, unless the page already links it (`link[data-tck-host-style]`).
 * The application may change `data-theme` too; the control follows it.
 *
 * @example
 * ```ts
 * import { mountHost } from "@tck/kit/host-mount";
 * const control = mountHost(document, { theme: "light", hostCssUrl: "/__tck/v1/style.css" });
 * ```
 */
export function mountHost(
  document: Document,
  { theme: initialTheme, hostCssUrl, manageTheme = true, registerProperties }: HostMountOptions,
): HostControl {
  const root = document.documentElement;
  const listeners = new Set<() => void>();
  const addedLink = ensureHostStylesheet(document, hostCssUrl);
  let theme = initialTheme;

  const applyTheme = (next: WidgetTheme | null) => {
    if (next === null || next === theme) return;
    theme = next;
    for (const listener of [...listeners]) listener();
  };
  const setTheme = (next: WidgetTheme) => {
    if (!manageTheme) return;
    root.dataset.theme = next;
    applyTheme(next);
  };
  const observer = new MutationObserver(() => applyTheme(readTheme(root)));
  observer.observe(root, { attributeFilter: ["data-theme"] });
  if (manageTheme) setTheme(initialTheme);
  else applyTheme(readTheme(root));

  return {
    get theme() {
      return theme;
    },
    setTheme,
    registerProperties: registerProperties ?? ((css) => addPropertyRules(document, css)),
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

/** Whether a value is a theme. */
export function isTheme(value: unknown): value is WidgetTheme {
  return value === "light" || value === "dark";
}

function readTheme(root: HTMLElement): WidgetTheme | null {
  return isTheme(root.dataset.theme) ? root.dataset.theme : null;
}

function ensureHostStylesheet(document: Document, href: string | null): HTMLLinkElement | null {
  if (href === null || document.querySelector("link[data-tck-host-style]") !== null) return null;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = href;
  link.dataset.tckHostStyle = "";
  document.head.append(link);
  return link;
}
