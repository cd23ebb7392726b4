import type { Widget } from "../../../../core/feed/mod.ts";
import { reportLinks } from "../../frame/link_events.ts";
import { isDeclaredLink } from "../../page/declared_links.ts";
import { openLink } from "../../page/open_link.ts";
import type { ShellLink } from "../card_shell.ts";
import { askByBrowser } from "./ask_by_browser.ts";

/** Taken before it is withheld from widgets. */
const openWindow = globalThis.open.bind(globalThis);

/** The links of a page's cards. */
export interface PageLinks {
  /** Names the widgets whose manifests may declare links. */
  declare(widgets: readonly Widget[]): void;
  /** Passes each link to a listener in place of opening it. */
  passTo(listener: (link: ShellLink) => void): void;
}

/** Opens the links that the reader activates in a tab of their own; one that no manifest declares, after a question. */
export function followLinks(): PageLinks {
  let widgets: readonly Widget[] = [];
  let listener: ((link: ShellLink) => void) | null = null;
  reportLinks(({ href, widgetId }) => {
    if (listener !== null) return listener({ href, widgetId });
    void openLink(
      { href, inNewTab: true },
      () => isDeclaredLink(href, widgetId, [{ widgets: [...widgets] }]),
      { ask: askByBrowser, openWindow },
    );
  });
  return {
    declare: (next) => void (widgets = next),
    passTo: (next) => void (listener = next),
  };
}
